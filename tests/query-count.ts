import { currentRequestContext, runInRequestContext } from '#server/observability/request-context.ts';
import { setTracing } from '#server/observability/spans.ts';

const isOfJob = (): boolean => currentRequestContext()?.job !== undefined;

/** Counts the queries of all services of this process while `work` runs, jobs left out; with `text` those it matches. */
export const queriesDuring = async (work: () => Promise<unknown>, text = /^/): Promise<number> =>
  (await queryTexts(work, () => !isOfJob())).filter((one) => text.test(one)).length;

/** The queries of `work` itself and of requests while it runs: neither those of jobs nor of what looks for jobs. */
export const requestQueries = (work: () => Promise<unknown>): Promise<string[]> =>
  queryTexts(
    () => runInRequestContext({ requestId: 'counted' }, work),
    () => currentRequestContext() !== undefined && !isOfJob(),
  );

async function queryTexts(work: () => Promise<unknown>, counts: () => boolean): Promise<string[]> {
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
