import pg from 'pg';
import { currentRequestContext, type RequestContext } from '#server/observability/request-context.ts';

/** The statements a call sent to PostgreSQL, in the round trips in which it waited for their answers. */
export type RoundTrips = string[][];

type Sent = { answered: number; trips: RoundTrips };

/**
 * The round trips of each call that is answered while `work` runs. A statement belongs to the trip after the last one whose
 * answer had come when it was sent, over whichever connection: so what is sent together counts once, and each wait once.
 */
export async function roundTripsDuring(work: () => Promise<unknown>): Promise<RoundTrips[]> {
  const calls = new Map<RequestContext, Sent>();
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
    const answer: unknown = Reflect.apply(original, this, words);
    const context = currentRequestContext();
    // A job, such as the sending of a mail, may run meanwhile.
    if (!context || context.job !== undefined) return answer;
    const call = calls.get(context) ?? { answered: 0, trips: [] };
    calls.set(context, call);
    const trip = call.answered;
    (call.trips[trip] ??= []).push(textOf(words[0]));
    const answered = () => {
      call.answered = Math.max(call.answered, trip + 1);
    };
    (answer as Promise<unknown>).then(answered, answered);
    return answer;
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return [...calls.values()].map(({ trips }) => trips);
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : (query as { text: string }).text;
