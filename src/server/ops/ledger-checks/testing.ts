import { sql } from 'kysely';
import { api } from '#contract/index.ts';
import { type CalendarDate, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { transactOn, type Tx } from '#server/kernel/db.ts';
import { sentQuote } from '#server/modules/quotes/testing.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { pollRefund } from '#server/modules/payments/flows/refunds.ts';
import { pollPayout } from '#server/modules/withdrawals/flows/payout.ts';
import { type FakeProvider, reported } from '../../../../tests/fake-provider.ts';
import { eventually, newOwner, type Owner, sampleInvoice, type TestApp } from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, PIN, setPin } from '../../../../tests/money.ts';

const params = { currency: 'NGN' } as const;
const PATIENCE_MS = 40_000;
const DEADLOCK = '40P01';

/**
 * One business with something of everything in the ledger: payments, refunds, withdrawals, unallocated funds.
 */
export async function fullLedger(app: TestApp, fake: FakeProvider): Promise<Owner> {
  const owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(50_000_00));
  await fundWallet(app, fake, owner, minor(20_000_00));
  await owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(1_000_00)) });
  const record = (payment: ReturnType<typeof reported>) =>
    app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, payment));
  await record(reported('nobody-knows', minor(7_00)));
  const { reference } = await app.system.db
    .selectFrom('checkouts')
    .select('reference')
    .limit(1)
    .executeTakeFirstOrThrow();
  const again = reported(reference, minor(300_00));
  await record(again);
  await record({ ...again, status: 'refunded' });
  const { data: paid } = await owner.call(api.payments.list, { params });
  const [first] = paid.transactions.filter(({ status }) => status === 'completed');
  const part = { amount: minor(40_00), reason: 'One tray too many', pin: PIN };
  await owner.call(api.payments.refund, { params: { ...params, id: first?.id ?? '' }, body: part });
  // A job that lost its connection retries in minutes: here it runs at once.
  await eventually(async () => {
    const open = await stillOpen(app, 'withdrawals');
    for (const reference of open) await pollPayout(app.scope(), reference);
    const back = await stillOpen(app, 'refunds');
    for (const reference of back) await pollRefund(app.scope(), reference);
    return open.length + back.length === 0;
  }, PATIENCE_MS);
  await settleInOtherWays(owner, dateIn(app.config.clock()));
  return owner;
}

/** Invoices of ₦1,000 settled by two credit notes, by tax that is kept, and by a claim that came true; and a quote of it in two parts. */
async function settleInOtherWays(owner: Owner, day: CalendarDate): Promise<void> {
  const items = [{ description: 'Bag of rice', quantity: 4_000_000, rate: minor(250_00) }];
  const sent = async () => {
    const { data } = await owner.call(api.invoices.create, {
      params,
      body: sampleInvoice({ taxRate: 0, items }),
    });
    const to = { invoiceId: data.id, channels: ['whatsapp' as const] };
    await owner.call(api.invoices.send, { params, body: to });
    return { ...params, id: data.id };
  };
  const credited = await sent();
  for (const quantity of [1_000_000, 2_000_000])
    await owner.call(api.creditNotes.issue, {
      params: credited,
      body: { lines: [{ item: 0, quantity }], reason: 'return' },
    });
  const taxed = await sent();
  const { data: tax } = await owner.call(api.withholding.declare, {
    params: taxed,
    body: { kind: 'services' },
  });
  await owner.call(api.offlinePayments.record, {
    params: taxed,
    body: { amount: minor(1000_00 - tax.amount), day, method: 'cash' },
  });
  const claimed = { invoiceId: (await sent()).id, amount: minor(1000_00), day };
  const { data: claim } = await owner.call(api.offlinePayments.addClaim, { params, body: claimed });
  await owner.call(api.offlinePayments.confirmClaim, { params: { ...params, id: claim.id }, body: {} });
  const { id } = await sentQuote(owner, { taxRate: 0, items });
  for (const part of [{ lines: [{ item: 0, quantity: 3_000_000 }] }, { rest: true as const }])
    await owner.call(api.quotes.invoicePart, { params: { ...params, id }, body: part });
}

const stillOpen = async (app: TestApp, table: 'withdrawals' | 'refunds'): Promise<string[]> =>
  (
    await app.system.db.selectFrom(table).select('reference').where('status', '<>', 'completed').execute()
  ).map(({ reference }) => reference);

/**
 * Corrupts the ledger past every trigger and constraint, inspects it, and rolls everything back. Dropping
 * constraints can deadlock with a running job; then it is retried.
 */
export async function inCorrupted<T>(
  app: TestApp,
  corruption: string,
  inspect: (tx: Tx) => Promise<T>,
  attemptsLeft = 5,
): Promise<T> {
  const undone = new Error('undone');
  const results: T[] = [];
  try {
    await transactOn(app.system.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await dropConstraints(tx);
      await sql.raw(corruption).execute(tx);
      await sql`set local session_replication_role = origin`.execute(tx);
      results.push(await inspect(tx));
      throw undone;
    });
  } catch (error) {
    const isDeadlock = (error as { code?: string }).code === DEADLOCK;
    if (isDeadlock && attemptsLeft > 0) return inCorrupted(app, corruption, inspect, attemptsLeft - 1);
    if (error !== undone) throw error;
  }
  return results[0] as T;
}

const dropConstraints = (tx: Tx) =>
  sql`do $$ declare one text; begin
    for one in select format('alter table %s %s', conrelid::regclass, string_agg(format('drop constraint %I cascade', conname), ', '))
      from pg_constraint where contype in ('c', 'u') and connamespace = 'public'::regnamespace and conrelid <> 0
      group by conrelid
    loop execute one; end loop; end $$`.execute(tx);

