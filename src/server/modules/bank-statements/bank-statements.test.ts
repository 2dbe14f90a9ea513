import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { payFor, sentInvoice } from '#server/pages/receipt/testing.ts';
import { retention } from '#server/schedule/retention/rules.ts';
import { csvFile, type Movement } from '../../../../tests/bank-statements/layouts.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  documentOwner,
  newOwner,
  type Owner,
  refusalOf,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { csv, type Desk, deskOf } from './testing.ts';

const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;
let send: Desk['send'];
let keep: Desk['keep'];
let linesOf: Desk['linesOf'];
let record: Desk['record'];

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(() => app.close());

const params = { currency: 'NGN' } as const;
const TOTAL = 1000_00;
const today = () => dateIn(app.config.clock());

async function freshOwner() {
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
  ({ send, keep, linesOf, record } = deskOf(app, owner));
}
const paidOf = async (id: string) =>
  (
    await app.system.db
      .selectFrom('invoices')
      .select('paid_minor')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).paid_minor;
const lockedWorkbook = Uint8Array.from([
  0xd0,
  0xcf,
  0x11,
  0xe0,
  ...Buffer.from('EncryptedPackage', 'utf16le'),
]);
const kinds = async () =>
  (await owner.call(api.activities.list, { params })).data.activities.map(({ activityType }) => activityType);
const day = (back: number) => addDays(today(), -back);

