import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn, plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { formatMoney, type Minor, minor } from '#core/money.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { payFor, sentInvoice, textOf } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  documentOwner,
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';
import { recordPayment } from './commands/record.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
afterAll(() => app.close());

const day = (ahead = 0) => addDays(dateIn(app.config.clock()), ahead);
const inDays = (ahead: number) => plusMs(app.config.clock(), ahead * DAY_MS);
/** ₦1,000 and ₦75 of VAT: 2 % of it is ₦20 and ₦1.50. */
const offered = (more: Record<string, unknown> = {}) =>
  sentInvoice(app, owner, { taxRate: 750, earlyPayment: { percent: 200, until: day(3) }, ...more });
const LOWER = 1053_50;
const FULL = 1075_00;
const rowOf = (id: string) =>
  app.system.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const notesOf = async (invoiceId: string) =>
  (await owner.call(api.creditNotes.list, { params, query: { invoiceId } })).data;
const record = (id: string, amount: number, on: string, more: Record<string, unknown> = {}) =>
  owner.call(api.offlinePayments.record, {
    params: { ...params, id },
    body: { amount: minor(amount), day: on, method: 'cash', ...more },
  });
const broken = async () =>
  (await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0);
const faultOf = async (call: Promise<unknown>) => (await refusalOf(call)).errors?.[0];
const sums = ({
  paid_minor,
  credited_minor,
  balance_minor,
  settled_as,
  early_discount_minor,
}: Awaited<ReturnType<typeof rowOf>>) => ({
  paid: paid_minor,
  credited: credited_minor,
  left: balance_minor,
  as: settled_as,
  offered: early_discount_minor,
});
const taken = { paid: LOWER, credited: 21_50, left: 0, as: 'paid', offered: 0 };

const late = { paid: LOWER, credited: 0, left: 21_50, as: null, offered: 21_50 };

/** The last day of the discount was two days ago; `paidAt` of each payment so many days ago. */
async function paidBefore(payments: readonly (readonly [amount: number, daysAgo: number])[]) {
  const invoice = await offered();
  await app.system.db
    .updateTable('invoices')
    .set({ early_until: day(-2) })
    .where('id', '=', invoice.id)
    .execute();
  for (const [amount, ago] of payments) await payFor(app, fake, invoice, amount, { paidAt: inDays(-ago) });
  return invoice;
}

test.each([
  ['the lower sum in time', [[LOWER, 5]], taken],
  ['the lower sum on the last day', [[LOWER, 2]], taken],
  ['a kobo short', [[LOWER - 1, 5]], { ...late, paid: LOWER - 1, left: 21_51 }],
  ['a day late', [[LOWER, 1]], late],
  ['the full sum late', [[FULL, 1]], { ...late, paid: FULL, left: 0, as: 'paid' }],
  ['the full sum in time, which leaves credit', [[FULL, 5]], taken],
  [
    'two parts in time',
    [
      [500_00, 5],
      [LOWER - 500_00, 3],
    ],
    taken,
  ],
  [
    'a part in time and the rest late',
    [
      [500_00, 5],
      [LOWER - 500_00, 1],
    ],
    late,
  ],
  [
    'the news of a part in time after that of a late rest',
    [
      [LOWER - 500_00, 1],
      [500_00, 5],
    ],
    late,
  ],
  [
    'all of it in time, told after a late part',
    [
      [500_00, 1],
      [LOWER, 5],
    ],
    taken,
  ],
  [
    'a kobo short, and then enough',
    [
      [LOWER - 1, 5],
      [500, 4],
    ],
    taken,
  ],
  [
    'the lower sum twice',
    [
      [LOWER, 5],
      [LOWER, 5],
    ],
    taken,
  ],
] as const)('%s', async (_, payments, expected) => {
  const { id } = await paidBefore(payments);
  expect(sums(await rowOf(id))).toEqual(expected);
  const notes = await notesOf(id);
  expect(notes).toMatchObject(
    expected.credited > 0
      ? [
          {
            reason: 'early_payment',
            tax: 1_50,
            total: 21_50,
            effect: { owed: 21_50, credit: 0 },
            withdrawnAt: null,
          },
        ]
      : [],
  );
  expect(await broken()).toEqual([]);
});

test('a refund does not bring the discount back; its credit note can be withdrawn, and it is never taken again', async () => {
  const { id, reference } = await paidBefore([]);
  const { payment } = await payFor(app, fake, { reference }, LOWER, { paidAt: inDays(-5) });
  await app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, { ...payment, status: 'refunded' }));
  expect(sums(await rowOf(id))).toMatchObject({ paid: 0, credited: 21_50, left: LOWER, offered: 0 });
  const [note] = await notesOf(id);
  await owner.call(api.creditNotes.withdraw, { params: { ...params, id: note?.id ?? '' } });
  await payFor(app, fake, { reference }, LOWER, { paidAt: inDays(-5) });
  expect(sums(await rowOf(id))).toEqual({ ...late, offered: 0 });
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
  expect(data.adjustments.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['early_discount', -21_50],
    ['early_discount', 21_50],
  ]);
  expect(await broken()).toEqual([]);
});

