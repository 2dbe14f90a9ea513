import { plusMs } from '#core/dates.ts';
import type { PayoutState, ProviderPayout } from '#server/kernel/ports/index.ts';
import { compareReport, examinePayout, unsealPayout } from '../commands/examine.ts';
import { payoutsWithin, withdrawalsByReference } from '../queries.ts';
import { listedSpan } from '../rules/findings.ts';
import type { OurPayout } from '../rules/payouts.ts';
import { examine, readAll, type Work } from './work.ts';

type Listed = ProviderPayout & { page: number };

const CHUNK = 200;

/** Goes through the provider's payouts, then through ours that it did not list. */
export async function comparePayouts(work: Work): Promise<void> {
  const { provider } = work;
  const listed = new Map<string, Listed[]>();
  const isComplete = await readAll(
    work,
    'payouts',
    (cursor) => provider.payouts(listedSpan(work.span), cursor),
    async (items, page) => {
      for (const item of items)
        listed.set(item.reference, [...(listed.get(item.reference) ?? []), { ...item, page }]);
    },
  );
  const references = [...listed.keys()];
  for (let at = 0; at < references.length; at += CHUNK)
    await compareChunk(work, references.slice(at, at + CHUNK), listed);
  if (!isComplete) return;
  const ours = await payoutsWithin(work.scope.db, provider.name, work.span);
  for (const reference of ours.filter((name) => !listed.has(name))) {
    work.items += 1;
    await pollPayout(work, reference, []);
  }
}

async function compareChunk(work: Work, references: string[], listed: Map<string, Listed[]>): Promise<void> {
  const { scope, provider } = work;
  const rows = await withdrawalsByReference(scope.db, provider.name, references);
  const ours = new Map<string, OurPayout>();
  for (const row of rows) ours.set(row.reference, await unsealPayout(scope.vault, row));
  for (const reference of references) {
    work.items += 1;
    work.compared.payouts.add(reference);
    const theirs = await withoutPageOverlap(work, listed.get(reference) ?? []);
    const report = { reference, listed: theirs, now: null };
    if (compareReport(ours.get(reference) ?? null, report, scope.now).length > 0)
      await pollPayout(work, reference, theirs);
  }
}

// A list that grows while it is read shows the same entry on two pages. Two entries of one page, or of
// different instants, are two; otherwise the list of just that instant decides.
async function withoutPageOverlap(work: Work, listed: Listed[]): Promise<ProviderPayout[]> {
  const [first] = listed;
  if (!first || listed.length === 1) return listed;
  const areDistinct = listed.some(
    (other) =>
      other !== first &&
      (other.page === first.page || other.createdAt.getTime() !== first.createdAt.getTime()),
  );
  if (areDistinct) return listed;
  const instant = { from: plusMs(first.createdAt, -1), until: plusMs(first.createdAt, 1) };
  const again = await work.provider.payouts(instant, null);
  if (!again.ok) return [first];
  const same = again.items.filter(({ reference }) => reference === first.reference);
  return same.length > 1 ? same : [first];
}

/** Polls one payout and compares its state. */
export async function pollPayout(
  work: Work,
  reference: string,
  listed: readonly ProviderPayout[],
): Promise<void> {
  const now: PayoutState = await work.provider.payoutState(reference);
  if (now.state === 'unknown' && listed.length === 0) {
    work.problems.push(`${reference} could not be asked about: ${now.reason ?? 'no answer'}`);
    return;
  }
  work.compared.payouts.add(reference);
  await examine(work, reference, (ctx) =>
    examinePayout(ctx, work.run, work.provider, { reference, listed, now }),
  );
}
