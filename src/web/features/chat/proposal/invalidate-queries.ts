import type { QueryClient } from '@tanstack/react-query';

const TOUCHED = ['invoices', 'analytics', 'dashboard', 'payments', 'customers', 'activities'];

/** Invalidates every query that an action in the chat may change. */
export function readTouched(queries: QueryClient): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => TOUCHED.includes(String(queryKey[0]).split('.')[0] ?? ''),
  });
}
