import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import type { ActualPayment, Simulator } from '../simulators/simulator.ts';
import type { Problem } from './result.ts';

/** Broken ledger checks. */
export async function brokenLedgerInvariants(db: Db): Promise<Problem[]> {
  const findings = await checkLedger(db);
  return findings
    .filter(({ breaches }) => breaches.length > 0)
    .map(({ id, breaches }) => ({ kind: 'imbalance', text: `${id} is broken by ${breaches.join(', ')}` }));
}

/**
 * Compares our ledger with the provider's, which alone holds the actual state. `funded` is what the provider
 * was given besides payments, in minor units.
 */
export async function compareLedgers(db: Db, simulator: Simulator, funded = 0): Promise<Problem[]> {
  return [
    ...(await comparePayments(db, simulator)),
    ...(await comparePayouts(db, simulator)),
    ...(await compareBalance(db, simulator, funded)),
  ];
}

const arrived = ({ status }: Pick<ActualPayment, 'status'>) =>
  status === 'completed' || status === 'refunded';

async function comparePayments(db: Db, { name, ledger: books }: Simulator): Promise<Problem[]> {
  const ours = await db.selectFrom('payments').selectAll().where('provider', '=', name).execute();
  const parked = await db.selectFrom('unmatched_payments').selectAll().where('provider', '=', name).execute();
  const problems: Problem[] = [];
  const theirs = new Map(books.payments.filter(arrived).map((payment) => [payment.transactionId, payment]));
  for (const [id, payment] of theirs) {
    const credited = ours.filter((row) => row.transaction_id === id && arrived(row));
    const matching = parked.filter((row) => row.transaction_id === id);
    const times = credited.length + matching.length;
    if (times === 0) problems.push({ kind: 'lost', text: `payment ${id} of ${payment.amount} is not here` });
    if (times > 1) problems.push({ kind: 'doubled', text: `payment ${id} is here ${times} times` });
    for (const row of credited) {
      const facts = `${row.amount_minor} with fee ${row.fee_minor}, ${row.refunded_minor} back`;
      const true_ = `${payment.amount} with fee ${payment.fee}, ${payment.refunded} back`;
      if (facts !== true_)
        problems.push({ kind: 'wrong', text: `payment ${id} is ${facts}; truly ${true_}` });
    }
  }
  const unknown = ours.filter((row) => arrived(row) && !theirs.has(row.transaction_id));
  return [
    ...problems,
    ...unknown.map((row) => ({
      kind: 'imbalance' as const,
      text: `payment ${row.transaction_id} was credited and never came`,
    })),
  ];
}

async function comparePayouts(db: Db, { name, ledger: books }: Simulator): Promise<Problem[]> {
  const ours = await db.selectFrom('withdrawals').selectAll().where('provider', '=', name).execute();
  const problems: Problem[] = [];
  for (const reference of new Set(books.payouts.map((payout) => payout.reference))) {
    const sent = books.payouts.filter((payout) => payout.reference === reference);
    const row = ours.find((withdrawal) => withdrawal.reference === reference);
    const [first] = sent;
    if (sent.length > 1 || (first?.sent ?? 0) > 1)
      problems.push({ kind: 'doubled', text: `payout ${reference} was sent ${sent.length} times` });
    if (!row || row.amount_minor !== first?.amount)
      problems.push({
        kind: 'imbalance',
        text: `payout ${reference} is not one of ours, or of another amount`,
      });
    else if (row.status !== first.state && !(row.needs_review_at && row.status === 'processing'))
      problems.push({
        kind: 'stuck',
        text: `payout ${reference} is ${row.status} here and ${first.state} there`,
      });
  }
  for (const row of ours) {
    if (row.status === 'completed' && !books.payouts.some((payout) => payout.reference === row.reference))
      problems.push({ kind: 'lost', text: `payout ${row.reference} is completed here and unknown there` });
  }
  return problems;
}

/**
 * Our balance at the provider by our ledger (clearing less its charges) equals the one it reports, but for payouts that have
 * left it while we still wait for its word.
 */
async function compareBalance(
  db: Db,
  { name, currency, ledger: books }: Simulator,
  funded: number,
): Promise<Problem[]> {
  const { rows } = await sql<{
    held: number;
  }>`select -coalesce(sum(balance_minor), 0) as held from ledger_accounts
    where id in (${`clearing:${name}:${currency.toLowerCase()}`}, ${`fees:${name}:${currency.toLowerCase()}`})`.execute(
    db,
  );
  const open = await db
    .selectFrom('withdrawals')
    .select(['reference', 'amount_minor', 'fee_minor'])
    .where('status', 'in', ['pending', 'processing'])
    .execute();
  const onItsWay = open
    .filter(({ reference }) =>
      books.payouts.some((sent) => sent.reference === reference && isSent(sent.state)),
    )
    .reduce((sum, row) => sum + row.amount_minor + row.fee_minor, 0);
  const expected = Number(rows[0]?.held ?? 0) - onItsWay;
  const theirs = books.balance - funded;
  if (expected === theirs) return [];
  return [{ kind: 'imbalance', text: `${name} holds ${theirs}; by our books it is ${expected}` }];
}

const isSent = (state: string) => state === 'processing' || state === 'completed';
