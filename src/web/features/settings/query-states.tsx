import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { texts } from './texts.ts';

type Read<T> = { data: T | undefined; failureCount: number; isFetching: boolean; refetch: () => unknown };

type QueryLookProps<T> = { read: Read<T>; failed: string; lines?: number; children: (data: T) => ReactNode };

/** The states of a query: loaded data, a skeleton, or the error. */
export function QueryLook<T>({ read, failed, lines = 2, children }: QueryLookProps<T>) {
  if (read.data !== undefined) return children(read.data);
  if (read.failureCount > 0)
    return (
      <ErrorState
        title={failed}
        retry={texts.retry}
        onRetry={() => void read.refetch()}
        retrying={read.isFetching}
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
