import { setTracing } from '#server/observability/spans.ts';

/** Counts the queries of all services of this process while `work` runs; with `text` those it matches. */
export async function queriesDuring(work: () => Promise<unknown>, text = /^/): Promise<number> {
  let count = 0;
  setTracing({
    span: (_name, _about, inner) => inner(),
    ended: (name, _ms, facts) =>
      void (name === 'query' && text.test(String(facts['db.query.text'])) && count++),
    traceparent: () => null,
  });
  try {
    await work();
  } finally {
    setTracing(null);
  }
  return count;
}
