import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { texts } from './texts.ts';

type QueryLike<T> = {
  data: T | undefined;
  failureCount: number;
  isFetching: boolean;
  refetch: () => unknown;
};

type QueryStatesProps<T> = {
  query: QueryLike<T>;
  failed: string;
  lines?: number;
  children: (data: T) => ReactNode;
};

/** The states of a query: loaded data, a skeleton, or the error. */
export function QueryStates<T>({ query, failed, lines = 2, children }: QueryStatesProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.failureCount > 0)
    return (
      <ErrorState
        title={failed}
        retry={texts.retry}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        className="py-6"
      />
    );
  return (
    <div aria-hidden className="grid gap-3">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="h-11" />
      ))}
    </div>
  );
}
