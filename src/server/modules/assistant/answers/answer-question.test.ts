import fc from 'fast-check';
import { lexer, walkTokens } from 'marked';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Filters } from '#contract/assistant.ts';
import { api } from '#contract/index.ts';
import { addDays, type CalendarDate, monthStart } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { Actor, Scope } from '#server/kernel/scope.ts';
import { pay } from '#server/modules/invoices/testing.ts';
import { transfer } from '#server/modules/ledger/commands/transfer.ts';
import { available, clearing } from '#server/modules/ledger/rules.ts';
import {
  major,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../../tests/harness.ts';
import { rounds } from '../../../../../tests/length.ts';
import type { Intent } from '../language/types.ts';
import { answerQuestion } from './answer-question.ts';

// A Friday.
const today = '2026-11-20';
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({ CLOCK: `${today}T09:00:00Z` });
  owner = await newOwner(app);
  await seed(owner);
});
afterAll(() => app.close({ handmade: true }));

type Seeded = {
  name: string;
  naira: number;
  issued: CalendarDate;
  due: CalendarDate;
  sent?: boolean;
  currency?: Currency;
  paid?: [number, CalendarDate];
};

/** An invoice of that day, and what was paid of it on another. */
async function invoice(of: Owner, { name, naira, issued, due, sent = true, currency = 'NGN', paid }: Seeded) {
  const { data } = await of.call(api.invoices.create, {
    params: { currency },
    body: sampleInvoice({
      clientName: name,
      clientEmail: `${name.replace(/\W/g, '').toLowerCase()}@example.test`,
      title: '',
      taxRate: 0,
      items: [{ description: `Work for ${name}`, quantity: 1_000_000, rate: major(naira) }],
    }),
  });
  const { db } = app.system;
  await db
    .updateTable('invoices')
    .set({ issue_date: issued, due_date: due, sent_at: sent ? new Date(`${issued}T10:00:00Z`) : null })
    .where('business_id', '=', of.businessId)
    .where('id', '=', data.id)
    .execute();
  if (paid) {
    const { id } = await pay(app.scope(), {
      businessId: of.businessId,
      invoiceId: data.id,
      amount: major(paid[0]),
    });
    await db
      .updateTable('payments')
      .set({ day: paid[1] })
      .where('business_id', '=', of.businessId)
      .where('id', '=', id)
      .execute();
  }
  return data;
}

async function seed(of: Owner) {
  const made: Seeded[] = [
    {
      name: 'Bright Stores Ltd',
      naira: 120_000,
      issued: '2026-08-03',
      due: '2026-08-20',
      paid: [120_000, '2026-08-10'],
    },
    { name: 'Ada Obi', naira: 90_000, issued: '2026-09-07', due: '2026-09-20', paid: [90_000, '2026-09-10'] },
    {
      name: 'Bright Stores Ltd',
      naira: 200_000,
      issued: '2026-10-05',
      due: '2026-10-20',
      paid: [200_000, '2026-10-12'],
    },
    {
      name: 'Bright Stores Ltd',
      naira: 300_000,
      issued: '2026-10-15',
      due: '2026-11-02',
      paid: [100_000, '2026-11-16'],
    },
    { name: 'Ada Obi', naira: 50_000, issued: '2026-11-16', due: '2026-11-20' },
    { name: 'Ada Eze', naira: 75_000, issued: '2026-11-17', due: '2026-12-01', paid: [75_000, '2026-11-18'] },
    {
      name: 'Mama Put [Foods](http://evil.test)',
      naira: 20_000,
      issued: '2026-11-18',
      due: '2026-11-25',
      sent: false,
    },
    { name: 'Ada Obi', naira: 400, issued: '2026-11-10', due: '2026-11-12', currency: 'USD' },
  ];
  for (const one of made) await invoice(of, one);
}

function scopeOf(of: Owner): Scope {
  return { ...app.scope(), actor: { businessId: of.businessId, userId: of.userId } as Actor } as Scope;
}

const answered = (intent: Intent, filters: Filters | null = null, by = owner, currency: Currency = 'NGN') =>
  answerQuestion(scopeOf(by), currency, {
    intent,
    filters,
    draft: null,
    customer: null,
    asks: null,
    does: null,
    asides: [],
    memory: { pending: null, last: null },
  });

