import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
  uploadFile,
} from '../../../../tests/harness.ts';
import { fundWallet, payInvoice, PIN, setPin } from '../../../../tests/money.ts';
import { allHold, checkLedger, printFindings } from '../ledger-checks/check.ts';
import { breachReport, touchedBetween } from './breach.ts';
import { findPerson } from './person.ts';
import { accept, mailedCode, sentQuote } from '#server/modules/quotes/testing.ts';
import { erase, exportPersonalData, restrict } from './requests.ts';
import { columnsContaining } from './text-columns.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
const PERSON = { name: 'Zikora Umeadi-Canary', email: 'zikora@canary.test', phone: '0803 555 7788' };
const SIGNS = [PERSON.name, PERSON.email, PERSON.phone, '08035557788', '2348035557788'];
/** A note about the person that no pattern finds. */
const NICKNAMED = 'Gave it to my sister, she is short by ten';
let app: TestApp;
let first: Owner;
let second: Owner;
let witness: string;

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(fake), sweeps: false });
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
  await fundWallet(app, fake, owner, minor(100_000_00));
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
  await owner.call(api.offlinePayments.addClaim, {
    params,
    body: {
      ...about,
      amount: minor(100),
      day: dateIn(app.config.clock()),
      note: NICKNAMED,
      slip: await uploadFile(app, owner, 'slip'),
    },
  });
  await certificateOf(owner);
  await owner.call(api.reminders.promise, {
    params,
    body: { ...about, day: invoice.dueDate, note: `${PERSON.name} called` },
  });
  for (const prompt of [`Does ${PERSON.name.toUpperCase()} owe me?`, `Invoice ${PERSON.name} 45k for a cake`])
    await owner.call(api.assistant.conversation, { params, body: { prompt } });
  await sql`insert into learned_words (business_id, kind, said, customer_id, goods, learned_at)
    values (${owner.businessId}, 'customer', ${PERSON.name.toLowerCase()}, ${customer.id}, null, now()),
      (${owner.businessId}, 'goods', 'her cake', null, ${`Cake of ${PERSON.name}`}, now())`.execute(
    app.store.db,
  );
  await sql`insert into messages (key, id, business_id, customer_id, customer_name, channel, kind, to_address, state, created_at)
    values (${`wait:${owner.businessId}`}, ${`msg_${owner.businessId}`}, ${owner.businessId}, ${customer.id}, ${PERSON.name}, 'email', 'invoice',
      ${PERSON.email}, 'queued', now())`.execute(app.store.db);
  return owner;
}

/** An invoice of the person's that was settled with tax they kept, and the file of its certificate. */
async function certificateOf(owner: Owner): Promise<void> {
  const { data: invoice } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      clientName: PERSON.name,
      clientEmail: PERSON.email,
      taxRate: 0,
      discount: minor(0),
      items: [{ description: 'Advice', quantity: 1_000_000, rate: minor(1000_00) }],
    }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: invoice.id } });
  const of = { params: { ...params, id: invoice.id } };
  const day = dateIn(app.config.clock());
  const { data: kept } = await owner.call(api.withholding.declare, { ...of, body: { kind: 'professional' } });
  await owner.call(api.offlinePayments.record, {
    ...of,
    body: {
      amount: minor(1000_00 - kept.amount),
      day,
      method: 'cash',
      note: NICKNAMED,
      slip: await uploadFile(app, owner, 'slip'),
    },
  });
  await owner.call(api.withholding.change, {
    params: { ...params, id: kept.id },
    body: {
      state: 'received',
      certificateNo: 'WHT/1',
      certificateDay: day,
      amount: kept.amount,
      certificate: await uploadFile(app, owner, 'certificate'),
    },
  });
}

const booksOf = async () =>
  (
    await sql`select id, number, total_minor, paid_minor, issue_date from invoices union all
      select id, '', amount_minor, fee_minor, day from payments union all
      select ref, '', amount_minor, 0, null from ledger_transfers order by 1`.execute(app.store.db)
  ).rows;

test('access tells what every business holds, and no secret', async () => {
  const held = await exportPersonalData(app.scope(), '08035557788');
  const byPhone = Object.keys(held);
  for (const table of ['customers', 'invoices', 'promises', 'messages', 'thread_messages', 'consents'])
    expect(byPhone, table).toContain(`public.${table}`);
  expect(held['public.customers']?.map((row) => (row as { business_id: string }).business_id).sort()).toEqual(
    [first.businessId, second.businessId].sort(),
  );
  // Lines of theirs that name nobody.
  const lines = held['public.invoice_items'] as { description: string }[];
  expect(lines.map(({ description }) => description)).toContain('Advice');
  const text = JSON.stringify(held);
  for (const secret of ['argon2', 'd2.', '0108024071', 'other@canary.test'])
    expect(text).not.toContain(secret);
});

