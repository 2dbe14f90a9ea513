import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import { invariants } from '#server/ops/ledger-checks/invariants.ts';
import { brokenLedgerInvariants } from '../ledger-comparison.ts';
import * as oracle from './oracle.ts';
import { type BusinessUnderTest, differences, type ModelRun } from './system.ts';

/** The books and the balance of the API cost more than all else together, and what is wrong in them stays: so rarely are they asked. */
const PROMISES_ONE_IN = 5;

/** After a command: every record of both businesses; at times the balance as its business is told it, and every promise of the books. */
export async function checkAfter(world: ModelRun, party: BusinessUnderTest): Promise<void> {
  const { counts, app, parties } = world;
  const { db } = app.system;
  const { found, compared } = await recordDifferences(db, parties);
  counts.records += compared;
  if (world.commands % PROMISES_ONE_IN === 0) {
    counts.promises += invariants.length;
    found.push(...(await differences(party)), ...(await brokenPromises(db)));
  }
  assert.deepEqual(found, []);
}

// One statement, for that is what it costs where the tables are small.
const everyPromise = sql.raw<{ broken: string }>(
  invariants
    .map(
      ({ id, breaches }) => `select '${id} by ' || id as broken from (${breaches}) ${id.replace('-', '_')}`,
    )
    .join('\nunion all '),
);

const brokenPromises = async (db: Db): Promise<string[]> =>
  (await everyPromise.execute(db)).rows.map(({ broken }) => broken);

/** Everything that can be compared: also what the calls of the API list, and every promise over the whole database. */
export async function checkEverything(world: ModelRun): Promise<void> {
  const { counts, app, parties } = world;
  counts.whole += 1;
  for (const party of parties) assert.deepEqual(await differences(party, { whole: true }), []);
  const { found } = await recordDifferences(app.system.db, parties);
  assert.deepEqual([...found, ...(await brokenLedgerInvariants(app.system.db))], []);
}

type Row = { name: string; state: string };

// Everything about money of a business, each record as one line of text.
const recordsOf = (businessIds: readonly string[]) => sql<Row>`
  with own as (select unnest(${[...businessIds]}::text[]) as business_id)
  select 'invoice ' || id as name, concat_ws(' ', total_minor, paid_minor, credited_minor, withheld_minor, written_off_minor,
      case when deleted_at is null then coalesce(settled_as, 'open') else 'deleted' end) as state
    from invoices join own using (business_id)
  union all select 'payment ' || transaction_id, concat_ws(' ', evidence, status, amount_minor, applied_minor, refunded_minor, given_back_minor)
    from payments join own using (business_id)
  union all select 'note ' || id, concat_ws(' ', total_minor, credit_minor, refund_minor, gave_back_minor,
      case when withdrawn_at is null then 'stands' else 'withdrawn' end) from credit_notes join own using (business_id)
  union all select 'tax ' || id, concat_ws(' ', state, case when state in ('refused', 'withdrawn') then null else amount_minor end)
    from withholdings join own using (business_id)
  union all select 'claim ' || id, concat_ws(' ', state, amount_minor) from payment_claims join own using (business_id)
  union all select 'line ' || l.id, concat_ws(' ', l.amount_minor,
      case when p.id is not null then p.transaction_id else coalesce(l.set_aside, 'open') end)
    from statement_lines l join own using (business_id)
    left join payments p on p.business_id = l.business_id and p.statement_line_id = l.id and p.status <> 'cancelled'
  union all select 'refund ' || id, concat_ws(' ', amount_minor, case when status in ('completed', 'failed') then status else 'open' end)
    from refunds join own using (business_id) where origin = 'owner' and payment_id is not null
  union all select 'payout ' || id, concat_ws(' ', amount_minor, fee_minor, case when status = 'pending' then 'processing' else status end)
    from withdrawals join own using (business_id)
  union all select 'account ' || id, balance_minor::text from ledger_accounts join own using (business_id)
    where balance_minor <> 0`;

/** Records of businesses that say something else than the oracle, and how many were compared. */
async function recordDifferences(
  db: Db,
  parties: readonly BusinessUnderTest[],
): Promise<{ found: string[]; compared: number }> {
  const { rows } = await recordsOf(parties.map(({ owner }) => owner.businessId)).execute(db);
  const is = new Map(rows.map(({ name, state }) => [name, state]));
  const should = new Map(parties.flatMap((party) => [...expectedOf(party)]));
  const names = new Set([...is.keys(), ...should.keys()]);
  const found = [...names]
    .filter((name) => is.get(name) !== should.get(name))
    .map((name) => `${name} is ${is.get(name)} and should be ${should.get(name)}`);
  return { found, compared: names.size };
}

/** The same by the oracle. */
function expectedOf({ owner, wallet }: BusinessUnderTest): Map<string, string> {
  const rows = new Map<string, string>();
  const put = (kind: string, id: string, ...state: (string | number)[]) =>
    void rows.set(`${kind} ${id}`, state.join(' '));
  for (const one of wallet.invoices) {
    const state = one.deleted ? 'deleted' : (oracle.settledAs(one) ?? 'open');
    put('invoice', one.id, one.total, one.paid, one.credited, one.withheld, one.writtenOff, state);
    if (one.tax) put('tax', one.tax.id, one.tax.state, one.tax.amount);
    for (const { id, state: ended } of one.pastTaxes) put('tax', id, ended);
  }
  for (const one of [...wallet.payments, ...wallet.records]) {
    const { amount, refunded, givenBack } = one;
    const status = one.cancelled ? 'cancelled' : refunded === amount ? 'refunded' : 'completed';
    put(
      'payment',
      one.transactionId,
      one.evidence,
      status,
      amount,
      oracle.appliedOf(one),
      refunded,
      givenBack,
    );
  }
  for (const { id, amount, credit, refund, gaveBack, withdrawn } of wallet.notes)
    put('note', id, amount, credit, refund, gaveBack, withdrawn ? 'withdrawn' : 'stands');
  for (const { id, state, amount } of wallet.claims) put('claim', id, state, amount);
  for (const line of wallet.statements.flatMap(({ lines }) => lines ?? []))
    put(
      'line',
      line.id,
      line.amount,
      oracle.paymentOf(line)?.transactionId ?? (line.ignored ? 'ignored' : 'open'),
    );
  for (const { id, amount, open, actual } of wallet.refunds)
    put('refund', id, amount, open ? 'open' : actual);
  for (const { id, amount, fee, state } of wallet.payouts) put('payout', id, amount, fee, state);
  const balances = { available: wallet.available, held: oracle.heldOf(wallet), receivable: -wallet.owed };
  for (const [account, balance] of Object.entries(balances))
    if (balance !== 0) put('account', `biz:${owner.businessId}:ngn:${account}`, balance);
  return rows;
}