/** Effects of a fault, a failed restore or manual changes, and the invariant each breaks. */
export const corruptions: { breaks: string; sql: string }[] = [
  ['LED-1', `update ledger_transfers set credit_account = debit_account where reason = 'payment_received'`],
  ['LED-2', `update ledger_accounts set balance_minor = balance_minor + 1 where id like '%:available'`],
  ['LED-2', `update ledger_accounts set balance_minor = balance_minor - 100 where id like 'clearing:%'`],
  ['LED-4', `update ledger_transfers set amount_minor = amount_minor + 5 where reason = 'provider_fee'`],
  ['LED-4', `delete from ledger_transfers where ref like 'payment:%'`],
  ['LED-5', `delete from ledger_transfers where reason = 'withdrawal_sent'`],
  ['LED-5', `update withdrawals set status = 'failed' where status = 'completed'`],
  ['LED-5', `update withdrawals set amount_minor = amount_minor * 2`],
  ['LED-9', `update ledger_transfers set cause = 'nobody' where reason = 'payment_received'`],
  ['LED-9', `delete from withdrawals`],
  ['INV-1', `update invoice_items set total_minor = total_minor + 1`],
  ['INV-2', `update invoices set number = 'INV-0001'`],
  ['INV-3', `update allocations set amount_minor = amount_minor - 1 where amount_minor > 0`],
  ['INV-3', `update invoices set paid_minor = 0 where paid_minor > 0`],
  ['INV-3', `update invoices set written_off_minor = 1`],
  ['PAY-1', `update payments set amount_minor = amount_minor + 1 where status = 'completed'`],
  ['PAY-1', `update payments set fee_minor = fee_minor + 1 where status = 'completed'`],
  ['PAY-1', `update payments set status = 'failed' where status = 'completed'`],
  [
    'PAY-2',
    `update payments set provider = 'offline', evidence = 'hand', recorded_by = 'x', fee_minor = 0, surcharge_minor = 0
      where status = 'completed' and refunded_minor = 0`,
  ],
  ['PAY-3', `update payments set applied_minor = applied_minor - 1 where status = 'completed'`],
  [
    'PAY-3',
    `update payments set given_back_minor = amount_minor, given_back_on = day, given_back_reason = 'x'
      where evidence = 'provider' and applied_minor > 0`,
  ],
  [
    'PAY-3',
    `update payments p set given_back_minor = p.amount_minor - r.amount_minor + 1, given_back_on = day, given_back_reason = 'x',
      applied_minor = 0 from refunds r where r.payment_id = p.id and r.origin = 'owner'`,
  ],
  ['PAY-5', `delete from ledger_transfers where reason = 'unmatched_payment'`],
  ['PAY-7', `delete from ledger_transfers where reason = 'payment_refunded'`],
  ['PAY-7', `update refunds set amount_minor = amount_minor + 1 where origin = 'provider'`],
  ['REF-1', `delete from ledger_transfers where reason = 'refund_held'`],
  ['CRN-1', `update credit_notes set discount_minor = discount_minor + 1`],
  ['CRN-1', `delete from credit_note_lines`],
  ['CRN-1', `update adjustments set amount_minor = amount_minor - 1 where kind = 'credit_note'`],
  ['CRN-1', `update adjustments set source_id = 'crn_nobody' where kind = 'credit_note'`],
  ['CRN-1', `update credit_notes set withdrawn_at = created_at`],
  ['CRN-2', `update invoice_items set quantity_micro = 2999999 where quantity_micro = 4000000`],
  ['CRN-2', `update credit_note_lines set total_minor = 60000`],
  ['CRN-3', `update credit_notes set number = number + 1`],
  ['CRN-3', `update credit_notes set number = 1`],
  ['CRN-3', `update credit_notes set number = 3 where number = 2`],
  ['CRN-4', `update credit_notes set made_by = null`],
  ['CRN-4', `update adjustments set kind = 'early_discount' where kind = 'credit_note'`],
  ['QUO-1', `update invoices set quote_id = id, quote_number = 'QUO-0001', quote_part = 1`],
  ['QUO-1', `update invoices set quote_lines = '[{"item": 0, "quantity": 3000000}]' where quote_part = 2`],
  ['QUO-1', `update invoices set quote_lines = null where quote_part = 2`],
  ['PRT-1', `update invoices set schedule = '[{"sum": 1, "day": null}]'`],
  [
    'PRT-1',
    `update invoices set schedule = jsonb_build_array(jsonb_build_object('sum', total_minor, 'day', '2000-01-01')) where paid_at is null`,
  ],
  ['WHT-1', `update withholdings set amount_minor = amount_minor + 1`],
  ['WHT-1', `update withholdings set state = 'declared'`],
  ['WHT-1', `delete from withholdings`],
  [
    'STM-1',
    `with line as (insert into statement_lines (business_id, id, import_id, position, fingerprint, day, amount_minor, narration, payer, reference)
        select business_id, 'stl_' || id, 'imp', 1, id, day, amount_minor + 1, '', '', '' from payments where evidence = 'hand')
      update payments set evidence = 'statement', statement_line_id = 'stl_' || id where evidence = 'hand'`,
  ],
  ['CLM-1', `update payment_claims set payment_id = null`],
  ['CLM-1', `update payment_claims set invoice_id = (select min(id) from invoices)`],
  ['FIG-1', `update invoice_figures set invoices = invoices + 1`],
  ['FIG-2', `update payment_days set amount_minor = amount_minor + 1`],
  ['FIG-3', `update customer_figures set received_minor = received_minor + 1`],
].map(([breaks = '', sql = '']) => ({ breaks, sql }));