test('after a credit note the discount is of what is left', async () => {
  const { id, reference } = await offered();
  await owner.call(api.creditNotes.issue, {
    params: { ...params, id },
    body: { lines: [{ item: 0, amount: minor(500_00) }], reason: 'price' },
  });
  expect(await rowOf(id)).toMatchObject({ balance_minor: 537_50, early_discount_minor: 10_75 });
  await payFor(app, fake, { reference }, 526_75);
  expect(sums(await rowOf(id))).toMatchObject({ paid: 526_75, credited: 548_25, left: 0, as: 'paid' });
  expect(await broken()).toEqual([]);
});

test('tax that is kept is counted on what is left, and both settle the invoice', async () => {
  const { id, reference, publicId } = await offered({ clientName: 'Zenith Stores Ltd' });
  await owner.call(api.withholding.declare, { params: { ...params, id }, body: { kind: 'professional' } });
  const page = await (await fetch(`${app.url}/pay/${publicId}`)).text();
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
  const net = data.earlyPayment?.net ?? 0;
  // The base without VAT is ₦980 then.
  expect([LOWER - net, page.includes(`data-state="open"`)]).toEqual([
    data.withholding?.rate === 1000 ? 98_00 : 49_00,
    true,
  ]);
  await payFor(app, fake, { reference }, net);
  expect(sums(await rowOf(id))).toMatchObject({ paid: net, credited: 21_50, left: 0, as: 'paid' });
  expect(await broken()).toEqual([]);
});

test('the day typed in counts for money recorded by hand, and more than the lower sum has to be kept as credit', async () => {
  const { id } = await offered();
  expect(await faultOf(record(id, FULL, day()))).toMatchObject({ path: 'amount' });
  await record(id, LOWER, day());
  expect(sums(await rowOf(id))).toEqual(taken);
});

test.each([
  [
    'en',
    'You paid early, so ₦21.50 was taken off. Nothing more is owed.',
    'Taken off for paying early',
    '₦21.50 (2%) is taken off: you pay ₦553.50.',
  ],
  [
    'ha',
    'Kun biya da wuri, don haka an rage ₦21.50. Ba a bin ku komai kuma.',
    'An rage saboda biya da wuri',
    'za a rage ₦21.50 (2%): za ku biya ₦553.50.',
  ],
] as const)(
  'the receipt of the money that takes it says so by email and on its page, and no other letter goes (%s)',
  async (language, said, label, offer) => {
    const to = `early-${language}@example.test`;
    const invoice = await offered({ clientEmail: to, clientName: `Early ${language}` });
    await app.system.db.updateTable('customers').set({ language }).where('email', '=', to).execute();
    const letters = async () =>
      (
        await sql<{
          text: string;
        }>`select body_text as text from kept_mails where to_address = ${to} order by id`.execute(
          app.system.db,
        )
      ).rows;
    const part = await payFor(app, fake, invoice, 500_00);
    const first = await eventually(async () => (await letters()).at(0));
    const timesOnPage = async ({ receipt }: typeof part, text: string) =>
      textOf(await (await fetch(`${app.url}/receipt/${receipt.public_id}`)).text()).split(text).length - 1;
    expect([first.text.includes(offer), await timesOnPage(part, offer)]).toEqual([true, 2]);
    const rest = await payFor(app, fake, invoice, LOWER - 500_00);
    const second = await eventually(async () => (await letters()).at(1));
    expect(first.text).toContain(formatMoney(minor(LOWER - 500_00), 'NGN'));
    expect([first.text.includes(said), second.text.includes(said)]).toEqual([false, true]);
    // Above, and on the paper below.
    const taken = `${label} ₦21.50`;
    expect([await timesOnPage(part, taken), await timesOnPage(rest, taken)]).toEqual([0, 2]);
    expect(await timesOnPage(part, offer)).toBe(0);
    const { rows } = await sql<{ key: string }>`select key from messages
    where business_id = ${owner.businessId} and to_address = ${to}`.execute(app.system.db);
    expect(rows.map(({ key }) => key.split(':')[0])).toEqual(['receipt', 'receipt']);
  },
);

test('the pay page, the check and the details say the lower sum, until when, and what comes after', async () => {
  const { id, publicId, code } = await offered();
  const checked = async () =>
    textOf(await (await fetch(`${app.url}/verify/${formatVerificationCode(code)}`)).text());
  expect(await checked()).toMatch(
    /Still to pay ₦1,075\.00.*₦21\.50 \(2%\) is taken off: you pay ₦1,053\.50\./,
  );
  const seen = async (language = '') =>
    textOf(await (await fetch(`${app.url}/pay/${publicId}${language}`)).text());
  expect(await seen()).toMatch(/₦21\.50 +\(2%\) is taken off if you pay by/);
  expect(await seen()).toMatch(/After that day you pay ₦1,075\.00/);
  expect(await seen()).toContain('₦1,053.50');
  for (const language of ['pcm', 'ha', 'yo', 'ig'])
    expect(await seen(`?lang=${language}`)).toMatch(/₦21\.50 +\(2%\)/);
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
  expect(data.earlyPayment).toEqual({
    percent: 200,
    until: day(3),
    amount: 21_50,
    net: LOWER,
    state: 'open',
  });
  const listed = await owner.call(api.invoices.list, { params, query: {} });
  expect(listed.data.find((row) => row.id === id)).toMatchObject({
    earlyTerms: { percent: 200, until: day(3) },
    earlyDiscount: 21_50,
  });
  await app.system.db
    .updateTable('invoices')
    .set({ early_until: day(-1) })
    .where('id', '=', id)
    .execute();
  expect(await seen()).not.toContain('₦21.50');
  expect(await checked()).not.toContain('₦21.50');
});

