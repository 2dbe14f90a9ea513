import { plusMs } from '#core/dates.ts';
import type { PayoutState, ProviderPayout } from '#server/kernel/ports/index.ts';
import { compareAbout, examinePayout, openPayout } from '../commands/examine.ts';
import { payoutsWithin, withdrawalsNamed } from '../queries.ts';
import { listedSpan } from '../rules.ts';
import type { OurPayout } from '../rules/payouts.ts';
import { examine, readAll, type Work } from './work.ts';

type Listed = ProviderPayout & { page: number };

const CHUNK = 200;

/** Goes through the provider's payouts, then through ours that it did not list. */
export async function lookAtPayouts(work: Work): Promise<void> {
  const { provider } = work;
  const listed = new Map<string, Listed[]>();
  const isWhole = await readAll(
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
  if (!isWhole) return;
  const ours = await payoutsWithin(work.scope.db, provider.name, work.span);
  for (const reference of ours.filter((name) => !listed.has(name))) {
    work.items += 1;
    await askAboutPayout(work, reference, []);
  }
}

async function compareChunk(work: Work, references: string[], listed: Map<string, Listed[]>): Promise<void> {
  const { scope, provider } = work;
  const rows = await withdrawalsNamed(scope.db, provider.name, references);
  const ours = new Map<string, OurPayout>();
  for (const row of rows) ours.set(row.reference, await openPayout(scope.vault, row));
  for (const reference of references) {
    work.items += 1;
    work.compared.payouts.add(reference);
    const theirs = await oncePerPayout(work, listed.get(reference) ?? []);
    const about = { reference, listed: theirs, now: null };
    if (compareAbout(ours.get(reference) ?? null, about, scope.now).length > 0)
      await askAboutPayout(work, reference, theirs);
  }
}

// A list that grows while it is read shows the same entry on two pages. Two entries of one page, or of
// different instants, are two; otherwise the list of just that instant decides.
async function oncePerPayout(work: Work, listed: Listed[]): Promise<ProviderPayout[]> {
  const [first] = listed;
  if (!first || listed.length === 1) return listed;
  const isTwo = listed.some(
    (other) =>
      other !== first &&
      (other.page === first.page || other.createdAt.getTime() !== first.createdAt.getTime()),
  );
  if (isTwo) return listed;
  const instant = { from: plusMs(first.createdAt, -1), until: plusMs(first.createdAt, 1) };
  const again = await work.provider.payouts(instant, null);
  if (!again.ok) return [first];
  const same = again.items.filter(({ reference }) => reference === first.reference);
  return same.length > 1 ? same : [first];
}

/** Polls one payout and compares its state. */
export async function askAboutPayout(
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