const textOf = async (
  intent: Intent,
  filters: Filters | null = null,
  by = owner,
  currency: Currency = 'NGN',
) => (await answered(intent, filters, by, currency)).text;
const numbersIn = (text: string) =>
  [...text.matchAll(/\[INV-0*(\d+)\]/g)].map(([, digits]) => Number(digits));
/** The amount after some words, in major units. */
const amountAfter = (words: string, text: string) => {
  const [, amount = 'none'] =
    new RegExp(`(?:${words})\\D*?[₦$]([\\d,]+\\.\\d\\d)`).exec(text.replaceAll('*', '')) ?? [];
  return Number(amount.replaceAll(',', ''));
};

test.each<[Filters, number[]]>([
  [{}, [7, 6, 5, 4, 3, 2, 1]],
  [{ limit: 3 }, [7, 6, 5]],
  [{ which: 'latest' }, [7]],
  [{ which: 'latest', customerName: 'ada obi' }, [5]],
  [{ status: 'unpaid' }, [4, 5]],
  [{ status: 'overdue' }, [4]],
  [{ status: 'due' }, [5]],
  [{ status: 'pending' }, [7]],
  [{ status: 'paid' }, [6, 3, 2, 1]],
  [{ status: 'sent' }, []],
  [{ status: 'unpaid', customerName: 'bright stores' }, [4]],
  [{ customerName: 'BRIGTH STORE' }, [4, 3, 1]],
  [{ customerName: 'ada' }, [6, 5, 2]],
  [{ customerName: 'Zubairu' }, []],
  [{ customerName: 'Work for Ada' }, [6, 5, 2]],
  [{ from: '2026-11-07', to: today }, [7, 6, 5]],
  [{ from: '2026-10-01', to: '2026-10-31', status: 'paid' }, [3]],
  [{ dueFrom: today, dueTo: '2026-11-25' }, [5, 7]],
  [{ minTotal: 200_000 }, [4, 3]],
  [{ minDaysOverdue: 18 }, [4]],
  [{ minDaysOverdue: 19 }, []],
  [{ search: 'work for ada' }, [6, 5, 2]],
  [{ search: 'foods' }, [7]],
  [{ invoiceNumbers: ['3', 'INV-0005', '000007', '77'] }, [7, 5, 3]],
  [{ currency: 'USD' }, [8]],
  [{ status: 'overdue', currency: 'USD' }, [8]],
])('%j finds just those invoices', async (filters, numbers) => {
  const text = await textOf('list_invoices', filters);
  expect(numbersIn(text)).toEqual(numbers);
});

test('a list says what it comes to, links to the same list, and names the other currency apart', async () => {
  const text = await textOf('list_invoices', { from: '2026-11-07', to: today });
  expect(text).toContain(
    '**3 invoices issued 7–20 November 2026:** ₦145,000.00 in all, ₦70,000.00 of it not paid.',
  );
  expect(text).toContain('[See all 3 in Invoices](/dashboard/invoices?period=14)');
  expect(text).toContain('In dollars as well: 1 invoice, $400.00.');
  expect(await textOf('list_invoices', { invoiceNumbers: ['3', '77'] })).toContain('I found no invoice 77.');
  expect(await textOf('list_invoices', { status: 'due' })).toContain(
    'Already past their date: 1 invoice, ₦200,000.00.',
  );
  expect(await textOf('list_invoices', { customerName: 'Zubairu' })).toContain(
    'no customer called “Zubairu”',
  );
  expect(await textOf('list_invoices', { customerName: 'ada' })).toContain(
    '2 customers answer to “ada”: Ada Eze and Ada Obi.',
  );
});

test('of the other currency it says what is owed of what waits, and that nothing came in is of one alone', async () => {
  const both = await newOwner(app);
  const dates = { issued: '2026-11-10', due: '2026-11-12' };
  await invoice(both, { name: 'Naira', naira: 20_000, ...dates });
  await invoice(both, { name: 'Dollar', naira: 400, ...dates, currency: 'USD', paid: [100, '2026-11-11'] });
  expect(await textOf('list_invoices', { status: 'unpaid' }, both)).toContain(
    'In dollars as well: 1 invoice, $300.00. Say “in dollars” to see it.',
  );
  expect(await textOf('list_invoices', {}, both)).toContain('In dollars as well: 1 invoice, $400.00.');
  expect(await textOf('sales_report', { from: '2026-11-19', to: today }, both)).toContain(
    'Nothing in naira has come in before 19 November 2026 either.',
  );
});

