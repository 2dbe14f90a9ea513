import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { createFakeProvider, reported } from '../../../tests/fake-provider.ts';
import { eventually, newOwner, type TestApp, testApp } from '../../../tests/harness.ts';
import { earn, PIN, setPin, toSelf } from '../../../tests/money.ts';
import { recordPayment } from '../modules/payments/commands.ts';
import { checkBooks } from './check.ts';
import { invariants } from './invariants.ts';
import { onlyProvider } from '#server/providers.ts';

// Each promise is broken behind the back of every trigger and constraint that could be in the way; a checker that
// does not notice is worth nothing.
const corruptions: Record<string, string> = {
  'LED-1': `update ledger_transfers set credit_account = debit_account where reason = 'payment_received'`,
  'LED-2': `update ledger_accounts set balance_minor = balance_minor + 1 where id like '%:available'`,
  'LED-4': `update ledger_transfers set amount_minor = amount_minor + 5 where reason = 'provider_fee'`,
  'LED-5': `delete from ledger_transfers where reason = 'withdrawal_sent'`,
  'LED-9': `update ledger_transfers set cause = 'nobody' where reason = 'payment_received'`,
  'INV-1': `update invoice_items set total_minor = total_minor + 1`,
  'INV-2': `update invoices set number = 'INV-0001'`,
  'INV-3': `update allocations set amount_minor = amount_minor - 1 where amount_minor > 0`,
  'PAY-1': `update payments set amount_minor = amount_minor + 1 where status = 'completed'`,
  'PAY-3': `update payments set applied_minor = applied_minor - 1 where status = 'completed'`,
  'PAY-5': `delete from ledger_transfers where reason = 'unmatched_payment'`,
  'PAY-7': `delete from ledger_transfers where reason = 'payment_refunded'`,
  'REF-1': `delete from ledger_transfers where reason = 'refund_held'`,
  'FIG-1': `update invoice_figures set invoices = invoices + 1`,
  'FIG-2': `update payment_days set amount_minor = amount_minor + 1`,
  'FIG-3': `update customer_figures set received_minor = received_minor + 1`,
};

const params = { currency: 'NGN' } as const;
let app: TestApp;

beforeAll(async () => {
  const fake = createFakeProvider();
  app = await testApp({}, { ports: (made) => ({ ...made, payments: onlyProvider(fake) }) });
  const owner = await newOwner(app);
  await setPin(owner);
  await earn(app, fake, owner, minor(50_000_00));
  await earn(app, fake, owner, minor(20_000_00));
  await owner.call(api.withdrawals.create, { params, body: toSelf(minor(1_000_00)) });
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
  await eventually(async () => {
    const { data } = await owner.call(api.withdrawals.list, { params });
    return data.withdrawals.every((row) => row.status === 'completed');
  });
});
afterAll(() => app.close());

test('every promise has a corruption that breaks it', () => {
  expect(Object.keys(corruptions).sort()).toEqual(invariants.map(({ id }) => id).sort());
});

test('untouched books hold', async () => {
  expect((await checkBooks(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
});

test.each(Object.entries(corruptions))('a breach of %s is found', async (id, corruption) => {
  const undone = new Error('undone');
  const found = await new Promise<string[]>((done, fail) => {
    app.system.db
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await dropConstraints(trx);
        await sql.raw(corruption).execute(trx);
        const findings = await checkBooks(trx);
        done(findings.filter((finding) => finding.breaches.length > 0).map((finding) => finding.id));
        throw undone;
      })
      .catch((error: unknown) => error === undone || fail(error));
  });
  expect(found).toContain(id);
});

async function dropConstraints(trx: TestApp['system']['db']): Promise<void> {
  const { rows } = await sql<{ name: string; of: string }>`
    select conname as name, conrelid::regclass::text as of from pg_constraint
    where contype in ('c', 'u') and connamespace = 'public'::regnamespace and conrelid <> 0`.execute(trx);
  for (const { name, of } of rows)
    await sql`alter table ${sql.raw(of)} drop constraint ${sql.id(name)} cascade`.execute(trx);
}
