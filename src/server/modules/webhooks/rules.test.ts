import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../tests/databases.ts';
import { maskAccountNumbers } from './rules.ts';

const ACCOUNT = '0108024071';
const notices: [from: string, body: object][] = [
  ['a payout', { data: { id: 4071, recipient: { details: { account_number: ACCOUNT, bank_code: '058' } } } }],
  ['a transfer', { data: { authorization: { sender_bank_account_number: ACCOUNT, last4: '4071' } } }],
  ['another', { eventData: { paymentSourceInformation: [{ accountNumber: ACCOUNT, amountPaid: 10 }] } }],
  ['one sent', { eventData: { destinationAccountNumber: ACCOUNT, reference: 'wdr-1' } }],
  ['a number', { data: { accountNo: 2108024071, nuban: ACCOUNT } }],
  ['a person', { data: { bvn: '22212344071', amount: 2108024071 } }],
];

test.each(notices)('of %s no account number and no BVN is kept, and everything else', (_, body) => {
  const sanitised = maskAccountNumbers(JSON.stringify(body, null, 1));
  expect(sanitised).not.toMatch(/108024071"|22212344071/);
  expect(sanitised).toContain('"…4071"');
  const left = JSON.stringify(body).replace(/"\d{10,}"|2108024071(?=,"nuban)/g, '"…4071"');
  expect(JSON.parse(sanitised)).toEqual(JSON.parse(left));
});

test('the same is made of what was kept before', async () => {
  const store = await freshDatabase();
  const migration = readFileSync(
    join(import.meta.dirname, '../../../../db/migrations/0036_notices.sql'),
    'utf8',
  );
  for (const [event, body] of notices)
    await sql`insert into payment_notices (provider, event_id, subject, subject_id, raw, state, received_at)
      values ('sandbox', ${event}, 'other', ${event}, ${JSON.stringify(body, null, 1)}, 'ignored', now())`.execute(
      store.db,
    );
  await sql.raw(migration).execute(store.db);
  const rows = await store.db.selectFrom('payment_notices').select(['event_id', 'raw']).execute();
  expect(rows.map(({ event_id: event, raw }) => [event, JSON.parse(raw)]).sort()).toEqual(
    notices.map(([event, body]) => [event, JSON.parse(maskAccountNumbers(JSON.stringify(body)))]).sort(),
  );
  await store.close();
});
