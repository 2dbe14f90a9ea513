import { messageOf } from '#web/lib/api.ts';
import { texts } from '../texts.ts';

const CONCURRENCY = 4;

export type Failure<T> = { item: T; error: unknown };

type RunOptions = {
  /** Called after each, with how many are behind us. */
  onDone?: (done: number) => void;
  /** Asked before each; true leaves the rest undone. */
  isStopped?: (error?: unknown) => boolean;
};

/** Does one thing after another with at most four under way, whatever fails. Gives what failed, in order. */
export async function runEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { onDone, isStopped }: RunOptions,
): Promise<{ done: T[]; failed: Failure<T>[] }> {
  const results = new Map<T, { error: unknown } | null>();
  let next = 0;
  let isAborted = false;
  const worker = async () => {
    for (;;) {
      const item = items[next++];
      if (item === undefined || isAborted || isStopped?.()) return;
      const failure = await work(item).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      results.set(item, failure);
      if (failure && isStopped?.(failure.error)) isAborted = true;
      onDone?.(results.size);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker));
  const failed = items.flatMap((item) => {
    const result = results.get(item);
    return result ? [{ item, error: result.error }] : [];
  });
  return { done: items.filter((item) => results.get(item) === null), failed };
}

const NUMBERS_SHOWN = 3;

/** "INV-0004, INV-0007: The customer has no email." for each reason. */
export function summarizeFailures(failed: readonly Failure<{ invoiceNumber: string }>[]): string {
  const numbers = new Map<string, string[]>();
  for (const { item, error } of failed) {
    const reason = messageOf(error);
    numbers.set(reason, [...(numbers.get(reason) ?? []), item.invoiceNumber]);
  }
  return [...numbers]
    .map(([reason, all]) => {
      const rest = all.length - NUMBERS_SHOWN;
      const some = all.slice(0, NUMBERS_SHOWN).join(', ');
      return `${rest > 0 ? `${some} ${texts.bulk.more(rest)}` : some}: ${reason}`;
    })
    .join('\n');
}
