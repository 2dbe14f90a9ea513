import type { ListPage, Outcome, PaymentProvider, Span } from '#server/kernel/ports/index.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import type { Examined } from '../commands/examine.ts';
import type { RecordOutcome, Run } from '../commands/findings.ts';
import { settledSpan } from '../rules/findings.ts';

/** One reconciliation under way. */
export type Work = {
  scope: SystemScope;
  provider: PaymentProvider;
  run: Run;
  /** Span that may be judged. */
  span: Span;
  items: number;
  results: Examined[];
  /** Subjects that were compared, whatever came of it. */
  compared: { payments: Set<string>; payouts: Set<string>; balances: Set<string> };
  problems: string[];
};

export const newWork = (scope: SystemScope, provider: PaymentProvider, run: Run, span: Span): Work => ({
  scope,
  provider,
  run,
  span: settledSpan(span, scope.now),
  items: 0,
  results: [],
  compared: { payments: new Set(), payouts: new Set(), balances: new Set() },
  problems: [],
});

/** How many findings became this. */
export const countOf = ({ results }: Work, what: RecordOutcome): number =>
  results.filter(({ result }) => result === what).length;

const MOST_PAGES = 5_000;

/** Reads a list to its end, page by page. False when the provider could not return all of it. */
export async function readAll<T>(
  work: Work,
  what: string,
  fetchPage: (cursor: string | null) => Promise<Outcome<ListPage<T>>>,
  handle: (items: T[], page: number) => Promise<void>,
): Promise<boolean> {
  let cursor: string | null = null;
  const seen = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer: Outcome<ListPage<T>> = await fetchPage(cursor);
    if (!answer.ok) {
      work.problems.push(`Its list of ${what} could not be read: ${answer.reason}`);
      return false;
    }
    await handle(answer.items, page);
    if (answer.next === null) return true;
    if (seen.has(answer.next)) break;
    seen.add(answer.next);
    cursor = answer.next;
  }
  work.problems.push(`Its list of ${what} does not end`);
  return false;
}

/** Runs one comparison in a transaction of its own: a failure is logged, and the rest goes on. */
export async function examine(
  work: Work,
  subject: string,
  compare: (ctx: Parameters<Parameters<SystemScope['transactAsSystem']>[0]>[0]) => Promise<Examined[]>,
): Promise<void> {
  try {
    work.results.push(...(await work.scope.transactAsSystem(compare)));
  } catch (error) {
    work.scope.log.error(
      { err: error, provider: work.provider.name, subject },
      'A difference was not mended',
    );
    work.problems.push(`${subject} could not be compared; the log says why`);
  }
}
