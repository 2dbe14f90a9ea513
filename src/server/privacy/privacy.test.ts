import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { areSound, checkBooks, printFindings } from '#server/books/check.ts';
import { onlyProvider } from '#server/providers.ts';
import { createFakeProvider } from '../../../tests/fake-provider.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../../../tests/harness.ts';
import { earn, setPin } from '../../../tests/money.ts';
import { breachReport, touchedBetween } from './breach.ts';
import { findPerson } from './person.ts';
import { placesWith } from './places.ts';
import { erase, giveAccess, restrict } from './requests.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
const PERSON = { name: 'Zikora Umeadi-Canary', email: 'zikora@canary.test', phone: '0803 555 7788' };
const SIGNS = [PERSON.name, PERSON.email, PERSON.phone, '08035557788', '2348035557788'];
let app: TestApp;
let first: Owner;
let second: Owner;
let witness: string;

beforeAll(async () => {
  app = await testApp({}, { ports: (made) => ({ ...made, payments: onlyProvider(fake) }), sweeps: false });
  first = await bills(PERSON.phone);
  second = await bills('+2348035557788');
  const { data } = await second.call(api.customers.create, {
    params,
    body: { name: 'Zikora Other', email: 'other@canary.test', phone: '08035557799' },
  });
  witness = data.id;
});
afterAll(() => app.close());

/** A business that has this person in every kind of record it can. */
async function bills(phone: string): Promise<Owner> {
  const owner = await newOwner(app);
  await setPin(owner);
  await earn(app, fake, owner, minor(100_000_00));
  const { data: customer } = await owner.call(api.customers.create, {
    params,
    body: { name: PERSON.name, email: PERSON.email, phone },
  });
  await owner.call(api.customers.update, {
    params: { ...params, id: customer.id },
    body: { whatsappConsent: true },
  });
  const { data: invoice } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      clientName: PERSON.name,
      clientEmail: PERSON.email,
      notes: `Deliver to ${PERSON.name}, ${PERSON.phone}`,
    }),
  });
  const about = { invoiceId: invoice.id };
  await owner.call(api.invoices.send, { params, body: about });
  await owner.call(api.invoices.remind, { params, body: about });
  await owner.call(api.reminders.promise, {
    params,
    body: { ...about, day: invoice.dueDate, note: `${PERSON.name} called` },
  });
  for (const prompt of [`Does ${PERSON.name.toUpperCase()} owe me?`, `Invoice ${PERSON.name} 45k for a cake`])
    await owner.call(api.assistant.conversation, { params, body: { prompt } });
  await sql`insert into messages (key, id, business_id, customer_id, customer_name, channel, kind, to_address, state, created_at)
    values (${`wait:${owner.businessId}`}, ${`msg_${owner.businessId}`}, ${owner.businessId}, ${customer.id}, ${PERSON.name}, 'email', 'invoice',
      ${PERSON.email}, 'queued', now())`.execute(app.store.db);
  return owner;
}

const booksOf = async () =>
  (
    await sql`select id, number, total_minor, paid_minor, issue_date from invoices union all
      select id, '', amount_minor, fee_minor, day from payments union all
      select ref, '', amount_minor, 0, null from ledger_transfers order by 1`.execute(app.store.db)
  ).rows;

test('access tells what every business holds, and no secret', async () => {
  const held = await giveAccess(app.scope(), '08035557788');
  const byPhone = Object.keys(held);
  for (const table of ['customers', 'invoices', 'promises', 'messages', 'thread_messages', 'consents'])
    expect(byPhone, table).toContain(`public.${table}`);
  expect(held['public.customers']?.map((row) => (row as { business_id: string }).business_id).sort()).toEqual(
    [first.businessId, second.businessId].sort(),
  );
  const text = JSON.stringify(held);
  for (const secret of ['argon2', 'd2.', '0108024071', 'other@canary.test'])
    expect(text).not.toContain(secret);
});

test('nobody writes to somebody who is restricted, until that is lifted', async () => {
  const stops = async () =>
    (
      await sql`select 1 from message_stops where address in (${PERSON.email}, '2348035557788')`.execute(
        app.store.db,
      )
    ).rows.length;
  await restrict(app.scope(), PERSON.email, true);
  expect(await stops()).toBe(4);
  await restrict(app.scope(), PERSON.email, false);
  expect(await stops()).toBe(0);
});

test('after an erasure nothing of the person is found anywhere, and no amount has changed', async () => {
  await createClient({ baseUrl: app.url })(api.waitlist.join, { body: { email: PERSON.email } });
  expect((await placesWith(app.store.db, SIGNS)).length).toBeGreaterThan(10);
  const before = await booksOf();
  const owed = await erase(app.scope(), PERSON.email, false);
  expect(owed).toMatchObject({ ok: false, debts: [{ numbers: [expect.any(String)] }, {}] });
  const erased = await erase(app.scope(), PERSON.email, true);
  expect(erased).toMatchObject({ ok: true, left: [] });
  expect(await placesWith(app.store.db, SIGNS)).toEqual([]);
  expect(await booksOf()).toEqual(before);
  const findings = await checkBooks(app.store.db);
  expect(areSound(findings), printFindings(findings)).toBe(true);
  for (const owner of [first, second]) {
    const found = await owner.call(api.customers.list, { params, query: { search: 'Zikora' } });
    expect(found.data.customers.map(({ id }) => id)).toEqual(owner === second ? [witness] : []);
    await owner.call(api.invoices.list, { params, query: {} });
    await owner.call(api.assistant.thread, { params });
  }
  expect(await findPerson(app.store.db, PERSON.email)).toMatchObject({ customers: [], payees: [] });
  const { rows } = await sql`select kind, businesses from privacy_requests order by id`.execute(app.store.db);
  expect(rows).toContainEqual({ kind: 'erase', businesses: 2 });
});

test('a breach: from the span and the address to the records, the clock and the notices', async () => {
  const thief = await newOwner(app);
  const since = app.config.clock();
  await createClient({ baseUrl: app.url })(api.identity.login, {
    body: { email: thief.email, password: thief.password },
  });
  const until = new Date(since.getTime() + 3_600_000);
  const touched = await touchedBetween(app.store.db, { since, until, from: '127.0.0.1' });
  expect(touched.map(({ email }) => email)).toEqual([thief.email]);
  expect(await touchedBetween(app.store.db, { since, until, from: '10.9.9.9' })).toEqual([]);
  const report = breachReport(touched, { since, until, knownAt: since, now: until });
  for (const said of [thief.businessId, 'signed_in', '71 hours left', 'section 40', 'Subject: '])
    expect(report).toContain(said);
});
