import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '#contract/client.ts';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { lazyComponent } from './lazy.tsx';
import { texts } from './texts.ts';

const isGone = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404;

// Few owners have both.
const OtherCurrencyState = lazyComponent(
  async () => (await import('./currency/show.tsx')).OtherCurrencyState,
);

type RecordQuery<T> = {
  data: T | undefined;
  error: unknown;
  failureCount: number;
  isFetching: boolean;
  refetch: () => unknown;
};

/** A record opened by its id; none once it is there no more, also where it was read before. */
export function existingRecord<T>({ data, error }: RecordQuery<T>): T | undefined {
  return isGone(error) ? undefined : data;
}

type RecordStatesProps = {
  query: RecordQuery<unknown>;
  /** There is no such record. */
  gone: string;
  failed: string;
  /** Its outline while it is read. */
  children: ReactNode;
};

/** In the place of a record opened by its id, until there is one: a retry helps where a read failed, and not where there is none. */
export function RecordStates({ query, gone, failed, children }: RecordStatesProps) {
  const { error } = query;
  if (isGone(error) && error.data.currency)
    return <OtherCurrencyState currency={error.data.currency === 'USD' ? 'USD' : 'NGN'} />;
  if (isGone(error)) return <EmptyState title={gone} text={texts.gone} icon={<SearchX />} />;
  if (query.data !== undefined) return null;
  if (query.failureCount === 0) return children;
  return <ErrorState title={failed} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
}
