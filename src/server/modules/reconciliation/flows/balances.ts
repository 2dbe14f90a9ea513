import { dateIn, plusMs } from '#core/dates.ts';
import { currencies, type Currency } from '#core/money.ts';
import type { ProviderPayment } from '#server/kernel/ports/index.ts';
import { recordDifference } from '../commands/examine.ts';
import { expectedBalance, hasPendingWebhooks, ourPayments } from '../queries.ts';
import { judgeBalance } from '../rules/balances.ts';
import { LAG_MS } from '../rules/findings.ts';
import { examine, readAll, type Work } from './work.ts';

const WEBHOOK_LAG_MS = 60 * 60_000;
const AHEAD_MS = 5 * 60_000;

/**
 * Compares the provider's balance with our ledger's, where payouts are made from it: a provider that only
 * collects passes the money on to a bank account outside this ledger.
 */
export async function compareBalances(work: Work): Promise<void> {
  const { payingOut } = work.scope.ports.payments;
  for (const currency of currencies.filter((one) => payingOut[one]?.name === work.provider.name)) {
    const first = await judgeOnce(work, currency);
    const judged = first?.length ? await judgeOnce(work, currency) : first;
    if (!judged) continue;
    work.compared.balances.add(`${currency}:less`).add(`${currency}:more`);
    for (const finding of judged)
      await examine(work, finding.subject, async (ctx) => [await recordDifference(ctx, work.run, finding)]);
  }
}

// Only believed when no money moved meanwhile: null where it cannot be judged now. What differs is looked at twice.
async function judgeOnce(work: Work, currency: Currency) {
  const { scope, provider } = work;
  const read = () => expectedBalance(scope.db, provider.name, currency, dateIn(scope.now));
  if (await hasPendingWebhooks(scope.db, provider.name, plusMs(scope.now, -WEBHOOK_LAG_MS))) return null;
  const before = await read();
  const answer = await provider.balance(currency);
  if (!answer.ok) {
    work.problems.push(`Its balance could not be asked for: ${answer.reason}`);
    return null;
  }
  if (answer.available === null) return null;
  const arriving = await arrivingNow(work, currency);
  const after = await read();
  if (arriving === null || JSON.stringify(before) !== JSON.stringify(after)) return null;
  return judgeBalance(currency, { ...after, arriving }, answer.available);
}

// Money received there within the last minutes and not recorded here yet.
async function arrivingNow({ scope, provider, ...work }: Work, currency: Currency): Promise<number | null> {
  const span = { from: plusMs(scope.now, -2 * LAG_MS), until: plusMs(scope.now, AHEAD_MS) };
  const recent: ProviderPayment[] = [];
  const isComplete = await readAll(
    { ...work, scope, provider },
    'payments',
    (cursor) => provider.payments(span, cursor),
    async (items) => void recent.push(...items.filter((item) => item.currency === currency)),
  );
  if (!isComplete) return null;
  const ours = await ourPayments(
    scope.db,
    provider.name,
    recent.map(({ transactionId }) => transactionId),
  );
  return recent
    .filter(
      ({ transactionId, status }) =>
        status === 'completed' && ours.get(transactionId)?.status !== 'completed',
    )
    .reduce((sum, { amount, fee, refunded }) => sum + amount - fee - refunded, 0);
}
