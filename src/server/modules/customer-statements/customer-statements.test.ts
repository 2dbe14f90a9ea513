import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { add, type Minor } from '#core/money.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import {
  eventually,
  major,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await sharedApp();
  owner = await newOwner(app);
});
afterAll(() => app.close());

const today = () => dateIn(app.config.clock());

async function customer(name: string) {
  const { data } = await owner.call(api.customers.create, {
    params,
    body: { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@buyers.example` },
  });
  return data.id;
}

async function sent(customerId: string, naira: number, days = 7) {
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      customerId,
      clientName: undefined,
      clientEmail: undefined,
      taxRate: 0,
      dueDate: addDays(today(), days),
      items: [{ description: 'Rice', quantity: 1_000_000, rate: major(naira) }],
    }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  return data;
}

const record = (id: string, naira: number, more: object = {}) =>
  owner.call(api.offlinePayments.record, {
    params: { ...params, id },
    body: { amount: major(naira), day: today(), method: 'cash', confirmDuplicate: true, ...more },
  });

const read = async (id: string, query: object = {}) =>
  (await owner.call(api.customerStatements.read, { params: { ...params, id }, query })).data;

test('a statement goes from what was owed over all that moved to what is owed, less credit', async () => {
  const id = await customer('Mama Chidi');
  const rice = await sent(id, 100_000);
  const beans = await sent(id, 40_000, 30);
  await record(rice.id, 60_000);
  await record(beans.id, 45_000, { keepRestAsCredit: true });
  await owner.call(api.creditNotes.issue, {
    params: { ...params, id: rice.id },
    body: { lines: [{ item: 0, amount: major(10_000) }], reason: 'return' },
  });
  const statement = await read(id);
  expect(statement.movements.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ['invoice', major(100_000), major(100_000)],
    ['invoice', major(40_000), major(140_000)],
    ['credit_note', -major(10_000), major(130_000)],
    ['payment', -major(60_000), major(70_000)],
    ['payment', -major(45_000), major(25_000)],
  ]);
  expect(statement).toMatchObject({
    opening: 0,
    outstanding: major(30_000),
    credit: major(5_000),
    leftOut: 0,
  });
  expect(statement.open).toEqual([
    expect.objectContaining({ number: rice.invoiceNumber, open: major(30_000) }),
  ]);
  expect(statement.ageing).toMatchObject({ notDue: major(30_000), over90: 0 });
  const later = await read(id, { from: addDays(today(), 40), to: addDays(today(), 45) });
  expect(later).toMatchObject({ opening: major(25_000), closing: major(25_000), movements: [] });
  expect(later.ageing).toMatchObject({ notDue: 0, to60: major(30_000) });
});

test('money recorded for days ago stands on its day, and what was undone or not sent nowhere', async () => {
  const id = await customer('Alhaji Musa');
  const sold = await sent(id, 20_000);
  await record(sold.id, 5_000, { day: addDays(today(), -3) });
  const undone = await record(sold.id, 7_000);
  await owner.call(api.offlinePayments.undo, {
    params: { ...params, id: undone.data.id },
    body: { reason: 'Typed twice' },
  });
  await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ customerId: id, clientName: undefined, clientEmail: undefined }),
  });
  const statement = await read(id, { from: addDays(today(), -3), to: addDays(today(), -1) });
  expect(statement.movements).toEqual([
    expect.objectContaining({ day: addDays(today(), -3), kind: 'payment', balance: -major(5_000) }),
  ]);
  expect(statement).toMatchObject({ closing: -major(5_000), outstanding: 0, credit: major(5_000) });
  expect((await read(id)).closing).toBe(major(15_000));
});

test('whatever was sold, paid, credited, given back and written off: its credit and debt are those the product knows', async () => {
  const step = fc.record({
    what: fc.constantFrom('sell', 'pay', 'overpay', 'credit', 'writeOff', 'giveBack'),
    naira: fc.integer({ min: 100, max: 90_000 }),
    daysAgo: fc.integer({ min: 0, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (plan) => {
      const id = await customer(`Buyer ${++buyers}`);
      const first = await sent(id, 50_000);
      let last = first.id;
      let paid = '';
      for (const { what, naira, daysAgo } of plan) {
        const day = addDays(today(), -daysAgo);
        if (what === 'sell') last = (await sent(id, naira)).id;
        // Refused where nothing is left: that moves nothing.
        if (what === 'pay') paid = (await record(last, naira, { day }).catch(() => null))?.data.id ?? paid;
        if (what === 'overpay') paid = (await record(last, naira, { day, keepRestAsCredit: true })).data.id;
        const at = { ...params, id: last };
        if (what === 'credit')
          await owner
            .call(api.creditNotes.issue, {
              params: at,
              body: { lines: [{ item: 0, amount: major(naira) }], reason: 'price' },
            })
            .catch(() => null);
        if (what === 'writeOff')
          await owner
            .call(api.writeOffs.writeOff, { params: at, body: { amount: major(naira), reason: 'Gone' } })
            .catch(() => null);
        if (what === 'giveBack' && paid)
          await owner
            .call(api.offlinePayments.giveBack, {
              params: { ...params, id: paid },
              body: { amount: major(naira), day: today(), reason: 'Wrong goods' },
            })
            .catch(() => null);
      }
      for (let ago = 10; ago >= 0; ago -= 2) {
        const to = addDays(today(), -ago);
        const statement = await read(id, { from: addDays(to, -1), to });
        expect(statement.credit).toBeGreaterThanOrEqual(0);
        expect(add(statement.opening, ...statement.movements.map(({ amount }) => amount))).toBe(
          statement.closing,
        );
        expect(add(...(Object.values(statement.ageing) as Minor[]))).toBe(statement.outstanding);
      }
      const { data: now } = await owner.call(api.customers.details, { params: { ...params, id } });
      const { data: credit } = await owner.call(api.customerCredit.read, { params: { ...params, id } });
      expect(await read(id)).toMatchObject({ outstanding: now.owes, credit: credit.credit });
    }),
    { numRuns: rounds(3, 60), endOnFailure: true },
  );
});
let buyers = 0;

test('a statement is a PDF in the customer’s language, a table for a spreadsheet, and goes by email once a day', async () => {
  const id = await customer('Ngozi Okeke');
  await owner.call(api.customers.update, {
    params: { ...params, id },
    body: { name: 'Ngozi Okeke', email: 'ngozi@buyers.example', language: 'ig' },
  });
  const sold = await sent(id, 12_500);
  const get = (ending: string) =>
    fetch(`${app.url}/api/ngn/customers/${id}/statement${ending}`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    });
  const [page = ''] = await pagesOf(new Uint8Array(await (await get('.pdf')).arrayBuffer()));
  expect(page).toContain('Ndekọ ego');
  expect(page).toContain(sold.invoiceNumber);
  const csv = await (await get('.csv?shows=open')).text();
  expect(csv).toContain(`${sold.invoiceNumber},`);
  expect(csv).toContain('12500');
  const send = () =>
    owner.call(api.customerStatements.send, { params: { ...params, id }, body: { shows: 'movements' } });
  expect((await send()).message).toBe('Sent to ngozi@buyers.example');
  expect((await send()).message).toBe('Ngozi Okeke got this statement today already');
});

test('the letter says what is owed and what is kept as credit as the customer’s own page does', async () => {
  const id = await customer('Bola Ade');
  const to = 'bola.ade@buyers.example';
  const over = await sent(id, 5_000);
  await record(over.id, 6_500, { keepRestAsCredit: true });
  await sent(id, 12_500);
  await owner.call(api.customerStatements.send, { params: { ...params, id }, body: { shows: 'open' } });
  const { text } = await eventually(async () => {
    const { rows } = await sql<{
      text: string;
    }>`select body_text as text from kept_mails where to_address = ${to} and subject like 'Statement %'`.execute(
      app.system.db,
    );
    return rows[0];
  });
  expect(text).toMatch(/You owe .* ₦12,500\.00\./);
  expect(text).toMatch(/keeps ₦1,500\.00 as your credit/);
});

test('an unknown customer, one without email and a period that is none are refused', async () => {
  const id = await customer('Kemi');
  expect(await refusalOf(read('cus_unknown'))).toMatchObject({ status: 404 });
  const none = read(id, { from: today(), to: addDays(today(), -1) });
  expect(await refusalOf(none)).toMatchObject({ status: 422, errors: [{ path: 'from' }] });
  const { data: byPhone } = await owner.call(api.customers.create, {
    params,
    body: { name: 'Phone only', phone: '08031234567' },
  });
  const send = owner.call(api.customerStatements.send, {
    params: { ...params, id: byPhone.id },
    body: { shows: 'open' },
  });
  expect(await refusalOf(send)).toMatchObject({ status: 409 });
});