describe('a bank statement', () => {
  test('is shown before it is kept, and asks where its days can be read both ways', async () => {
    await freshOwner();
    const cells = [
      ['Date', 'Narration', 'Credit', 'Debit', 'Balance'],
      ['03/04/2026', 'TRF FROM ADA', '500.00', '', '600.00'],
      ['04/04/2026', 'SMS', '', '4.00', '596.00'],
      ['05/04/2026', 'EDITED', '9.00', '', '700.00'],
    ];
    const { body } = await send('/preview', csvFile(cells));
    expect(body.data).toMatchObject({
      question: 'date_order',
      columns: { day: 0, narration: 1, credit: 2, debit: 3, balance: 4 },
      count: 3,
      moneyIn: 509,
      moneyOut: -4,
      breaks: [4],
    });
    const account = { bankName: 'Zenith', last4: '9999' };
    expect(await send('', csvFile(cells), account)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'dateOrder' }] },
    });
    const kept = await send('', csvFile(cells), { ...account, dateOrder: 'month_first' });
    expect(kept).toMatchObject({
      status: 201,
      body: {
        data: { added: 3, statement: { from: '2026-03-04T00:00:00.000Z', to: '2026-05-04T00:00:00.000Z' } },
      },
    });
  });

  test('adds nothing twice: the same file, or the lines that overlap', async () => {
    await freshOwner();
    const movements = Array.from(
      { length: 10 },
      (_, at): Movement => ({ day: day(20 - at), amount: (at + 1) * 100_00, narration: `TRF ${at}` }),
    );
    const first = await keep(csv(movements));
    expect(first).toMatchObject({ added: 10, known: 0 });
    expect(await keep(csv(movements))).toMatchObject({
      added: 0,
      known: 10,
      statement: { id: first.statement.id },
    });
    const elsewhere = await send('', csv(movements), { bankName: 'Access Bank', last4: '0123' });
    expect(elsewhere).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            path: 'bankName',
            message: 'These lines are here already, as GTBank ···· 0123. Choose that account',
          },
        ],
      },
    });
    const opening = 100_000_00 + movements.slice(0, 7).reduce((sum, { amount }) => sum + amount, 0);
    const more = Array.from(
      { length: 4 },
      (_, at): Movement => ({ day: day(9 - at), amount: 7_00, narration: `NEW ${at}` }),
    );
    expect(await keep(csv([...movements.slice(7), ...more], opening))).toMatchObject({ added: 4, known: 3 });
    const { data } = await owner.call(api.bankStatements.list, { params });
    expect(data.statements.map(({ counts }) => counts.open)).toEqual([4, 10]);
    expect(data.accounts).toHaveLength(1);
  });

  test('has no page after something that is no row of it', async () => {
    await freshOwner();
    const { statement } = await keep(
      csv([1, 2, 3].map((back) => ({ day: day(back), amount: back * 100_00, narration: `TRF ${back}` }))),
    );
    const pageAfter = (cursor: string) =>
      owner.call(api.bankStatements.lines, {
        params: { ...params, id: statement.id },
        query: { limit: 2, cursor },
      });
    const { page, data } = await pageAfter('');
    const rest = await pageAfter(page.nextCursor ?? '');
    expect([data.lines.length, rest.data.lines.length, rest.page.nextCursor]).toEqual([2, 1, null]);
    for (const cursor of ['99999999999', '-1', 'next', '2 of 3'])
      expect(await refusalOf(pageAfter(cursor))).toMatchObject({ status: 422, errors: [{ path: 'cursor' }] });
  });

  test('matched for certain becomes payments, all at once and once', async () => {
    await freshOwner();
    const [a, b, c] = [
      await sentInvoice(app, owner),
      await sentInvoice(app, owner),
      await sentInvoice(app, owner),
    ];
    const { statement } = await keep(
      csv([
        { day: day(3), amount: TOTAL, narration: `NIP/${a.number}/THANKS` },
        { day: day(2), amount: TOTAL, narration: `TRF ${b.code}` },
        { day: day(1), amount: 300_00, narration: `PART OF ${c.number}` },
        { day: day(1), amount: -50_00, narration: 'SMS CHARGE' },
      ]),
    );
    expect(statement.counts).toEqual({ open: 3, recorded: 0, ignored: 0, settlement: 0, out: 1 });
    const open = await linesOf(statement.id, 'open');
    const shown = open.map(({ suggestions: [first] }) => [first?.certainty, first?.shares[0]?.invoiceId]);
    expect(shown).toEqual([
      ['certain', a.id],
      ['certain', b.id],
      ['possible', c.id],
    ]);
    const matches = open.map((line) => ({
      lineId: line.id,
      allocations: [{ invoiceId: line.suggestions[0]?.shares[0]?.invoiceId ?? '', amount: line.amount }],
    }));
    const wrong = [
      ...matches.slice(0, 2),
      { lineId: open[2]?.id ?? '', allocations: [{ invoiceId: c.id, amount: minor(299_00) }] },
    ];
    expect(await refusalOf(record(statement.id, wrong))).toMatchObject({
      status: 422,
      errors: [{ path: 'matches.2.allocations' }],
    });
    expect(await paidOf(a.id)).toBe(0);
    const key = 'statement-key-0001';
    const { data } = await record(statement.id, matches, key);
    expect(data).toEqual({ recorded: 3, confirmed: 0 });
    expect((await record(statement.id, matches, key)).data).toEqual(data);
    expect([await paidOf(a.id), await paidOf(b.id), await paidOf(c.id)]).toEqual([TOTAL, TOTAL, 300_00]);
    expect(await refusalOf(record(statement.id, matches))).toMatchObject({ status: 409 });
    const at = { params: { ...params, id: owner.businessId } };
    const { typedIn } = (await owner.call(api.analytics.report, at)).data;
    expect(typedIn).toEqual([{ method: 'statement', amount: 2 * TOTAL + 300_00 }]);
    const recorded = await linesOf(statement.id, 'recorded');
    expect(recorded.map(({ payment }) => payment?.invoiceNumber)).toEqual([a.number, b.number, c.number]);
    const details = (
      await owner.call(api.payments.details, { params: { ...params, id: recorded[0]?.payment?.id ?? '' } })
    ).data;
    expect(details.payment).toMatchObject({
      evidence: 'statement',
      status: 'completed',
      provider: 'Recorded by you',
    });
    expect(details.payment.told).toContain('was seen in your bank statement');
    expect(
      await refusalOf(owner.call(api.bankStatements.remove, { params: { ...params, id: statement.id } })),
    ).toMatchObject({ status: 409 });
  });

  test('asks about a share of a line that was noted before, and about a record that is a share of a line', async () => {
    await freshOwner();
    const client = { clientName: 'Ada Okafor', clientEmail: 'ada@example.test' };
    const [a, b] = [await sentInvoice(app, owner, client), await sentInvoice(app, owner, client)];
    const typed = (invoiceId: string, amount: number) =>
      owner.call(api.offlinePayments.record, {
        params: { ...params, id: invoiceId },
        body: { amount: minor(amount), day: day(1), method: 'cash' },
      });
    await typed(b.id, 400_00);
    const { statement } = await keep(
      csv([{ day: day(1), amount: 700_00, narration: 'NIP FROM OKAFOR ADA' }]),
    );
    const [line] = await linesOf(statement.id, 'open');
    const allocations = [
      { invoiceId: a.id, amount: minor(300_00) },
      { invoiceId: b.id, amount: minor(400_00) },
    ];
    const match = { lineId: line?.id ?? '', allocations };
    const twice = await refusalOf(record(statement.id, [match]));
    expect(twice).toMatchObject({ status: 409, code: 'possible_duplicate' });
    expect(twice.message).toMatch(new RegExp(`^₦400\\.00 of .* is on ${b.number} already`));
    await record(statement.id, [{ ...match, confirmDuplicate: true }]);
    expect([await paidOf(a.id), await paidOf(b.id)]).toEqual([300_00, 800_00]);
    expect(await refusalOf(typed(a.id, 300_00))).toMatchObject({ status: 409, code: 'possible_duplicate' });
  });

  test('has lines for several invoices of one customer, and an undone one is open again', async () => {
    await freshOwner();
    const client = { clientName: 'Ada Okafor', clientEmail: 'ada@example.test' };
    const [a, b] = [await sentInvoice(app, owner, client), await sentInvoice(app, owner, client)];
    const { statement } = await keep(
      csv([{ day: day(1), amount: 2 * TOTAL, narration: 'NIP FROM OKAFOR ADA' }]),
    );
    const [line] = await linesOf(statement.id, 'open');
    expect(line?.suggestions[0]).toMatchObject({ certainty: 'likely', reason: 'name_and_sum' });
    const allocations = [a, b].map(({ id }) => ({ invoiceId: id, amount: minor(TOTAL) }));
    await record(statement.id, [{ lineId: line?.id ?? '', allocations }]);
    expect([await paidOf(a.id), await paidOf(b.id)]).toEqual([TOTAL, TOTAL]);
    const others = async () =>
      (await owner.call(api.payments.list, { params, query: {} })).data.transactions.map(
        ({ otherInvoices }) => otherInvoices,
      );
    expect(await others(), 'the list tells that there is another').toEqual([1]);
    const [recorded] = await linesOf(statement.id, 'recorded');
    await owner.call(api.offlinePayments.undo, {
      params: { ...params, id: recorded?.payment?.id ?? '' },
      body: {},
    });
    expect([await paidOf(a.id), await paidOf(b.id)]).toEqual([0, 0]);
    expect(await others()).toEqual([0]);
    expect(await linesOf(statement.id, 'open')).toHaveLength(1);
    await record(statement.id, [{ lineId: line?.id ?? '', allocations }]);
    expect(await paidOf(b.id)).toBe(TOTAL);
    const other = await sentInvoice(app, owner);
    const next = await keep(csv([{ day: day(0), amount: TOTAL, narration: 'X' }]));
    const [single] = await linesOf(next.statement.id, 'open');
    const mixed = [
      {
        lineId: single?.id ?? '',
        allocations: [
          { invoiceId: other.id, amount: minor(600_00) },
          { invoiceId: a.id, amount: minor(400_00) },
        ],
      },
    ];
    expect(await refusalOf(record(next.statement.id, mixed))).toMatchObject({
      status: 422,
      message: 'Choose invoices of one customer',
    });
  });

  test('short by the tax its customer kept settles the invoice, and no other sum does', async () => {
    await freshOwner();
    await app.system.db
      .updateTable('business_profiles')
      .set({ tin: '1234567890' })
      .where('business_id', '=', owner.businessId)
      .execute();
    const client = { clientName: 'Zaria Mills Ltd', clientEmail: 'pay@zaria.test' };
    const [a, b] = [await sentInvoice(app, owner, client), await sentInvoice(app, owner, client)];
    const { statement } = await keep(csv([{ day: day(1), amount: 980_00 + 400_00, narration: 'NIP ZARIA' }]));
    const [line] = await linesOf(statement.id, 'open');
    const match = (more: object) => ({
      lineId: line?.id ?? '',
      allocations: [
        { invoiceId: a.id, amount: minor(980_00) },
        { invoiceId: b.id, amount: minor(400_00) },
      ],
      ...more,
    });
    expect(await refusalOf(record(statement.id, [match({ withheld: 'rent' })]))).toMatchObject({
      status: 422,
      errors: [
        {
          path: 'matches.0.withheld',
          message: `That tax would be ₦100.00 on ${a.number}, which is short by ₦20.00, and ₦100.00 on ${b.number}, which is short by ₦600.00`,
        },
      ],
    });
    expect(await paidOf(a.id)).toBe(0);
    await record(statement.id, [match({ withheld: 'services' })]);
    const detail = async (id: string) =>
      (await owner.call(api.invoices.detail, { params: { ...params, id } })).data;
    expect(await detail(a.id)).toMatchObject({
      withheld: 20_00,
      balance: 0,
      status: 'paid',
      withholding: { state: 'pending' },
    });
    expect(await detail(b.id)).toMatchObject({ balance: 600_00, withholding: null });
    expect((await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  });

  test('finds what was typed before instead of counting it twice', async () => {
    await freshOwner();
    const invoice = await sentInvoice(app, owner);
    const body = { amount: minor(TOTAL), day: day(2), method: 'bank_transfer', seen: 'bank' } as const;
    const { data: typed } = await owner.call(api.offlinePayments.record, {
      params: { ...params, id: invoice.id },
      body,
    });
    const { statement } = await keep(csv([{ day: day(1), amount: TOTAL, narration: 'CASH LODGEMENT' }]));
    const [line] = await linesOf(statement.id, 'open');
    expect(line?.typed).toMatchObject({ id: typed.id, invoiceNumber: invoice.number });
    const { data } = await record(statement.id, [
      { lineId: line?.id ?? '', allocations: [], paymentId: typed.id },
    ]);
    expect(data).toEqual({ recorded: 0, confirmed: 1 });
    const { payment } = (await owner.call(api.payments.details, { params: { ...params, id: typed.id } }))
      .data;
    expect(payment.evidence).toBe('statement');
    expect(await paidOf(invoice.id)).toBe(TOTAL);
    const { data: counter } = await owner.call(api.payments.counter, {
      params: { ...params, id: invoice.id },
    });
    expect(counter).toMatchObject({ state: 'in_statement', payments: [] });
    expect((await kinds())[0]).toBe('payment_confirmed');
  });

  test('sets money of providers aside, which is counted already', async () => {
    await freshOwner();
    const invoice = await sentInvoice(app, owner);
    await payFor(app, fake, invoice, TOTAL);
    const { amount_minor, fee_minor } = await app.system.db
      .selectFrom('payments')
      .select(['amount_minor', 'fee_minor'])
      .where('business_id', '=', owner.businessId)
      .executeTakeFirstOrThrow();
    const net = amount_minor - fee_minor;
    const { statement } = await keep(
      csv([
        { day: today(), amount: net, narration: `${fake.title.toUpperCase()} SETTLEMENT` },
        { day: today(), amount: net, narration: 'TRF FROM ADA' },
      ]),
    );
    expect(statement.counts).toMatchObject({ settlement: 1, open: 1 });
    const [line] = await linesOf(statement.id, 'settlement');
    const other = await sentInvoice(app, owner);
    expect(
      await refusalOf(
        record(statement.id, [
          { lineId: line?.id ?? '', allocations: [{ invoiceId: other.id, amount: minor(net) }] },
        ]),
      ),
    ).toMatchObject({ status: 409 });
    const aside = (ignored: boolean) =>
      owner.call(api.bankStatements.ignore, { params: { ...params, id: line?.id ?? '' }, body: { ignored } });
    expect(await refusalOf(aside(true))).toMatchObject({ status: 409 });
    // It was a sale after all, of which it is still said that it names the provider.
    await aside(false);
    expect(await linesOf(statement.id, 'settlement')).toEqual([]);
    expect((await linesOf(statement.id, 'open')).map(({ provider }) => provider)).toEqual([fake.title, null]);
    await record(statement.id, [
      {
        lineId: line?.id ?? '',
        allocations: [{ invoiceId: other.id, amount: minor(net) }],
        keepRestAsCredit: true,
      },
    ]);
    expect(await paidOf(other.id)).toBe(Math.min(net, TOTAL));
  });

  test('has lines that are no sales, and can be thrown away while nothing is recorded', async () => {
    await freshOwner();
    const { statement } = await keep(csv([{ day: day(1), amount: TOTAL, narration: 'LOAN FROM UNCLE' }]));
    const [line] = await linesOf(statement.id, 'open');
    const at = { params: { ...params, id: line?.id ?? '' } };
    await owner.call(api.bankStatements.ignore, { ...at, body: { ignored: true, note: 'Loan' } });
    expect(await linesOf(statement.id, 'ignored')).toMatchObject([{ note: 'Loan' }]);
    await owner.call(api.bankStatements.ignore, { ...at, body: { ignored: false } });
    expect(await linesOf(statement.id, 'open')).toHaveLength(1);
    await owner.call(api.bankStatements.remove, { params: { ...params, id: statement.id } });
    expect((await owner.call(api.bankStatements.list, { params })).data.statements).toEqual([]);
    expect((await kinds()).slice(0, 4)).toEqual([
      'statement_removed',
      'line_reopened',
      'line_ignored',
      'statement_imported',
    ]);
    expect(await keep(csv([{ day: day(1), amount: TOTAL, narration: 'LOAN FROM UNCLE' }]))).toMatchObject({
      added: 1,
    });
  });

  test('loses the words of lines that are no payment once they were kept long enough', async () => {
    await freshOwner();
    const invoice = await sentInvoice(app, owner);
    const movements: Movement[] = [
      { day: day(3), amount: TOTAL, narration: 'TRF FROM ADA OBI' },
      { day: day(2), amount: -500_00, narration: 'TRF TO MUSA BELLO' },
      { day: day(1), amount: 70_00, narration: 'LOAN FROM UNCLE' },
    ];
    const { statement } = await keep(csv(movements));
    const [line] = await linesOf(statement.id, 'open');
    await record(statement.id, [
      { lineId: line?.id ?? '', allocations: [{ invoiceId: invoice.id, amount: minor(TOTAL) }] },
    ]);
    const words = async () => (await linesOf(statement.id)).map(({ narration }) => narration);
    const rule = retention.find(({ what }) => what === 'words of bank statement lines that are no payment');
    await rule?.purge(app.scope(), new Date(app.config.clock().getTime() - 60_000));
    expect(await words()).toEqual(['TRF FROM ADA OBI', 'TRF TO MUSA BELLO', 'LOAN FROM UNCLE']);
    await rule?.purge(app.scope(), new Date(app.config.clock().getTime() + 60_000));
    expect(await words()).toEqual(['TRF FROM ADA OBI', '', '']);
    expect(await keep(csv(movements))).toMatchObject({ added: 0, known: 3 });
  });

  test.each([
    ['%PDF-1.7 ', 415, /Ask your bank for the statement as CSV or Excel/],
    ['%PDF-1.7 trailer << /Encrypt 5 0 R >>', 415, /Ask your bank for it without a password/],
    [lockedWorkbook, 415, /Ask your bank for it without a password/],
    [Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0]), 415, /old Excel file/],
    ['hello', 422, /no payments/],
    ['Currency: USD\nDate,Details,Credit\n14-Jan-2026,A,1.00', 422, /in US dollars, not in naira/],
    ['a'.repeat(5 * 1024 * 1024 + 1), 413, /larger than 5 MB/],
    ['a'.repeat(10 * 1024 * 1024), 413, /larger than 5 MB/],
  ])('of another kind is refused: %.9s', async (content, status, message) => {
    const { status: told, body } = await send('/preview', content);
    expect([told, body.errors?.[0]?.path, body.message]).toEqual([
      status,
      'file',
      expect.stringMatching(message),
    ]);
  });

  test('leaves the books in order', async () => {
    expect((await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  });
});