test('access tells nothing of others whom the same answer names', async () => {
  const seller = await newOwner(app);
  for (const [clientName, clientEmail] of [
    ['Halima Asking', 'halima@asking.test.ng'],
    ['Tunde Neighbour', 'tunde@neighbour.test.ng'],
  ] as const) {
    const body = sampleInvoice({ clientName, clientEmail });
    const { data: invoice } = await seller.call(api.invoices.create, { params, body });
    await seller.call(api.invoices.send, { params, body: { invoiceId: invoice.id } });
  }
  const prompts = ['Who owes me?', 'Remind everybody who has not paid'];
  for (const prompt of prompts) await seller.call(api.assistant.conversation, { params, body: { prompt } });
  const held = await exportPersonalData(app.scope(), 'halima@asking.test.ng');
  for (const table of ['public.thread_messages', 'public.invoices'])
    expect(JSON.stringify(held[table]), table).toContain('Halima Asking');
  expect(JSON.stringify(held)).not.toMatch(/tunde/i);
});

test('nobody writes to somebody who is restricted, until that is lifted', async () => {
  const stops = async () =>
    (
      await sql`select 1 from message_stops where address in (${PERSON.email}, '2348035557788')`.execute(
        app.store.db,
      )
    ).rows.length;
  // One of the two had asked that business by themselves to stop.
  await sql`insert into message_stops (business_id, channel, address, stopped_at)
    values (${first.businessId}, 'email', ${PERSON.email}, ${new Date(app.config.clock().getTime() - 60_000)})`.execute(
    app.store.db,
  );
  await restrict(app.scope(), PERSON.email, true);
  expect(await stops()).toBe(4);
  await restrict(app.scope(), PERSON.email, false);
  expect(await stops()).toBe(1);
});

test('after an erasure nothing of the person is found anywhere, and no amount has changed', async () => {
  await createClient({ baseUrl: app.url })(api.waitlist.join, { body: { email: PERSON.email } });
  expect((await columnsContaining(app.store.db, SIGNS)).length).toBeGreaterThan(10);
  const before = await booksOf();
  const owed = await erase(app.scope(), PERSON.email, false);
  expect(owed).toMatchObject({ ok: false, debts: [{ numbers: [expect.any(String)] }, {}] });
  const erased = await erase(app.scope(), PERSON.email, true);
  expect(erased).toMatchObject({ ok: true, left: [] });
  expect(await columnsContaining(app.store.db, SIGNS)).toEqual([]);
  expect(await booksOf()).toEqual(before);
  const { rows: proofs } = await sql`select id from files where purpose in ('slip', 'certificate') union all
    select id from payment_claims where slip_file_id is not null union all
    select id from payments where slip_file_id is not null union all
    select id from withholdings where certificate_file_id is not null`.execute(app.store.db);
  expect(proofs).toEqual([]);
  const { rows: noted } = await sql`select note from payments where note = ${NICKNAMED} union all
    select note from payment_claims where note = ${NICKNAMED}`.execute(app.store.db);
  expect(noted).toEqual([]);
  const findings = await checkLedger(app.store.db);
  expect(allHold(findings), printFindings(findings)).toBe(true);
  for (const owner of [first, second]) {
    const found = await owner.call(api.customers.list, { params, query: { search: 'Zikora' } });
    expect(found.data.customers.map(({ id }) => id)).toEqual(owner === second ? [witness] : []);
    await owner.call(api.invoices.list, { params, query: {} });
    await owner.call(api.assistant.thread, { params });
    const { data } = await owner.call(api.assistant.conversation, { params, body: { prompt: 'yes' } });
    expect(JSON.stringify(data)).not.toContain('erased');
  }
  const { rows: billed } = await sql<{ public_id: string }>`select public_id from invoices
    where customer_name = 'Erased person' and sent_at is not null and deleted_at is null limit 1`.execute(
    app.store.db,
  );
  const page = await (await fetch(`${app.url}/pay/${billed[0]?.public_id}`)).text();
  expect(page).toContain('Erased person');
  expect(page).not.toContain('erased.invalid');
  expect(await findPerson(app.store.db, PERSON.email)).toMatchObject({ customers: [], payees: [] });
  const { rows } = await sql`select kind, businesses from privacy_requests order by id`.execute(app.store.db);
  expect(rows).toContainEqual({ kind: 'erase', businesses: 2 });
});

