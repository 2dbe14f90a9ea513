import type { QueryClient } from '@tanstack/react-query';

const TOUCHED = ['invoices', 'analytics', 'dashboard', 'payments', 'customers', 'activities'];

/** Reads again whatever changes with what was done in the chat. */
export function readTouched(queries: QueryClient): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => TOUCHED.includes(String(queryKey[0]).split('.')[0] ?? ''),
  });
}