test('where money is owed and none of it late, it says that nothing is overdue', async () => {
  const early = await newOwner(app);
  await invoice(early, { name: 'Bola', naira: 20_000, issued: '2026-11-18', due: '2026-12-18' });
  const text = await textOf('outstanding_total', { status: 'overdue' }, early);
  expect([text.startsWith('Nothing is overdue.'), text.includes('Nobody owes')]).toEqual([true, false]);
});

test('an invoice is shown with its lines, what is paid and where it is paid, and can be referred to afterwards', async () => {
  const { text, last } = await answered('show_invoice', { invoiceNumbers: ['4'] });
  for (const words of [
    'overdue by 18 days',
    '| Work for Bright Stores Ltd | 1 | ₦300,000.00 | ₦300,000.00 |',
    '**Paid:** ₦100,000.00',
    '**Still owed:** ₦200,000.00',
    'Monday, 2 November 2026',
    '/pay/',
  ])
    expect(text).toContain(words);
  expect(last).toEqual({ filters: { invoiceNumbers: ['4'] }, customerName: 'Bright Stores Ltd' });
  expect(await textOf('show_invoice', { invoiceNumbers: ['7'] })).not.toContain('/pay/');
  expect(await textOf('show_invoice', { invoiceNumbers: ['8'] })).toContain('$400.00');
  expect(await textOf('show_invoice', { invoiceNumbers: ['99'] })).toContain('There is no invoice 99.');
  expect(await textOf('show_invoice', { customerName: 'bright' })).toMatch(
    /^Which one\? There are 3 invoices/,
  );
});

