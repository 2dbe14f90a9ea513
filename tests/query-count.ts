import { setTracing } from '#server/observability/spans.ts';

/** Counts the queries of all services of this process while `work` runs. */
export async function queriesDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  setTracing({
    span: (_name, _about, inner) => inner(),
    ended: (name) => void (name === 'query' && count++),
    traceparent: () => null,
  });
  try {
    await work();
  } finally {
    setTracing(null);
  }
  return count;
}
