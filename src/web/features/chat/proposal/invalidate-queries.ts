import type { QueryClient } from '@tanstack/react-query';

const AFFECTED_MODULES = ['invoices', 'analytics', 'dashboard', 'payments', 'customers', 'activities'];

/** Invalidates every query that an action in the chat may change. */
export function invalidateAffectedQueries(queries: QueryClient): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => AFFECTED_MODULES.includes(String(queryKey[0]).split('.')[0] ?? ''),
  });
}