describe('a discount that cannot be offered', () => {
  const create = (earlyPayment: unknown, more: Record<string, unknown> = {}) =>
    owner.call(api.invoices.create, { params, body: sampleInvoice({ earlyPayment, ...more }) as never });
  test.each([
    ['all of it', { percent: 10_000, ahead: 1 }, 'percent'],
    ['nothing', { percent: 0, ahead: 1 }, 'percent'],
    ['a day that is over', { percent: 200, ahead: -1 }, 'until'],
    ['a day after the due date', { percent: 200, ahead: 30 }, 'until'],
  ])('%s', async (_, { percent, ahead }, field) => {
    const answer = await fetch(`${app.url}/api/ngn/invoice/create`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        dueDate: day(7),
        clientName: 'Mrs Bello',
        clientEmail: 'bello@example.test',
        items: [{ description: 'Tray', quantity: 1, rate: 1000 }],
        earlyPayment: { percent: percent / 100, until: day(ahead) },
      }),
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(`earlyPayment.${field}`);
  });
  test('in parts', async () => {
    const schedule = [
      { label: 'Deposit', percent: 5000, due: { days: 0 } },
      { label: 'Rest', rest: true, due: { days: 7 } },
    ];
    expect(await faultOf(create({ percent: 200, until: day(1) }, { schedule }))).toMatchObject({
      path: 'earlyPayment',
    });
    const { id } = await offered();
    const plan = owner.call(api.invoiceSchedules.plan, { params: { ...params, id }, body: { schedule } });
    expect((await refusalOf(plan)).message).toContain('discount for paying early');
  });
  test('it can be changed and left out before sending, and stays where it is not mentioned', async () => {
    const { data } = await create({ percent: 200, until: day(3) });
    const edit = async (more: Record<string, unknown>) => {
      await owner.call(api.invoices.update, {
        params: { ...params, invoiceId: data.id },
        body: sampleInvoice(more),
      });
      return rowOf(data.id);
    };
    const whole = data.totalAmount;
    expect(await edit({})).toMatchObject({ early_bps: 200, early_discount_minor: whole * 0.02 });
    expect(await edit({ earlyPayment: { percent: 1000, until: day(2) } })).toMatchObject({
      early_bps: 1000,
      early_until: day(2),
      early_discount_minor: whole * 0.1,
    });
    expect(await edit({ earlyPayment: null })).toMatchObject({ early_bps: null, early_discount_minor: 0 });
  });
});

const someMoney = fc.record({ share: fc.integer({ min: 1, max: 120 }), ago: fc.integer({ min: 0, max: 4 }) });

test('whatever is paid, in whichever order, the invoice adds up and the discount is taken at most once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          rate: fc.integer({ min: 10_000, max: 900_000 }),
          discount: fc.integer({ min: 0, max: 99 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.constantFrom(0, 750, 2000),
      fc.boolean(),
      fc.integer({ min: 100, max: 9000 }),
      fc.array(someMoney, { minLength: 1, maxLength: 4 }),
      async (lines, taxRate, pricesIncludeTax, percent, payments) => {
        const items = lines.map(({ rate, discount }) => ({
          description: 'Tray',
          quantity: 1_000_000,
          rate: minor(rate),
          discount: minor(discount),
        }));
        const invoice = await offered({
          items,
          taxRate,
          pricesIncludeTax,
          earlyPayment: { percent, until: day(3) },
        });
        const last = day(-2);
        await app.system.db
          .updateTable('invoices')
          .set({ early_until: last })
          .where('id', '=', invoice.id)
          .execute();
        let late = 0;
        for (const { share, ago } of payments) {
          const before = await rowOf(invoice.id);
          const amount = Math.max(500, Math.floor((before.total_minor * share) / 100));
          await payFor(app, fake, invoice, amount, { paidAt: inDays(-ago) });
          const after = await rowOf(invoice.id);
          const lower = before.balance_minor - before.early_discount_minor;
          const isTaken = ago >= 2 && lower > 0 && before.early_discount_minor > 0 && amount >= lower + late;
          if (ago < 2) late += after.paid_minor - before.paid_minor;
          expect(after.credited_minor - before.credited_minor).toBe(
            isTaken ? before.early_discount_minor : 0,
          );
          expect(after.paid_minor + after.credited_minor + after.balance_minor).toBe(
            after.total_minor as Minor,
          );
        }
        expect((await notesOf(invoice.id)).length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: rounds(15, 300) },
  );
  expect(await broken()).toEqual([]);
});
