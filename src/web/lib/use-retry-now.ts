import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Asks again at once, also where the cache would wait some seconds before it tries again by itself. */
export function useRetryNow(queryKey: QueryKey): () => void {
  const queries = useQueryClient();
  const exactly = { queryKey, exact: true };
  return () => void queries.cancelQueries(exactly).then(() => queries.refetchQueries(exactly));
}