test('what a business wrote down of somebody erases nothing of anybody else', async () => {
  const db = app.store.db;
  const [honest, hostile] = [await newOwner(app), await newOwner(app)];
  const address = 'nneka@asked.test';
  const add = async (owner: Owner, name: string, email: string, phone?: string) =>
    (await owner.call(api.customers.create, { params, body: { name, email, phone } })).data.id;
  const [apostrophe, quoted, short] = ["Nneka O'Dua", 'Nneka "Nne" Obi', '5'];
  const old = await add(honest, apostrophe, address);
  // As numbers were stored before they had a form.
  await sql`update customers set phone = ${short} where id = ${old}`.execute(db);
  await add(honest, 'Nneka Obinna', 'other@asked.test.ng', '08031112233');
  await add(hostile, 'Delivered by hand', address, '08031112233');
  const say = (owner: Owner, id: string, text: string, json: unknown) =>
    sql`insert into activities (business_id, id, activity_type, status, description, metadata, created_at)
      values (${owner.businessId}, ${id}, 'customer_created', 'success', ${text}, ${JSON.stringify(json)}::jsonb, now())`.execute(
      db,
    );
  const description = `15 bags\nDelivered by hand for ${address}.ng, 08031112233`;
  await say(honest, 'act_1', description, {
    amount: 2348031112233,
    note: description,
    of: `\n${apostrophe}`,
  });
  await add(hostile, quoted, 'nneka@asked.test.ng');
  await say(hostile, 'act_2', 'Delivered by hand', { of: `<b>${quoted}</b>`, number: 2348031112233 });
  // As the assistant writes an address.
  const answered = String.raw`Save them (nneka\@asked.test)?`;
  await say(honest, 'act_3', answered, { of: answered });
  await sql`insert into message_stops (business_id, channel, address, stopped_at) values (${honest.businessId}, 'whatsapp', '2348031112233', now())
    on conflict do nothing`.execute(db);
  const invoice = {
    params,
    body: sampleInvoice({ clientName: apostrophe, clientEmail: address, notes: `For ${apostrophe}'s shop` }),
  };
  const { data: made } = await honest.call(api.invoices.create, invoice, { idempotencyKey: 'nneka' });
  const mails = async (text: string) =>
    (await sql`select 1 from kept_mails where body_html like ${`%${text}%`}`.execute(db)).rows.length;
  await sql`insert into kept_mails (id, key, to_address, subject, body_text, body_html, attachments, created_at)
    values ('m_1', 'm_1', ${honest.email}, '', '', ${`<p>Nneka O&#39;Dua wrote from ${address}</p>`}, '[]', now())`.execute(
    db,
  );

  const erased = await erase(app.scope(), address, true);
  const rows = async (id: string) =>
    (
      await sql<{
        description: string;
        metadata: object;
      }>`select description, metadata from activities where id = ${id}`.execute(db)
    ).rows[0];
  expect(await rows('act_1')).toEqual({
    description: description,
    metadata: { amount: 2348031112233, note: description, of: '\n[erased]' },
  });
  expect(await rows('act_2')).toMatchObject({ description: '[erased]', metadata: { number: 2348031112233 } });
  const unsaid = 'Save them ([erased])?';
  expect(await rows('act_3')).toEqual({ description: unsaid, metadata: { of: unsaid } });
  const names = (await honest.call(api.customers.list, { params, query: {} })).data.customers.map(
    ({ name }) => name,
  );
  expect(names.sort()).toEqual(['Nneka Obinna']);
  expect(
    (
      await sql`select 1 from message_stops where address = '2348031112233' and business_id = ${honest.businessId}`.execute(
        db,
      )
    ).rows,
  ).toHaveLength(1);
  expect(await mails('Nneka')).toBe(1);
  expect(await mails(address)).toBe(0);
  // A bare number may be an amount: it is left, and told.
  expect(erased).toMatchObject({ ok: true, left: [{ place: 'public.activities.metadata', rows: 1 }] });
  // A repeated request gets its answer, without them.
  const again = await honest.call(api.invoices.create, invoice, { idempotencyKey: 'nneka' });
  expect(again.data.id).toBe(made.id);
  expect(JSON.stringify(again)).not.toMatch(/nneka/i);
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
  for (const expected of [thief.businessId, 'signed_in', '71 hours left', 'section 40', 'Subject: '])
    expect(report).toContain(expected);
});