test("figures are those of the dashboard and the analytics, and no other business's", async () => {
  const params = { currency: 'NGN', id: owner.businessId } as const;
  const { data: info } = await owner.call(api.analytics.paymentInfo, { params });
  const { data: report } = await owner.call(api.analytics.report, { params });
  for (const { period, revenue, invoiceCount } of report.revenueTrends) {
    const text = await textOf('sales_report', { from: period, to: addDays(monthStart(period, 1), -1) });
    expect(amountAfter('Received:|sales:', text)).toBe(revenue / 100);
    expect(text.includes('There were no sales') ? 0 : Number(/on \[(\d+) invoice/.exec(text)?.[1])).toBe(
      invoiceCount,
    );
  }
  const year = await textOf('sales_report', { from: '2026-01-01', to: today });
  expect(amountAfter('Received:', year)).toBe(info.allTime.totalRevenue / 100);
  expect(amountAfter('Still open of those:', year)).toBe(info.allTime.totalPendingPayments / 100);
  const owed = await textOf('outstanding_total');
  expect(amountAfter('not sent yet \\(', owed)).toBe(info.allTime.totalPendingPayments / 100);
  const top = await textOf('top_customers', { limit: 5 });
  expect([...top.matchAll(/₦([\d,.]+) \|/g)].map(([, sum = '']) => Number(sum.replaceAll(',', '')))).toEqual(
    report.topCustomers.map(({ totalPaid }) => totalPaid / 100),
  );
});

test('a sales report compares, names the best, and calls an empty period empty', async () => {
  const week = await textOf('sales_report', { from: '2026-11-14', to: today });
  expect(week).toContain('**Sales, 14–20 November 2026** (naira)');
  expect(week).toContain('**Against 7–13 November 2026:** nothing was received then');
  expect(week).toContain('**Best day:** Monday, 16 November 2026, ₦100,000.00');
  expect(week).toContain('**Best customers:** Bright Stores Ltd (₦100,000.00), Ada Eze (₦75,000.00)');
  const month = await textOf('sales_report', {
    from: '2026-11-01',
    to: '2026-11-30',
    compareFrom: '2026-10-01',
    compareTo: '2026-10-31',
  });
  expect(month).toContain('₦25,000.00 less (12.5% down from ₦200,000.00)');
  expect(month).toContain('the period runs to 30 November 2026');
  for (const [from, to, against] of [
    ['2026-11-01', '2026-11-30', '1–20 October 2026'],
    ['2026-10-01', '2026-10-31', '1–30 September 2026'],
    ['2026-09-01', '2026-11-30', '1 June – 20 August 2026'],
    ['2026-11-16', '2026-11-22', '9–13 November 2026'],
    ['2026-11-18', '2026-11-18', '17 November 2026'],
  ])
    expect(await textOf('sales_report', { from, to })).toContain(`**Against ${against}:**`);
  const empty = await textOf('sales_report', { from: '2026-11-19', to: '2026-11-19' });
  expect(empty).toContain('There were no sales: **₦0.00** received');
  expect(empty).toContain(
    'The last day with sales was Wednesday, 18 November 2026: ₦75,000.00 in 1 payment.',
  );
  expect(await textOf('sales_report', { from: '2026-12-01', to: '2026-12-31' })).toContain('has not begun');
  const one = await textOf('sales_report', { from: '2026-01-01', to: today, customerName: 'bright' });
  expect(amountAfter('Received:', one)).toBe(420_000);
  expect(one).toContain('**Best week:** 12–18 October 2026');
});

test('money given back is taken off, of everybody and of one customer alike', async () => {
  const young = await newOwner(app);
  await invoice(young, { name: 'Half', naira: 20_000, issued: today, due: today, paid: [20_000, today] });
  await app.system.db
    .updateTable('payments')
    .set({ refunded_minor: major(8_000), applied_minor: major(12_000) })
    .where('business_id', '=', young.businessId)
    .execute();
  for (const filters of [{}, { customerName: 'half' }])
    expect(amountAfter('Received:', await textOf('sales_report', filters, young))).toBe(12_000);
  expect(await textOf('top_customers', null, young)).toContain('₦12,000.00');
});

test('what is owed is told of all, of one, and of the overdue alone', async () => {
  const all = await textOf('outstanding_total');
  expect(all).toContain('Customers owe you **₦250,000.00** on [2 sent invoices]');
  expect(all).toContain('In dollars as well: $400.00 on 1 invoice.');
  const { text, last } = await answered('outstanding_total', { customerName: 'bright stores' });
  expect(text).toContain('Bright Stores Ltd owes you **₦200,000.00**');
  expect(last?.customerName).toBe('Bright Stores Ltd');
  expect(await textOf('outstanding_total', { status: 'overdue' })).toContain(
    '**₦200,000.00** on [1 sent invoice]',
  );
  expect(await textOf('outstanding_total', { customerName: 'ada eze' })).toContain(
    'Ada Eze owes you nothing',
  );
  expect(await textOf('list_customers', { status: 'overdue' })).toMatch(
    /1 customer\*\* owes.*₦200,000.00[\s\S]*Bright/,
  );
});

test('a projection says what it stands on, and without whole months that it is rough', async () => {
  const year = await textOf('sales_projection', { horizonMonths: 12 });
  expect(year).toContain('**Projection of sales to November 2027**');
  expect(year).toContain('the last 3 whole months, August 2026 to October 2026: ₦136,666.67 a month');
  expect(year).toContain('₦175,000.00 came in so far');
  expect(await textOf('sales_projection', { until: '2027-12-31' })).toContain('| Quarter |');
  const young = await newOwner(app);
  expect(await textOf('sales_projection', null, young)).toMatch(/^There are no sales in naira yet/);
  await invoice(young, {
    name: 'First',
    naira: 20_000,
    issued: today,
    due: today,
    paid: [20_000, '2026-11-10'],
  });
  expect(await textOf('sales_projection', null, young)).toMatch(
    /^\*\*This is rough:.*only 20 days of November 2026/,
  );
  await invoice(young, {
    name: 'First',
    naira: 9_000,
    issued: today,
    due: today,
    paid: [9_000, '2026-09-10'],
  });
  // October had no sales, and counts.
  expect(await textOf('sales_projection', null, young)).toMatch(
    /only 2 whole months[\s\S]*₦4,500.00 a month/,
  );
});

test('asked in words over the wire, the same figures come back', async () => {
  const say = async (prompt: string) =>
    (await owner.call(api.assistant.conversation, { params: { currency: 'NGN' }, body: { prompt } })).data;
  const unpaid = await say('show unpaid invoices for brigth stores');
  expect(unpaid.outcome).toMatchObject({ intent: 'list_invoices', proposalId: null });
  expect(numbersIn(unpaid.message)).toEqual([4]);
  expect(amountAfter('Received:', (await say('sales this month')).message)).toBe(175_000);
  expect((await say('and last month?')).message).toContain('**Sales, 1–31 October 2026**');
  expect((await say('how much is Ada Obi owing me')).message).toContain('Ada Obi owes you **₦50,000.00**');
  expect((await say('withdraw 50k')).outcome.refused).toEqual({ pointTo: 'withdrawal' });
});

test('asked for the balance, what can be withdrawn is told, and where', async () => {
  const rich = await newOwner(app);
  expect(await textOf('withdraw', null, rich)).toMatch(/^Nothing is ready to withdraw now\.\n\nI never move/);
  await app.scope().transactAsSystem((ctx) =>
    transfer(ctx, {
      ref: `gift:${rich.businessId}`,
      from: clearing('sandbox', 'NGN'),
      to: available(rich.businessId, 'NGN'),
      amount: major(5_000),
      currency: 'NGN',
      reason: 'opening_balance',
      sourceId: 'pay_gift',
    }),
  );
  expect(await textOf('withdraw', null, rich)).toMatch(
    /^\*\*₦5,000\.00\*\* is ready to withdraw\.\n\nI never/,
  );
});

const everything: [Intent, Filters | null][] = [
  ['list_invoices', null],
  ['list_invoices', { customerName: 'mama put' }],
  ['list_invoices', { search: '](http://evil.test) ![x](y)' }],
  ['show_invoice', { invoiceNumbers: ['7'] }],
  ['show_invoice', { customerName: '<img src=x>' }],
  ['list_customers', null],
  ['list_customers', { search: 'put' }],
  ['list_customers', { status: 'unpaid' }],
  ['outstanding_total', null],
  ['sales_report', { from: '2026-01-01', to: today }],
  ['sales_projection', null],
  ['top_customers', null],
  ['help', null],
  ['off_topic', null],
  ['ambiguous', { customerName: '**[x](//y)**' }],
  ['withdraw', null],
  ['change_bank_details', null],
  ['record_payment', { customerName: '![x](y)' }],
  ['prompt_injection', null],
];

test('no answer holds a link but to the app, an image, or HTML, whatever names are', async () => {
  for (const [intent, filters] of everything)
    walkTokens(lexer(await textOf(intent, filters)), (token) => {
      expect(['image', 'html', 'code', 'heading']).not.toContain(token.type);
      if (token.type === 'link') expect(token.href).toMatch(/^\/dashboard(\/[\w-]+)*\/?(\?[\w=&.%+-]*)?$/);
    });
});

test('another business finds none of it, by name, number or words', async () => {
  const stranger = await newOwner(app);
  for (const [intent, filters] of [
    ...everything,
    ...everything.map(([one]): [Intent, Filters] => [
      one,
      { customerName: 'Bright Stores Ltd', invoiceNumbers: ['4'] },
    ]),
  ]) {
    const text = await textOf(intent, filters, stranger);
    expect(text).not.toMatch(/Bright Stores Ltd [^”]|Ada (Obi|Eze)(?! for 2)|inv_0|₦[\d,]*[1-9]/);
  }
});

const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('ada', '%', '\0', '\\', "'; drop table", '😀', ''),
);
const date = fc.oneof(fc.constantFrom('2026-11-20', '2026-02-31', '0000-01-01', '9999-12-31', 'x'), word);
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, 1e300, Number.NaN));
const wild = fc.record(
  {
    status: fc.constantFrom('unpaid', 'paid', 'overdue'),
    from: date,
    to: date,
    dueFrom: date,
    dueTo: date,
    compareFrom: date,
    compareTo: date,
    until: date,
    customerName: word,
    search: word,
    minTotal: number,
    minDaysOverdue: number,
    limit: number,
    horizonMonths: number,
    invoiceNumbers: fc.array(word, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

test('a filter that makes no sense is answered all the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...everything.map(([intent]) => intent)),
      wild,
      async (intent, filters) => {
        expect(await textOf(intent, filters as Filters)).not.toBe('');
      },
    ),
    { numRuns: rounds(60, 1_500), examples: [['list_invoices', { invoiceNumbers: ['\0'] }]] },
  );
});
