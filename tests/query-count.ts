import { currentRequestContext } from '#server/observability/request-context.ts';
import { setTracing } from '#server/observability/spans.ts';

/** Counts the queries of all services of this process while `work` runs; with `text` those it matches. */
export const queriesDuring = async (work: () => Promise<unknown>, text = /^/): Promise<number> =>
  (await queryTexts(work)).filter((one) => text.test(one)).length;

/** The queries that requests alone, not jobs, send while `work` runs. */
export const requestQueries = (work: () => Promise<unknown>): Promise<string[]> =>
  queryTexts(work, () => {
    const context = currentRequestContext();
    return context !== undefined && context.job === undefined;
  });

async function queryTexts(work: () => Promise<unknown>, counts = () => true): Promise<string[]> {
  const texts: string[] = [];
  setTracing({
    span: (_name, _about, inner) => inner(),
    ended: (name, _ms, facts) =>
      void (name === 'query' && counts() && texts.push(String(facts['db.query.text']))),
    traceparent: () => null,
  });
  try {
    await work();
  } finally {
    setTracing(null);
  }
  return texts;
}