// Letters are the work of jobs: one that is still being written cannot be found.
const lettersWritten = () =>
  eventually(async () => {
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from pgboss.job
      where name in ('quotes.letter', 'notifications.mail') and state < 'completed'`.execute(app.store.db);
    return rows[0]?.left === 0;
  });

test('who is erased under a name of one word stands in no draft and no plan written for them, only in the books', async () => {
  const [seller, email] = [await newOwner(app), 'standard@drafts.test.ng'];
  const { data: customer } = await seller.call(api.customers.create, {
    params,
    body: { name: 'Standard', email },
  });
  const written = {
    customerId: customer.id,
    title: 'Standard’s rent',
    notes: 'For Standard, not Standards',
    items: [
      {
        description: 'Shop of standard',
        taxCode: 'standard' as const,
        quantity: 1_000_000,
        rate: minor(100_00),
      },
    ],
  };
  const bill = () => seller.call(api.invoices.create, { params, body: sampleInvoice(written) });
  const [{ data: draft }, { data: issued }] = [await bill(), await bill()];
  await seller.call(api.invoices.send, { params, body: { invoiceId: issued.id } });
  const ends = { taxRate: 0, starts: '2126-01-05', rhythm: { weeks: 1 }, dueDays: 1, mode: 'send' as const };
  const { data: plan } = await seller.call(api.plans.create, { params, body: { ...written, ...ends } });
  await seller.call(api.plans.end, { params: { ...params, id: plan.id } });
  await lettersWritten();
  expect(await erase(app.scope(), email, true)).toMatchObject({ ok: true, left: [] });
  const { rows } = await sql<{ id: string; said: string }>`
    select id, contents::text as said from plans where id = ${plan.id} union all
    select i.id, concat_ws(' ', title, notes, (select description from invoice_items where invoice_id = i.id)) from invoices i
      where id in (${draft.id}, ${issued.id})`.execute(app.store.db);
  const said = (of: string) => rows.find(({ id }) => id === of)?.said;
  expect(said(draft.id)).toBe('[erased]’s rent For [erased], not Standards Shop of [erased]');
  expect(said(plan.id)?.match(/[^ ]*standard[^ ]*/gi)).toEqual(['"standard",', 'Standards",']);
  expect(said(issued.id)).toBe('Standard’s rent For Standard, not Standards Shop of standard');
});

test('who is erased stands in no revision of a quote', async () => {
  const [seller, email] = [await newOwner(app), 'zainab@quoted.test.ng'];
  await sentQuote(seller, { clientName: 'Zainab Quoted', clientEmail: email });
  const found = () => columnsContaining(app.store.db, [email, 'Zainab Quoted']);
  expect(JSON.stringify(await found())).toContain('quote_revisions');
  await lettersWritten();
  expect(await erase(app.scope(), email, true)).toMatchObject({ ok: true, left: [] });
  expect(await found()).toEqual([]);
});

test('who is erased has signed nothing, and no code waits for them', async () => {
  const [seller, email] = [await newOwner(app), 'zainab@signed.test.ng'];
  const one = { clientName: 'Zainab Signed', clientEmail: email };
  const [signed, waiting] = [
    await sentQuote(seller, one),
    await sentQuote(seller, { ...one, askCode: true }),
  ];
  await accept(app, signed.publicId, { signature: [[[1, 2]]] });
  await mailedCode(app, waiting.publicId, email);
  await lettersWritten();
  expect(await erase(app.scope(), email, true)).toMatchObject({ ok: true, left: [] });
  const { rows } =
    await sql`select signature, (select count(*)::int from quote_codes where quote_id = ${waiting.id}) as codes
    from quote_acceptances where quote_id = ${signed.id}`.execute(app.store.db);
  expect(rows).toEqual([{ signature: null, codes: 0 }]);
});

test('why money went back to who is erased is told no more', async () => {
  const [seller, email] = [await newOwner(app), 'zainab@refunded.test.ng'];
  await setPin(seller);
  const body = sampleInvoice({ clientName: 'Zainab Refunded', clientEmail: email });
  const { data: invoice } = await seller.call(api.invoices.create, { params, body });
  const amount = minor(invoice.totalAmount + 100);
  await payInvoice(app, fake, { businessId: seller.businessId, invoiceId: invoice.id, amount });
  const { data } = await seller.call(api.payments.list, { params, query: { search: invoice.invoiceNumber } });
  const id = data.transactions[0]?.id ?? '';
  const refund = { amount: minor(100), reason: NICKNAMED, pin: PIN };
  await seller.call(api.payments.refund, { params: { ...params, id }, body: refund });
  expect(await erase(app.scope(), email, true)).toMatchObject({ ok: true, done: { refunds: 1 } });
  const { data: after } = await seller.call(api.payments.details, { params: { ...params, id } });
  expect(after.refunds.map(({ reason }) => reason)).toEqual(['[erased]']);
});
