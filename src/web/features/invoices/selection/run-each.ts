const AT_ONCE = 4;

export type Failure<T> = { item: T; error: unknown };

type Told = {
  /** Called after each, with how many are behind us. */
  onDone?: (done: number) => void;
  /** Asked before each; true leaves the rest undone. */
  isStopped?: (error?: unknown) => boolean;
};

/** Does one thing after another with at most four under way, whatever fails. Gives what failed, in order. */
export async function runEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { onDone, isStopped }: Told = {},
): Promise<{ done: T[]; failed: Failure<T>[] }> {
  const results = new Map<T, { error: unknown } | null>();
  let next = 0;
  let isOver = false;
  const worker = async () => {
    for (;;) {
      const item = items[next++];
      if (item === undefined || isOver || isStopped?.()) return;
      const failure = await work(item).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      results.set(item, failure);
      if (failure && isStopped?.(failure.error)) isOver = true;
      onDone?.(results.size);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  const failed = items.flatMap((item) => {
    const result = results.get(item);
    return result ? [{ item, error: result.error }] : [];
  });
  return { done: items.filter((item) => results.get(item) === null), failed };
}
