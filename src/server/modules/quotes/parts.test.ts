import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { major, newOwner, type Owner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';
import { accept, sampleQuote, sentQuote } from './testing.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
});

const at = (id: string) => ({ params: { ...params, id } });
const of = (invoiceId: string) => ({ params, body: { invoiceId } });
type Wanted = {
  percent?: number;
  amount?: ReturnType<typeof minor>;
  lines?: { item: number; quantity?: number }[];
  rest?: true;
  total?: ReturnType<typeof minor>;
};
const makePart = async (id: string, body: Wanted) =>
  (await owner.call(api.quotes.invoicePart, { ...at(id), body })).data;
const refused = (id: string, body: Wanted) =>
  refusalOf(owner.call(api.quotes.invoicePart, { ...at(id), body }));
const invoiceOf = async (id: string) => (await owner.call(api.invoices.detail, at(id))).data;

// ₦107,500 with its tax.
const roof = (more: Record<string, unknown> = {}) =>
  sentQuote(owner, {
    taxRate: 750,
    items: [{ description: 'Roof', quantity: 1_000_000, rate: major(100_000) }],
    onAcceptance: 'ask',
    ...more,
  });

describe('a quote in parts', () => {
  test('an accepted one is invoiced by percent, by amount and by the rest, to the kobo', async () => {
    const quote = await roof({
      items: [
        { description: 'Roof', quantity: 3_000_000, rate: major(33_333.33) },
        { description: 'Levy', quantity: 1_000_000, rate: major(700), taxCode: 'exempt' },
      ],
      discount: major(1_500.5),
      notes: 'Two days notice',
    });
    await accept(app, quote.publicId, { orderNumber: 'PO-77' });
    await makePart(quote.id, { percent: 3000 });
    await makePart(quote.id, { amount: major(50_000) });
    const made = await makePart(quote.id, { rest: true });
    expect(made).toMatchObject({ status: 'accepted', invoiceId: null, leftAmount: 0 });
    expect(made.parts.map(({ part }) => part)).toEqual([1, 2, 3]);
    expect(made.events.map(({ kind, note }) => `${kind} ${note}`)).toContain('invoiced INV-0002 (part 2)');
    const invoices = await Promise.all(made.parts.map(({ invoiceId }) => invoiceOf(invoiceId)));
    const sum = (of: 'tax' | 'totalAmount') => invoices.reduce((all, each) => all + each[of], 0);
    expect([sum('tax'), sum('totalAmount')]).toEqual([quote.tax, quote.totalAmount]);
    expect(invoices[1]?.totalAmount).toBe(major(50_000));
    expect(invoices[1]).toMatchObject({
      status: 'pending',
      poNumber: 'PO-77',
      notes: 'Two days notice',
      quotePart: { quoteId: quote.id, quoteNumber: quote.number, part: 2 },
    });
    expect(invoices[1]?.items[0]?.description).toContain(`part 2 of ${quote.number}, discount taken off`);
  });

  test('a deleted part gives its share back, which no rest shown before takes, and comes back only while nobody else has it', async () => {
    const quote = await roof();
    const { parts } = await makePart(quote.id, { percent: 6000 });
    const [first = { invoiceId: '' }] = parts;
    await owner.call(api.invoices.remove, of(first.invoiceId));
    await owner.call(api.invoices.restore, of(first.invoiceId));
    await owner.call(api.invoices.remove, of(first.invoiceId));
    app.advance(1000);
    expect(await refused(quote.id, { rest: true, total: major(43_000) })).toMatchObject({
      status: 409,
      message: expect.stringContaining('comes to ₦107,500.00 now, not ₦43,000.00'),
    });
    const made = await makePart(quote.id, { rest: true, total: quote.totalAmount });
    expect(made.parts).toMatchObject([{ isDeleted: true }, { part: 2, totalAmount: quote.totalAmount }]);
    const refusal = await refusalOf(owner.call(api.invoices.restore, of(first.invoiceId)));
    expect(refusal).toMatchObject({
      status: 409,
      message: expect.stringContaining('Another part of QUO-0001'),
    });
  });

  test('the sums of a part stay, all else of it may change', async () => {
    const quote = await roof();
    const { parts } = await makePart(quote.id, { percent: 5000 });
    const invoice = await invoiceOf(parts[0]?.invoiceId ?? '');
    const [item = { description: '', rate: minor(0) }] = invoice.items;
    const change = (rate: number, notes: string) =>
      owner.call(api.invoices.update, {
        params: { ...params, invoiceId: invoice.id },
        body: {
          customerId: invoice.customerId,
          dueDate: invoice.dueDate,
          title: invoice.title,
          taxRate: invoice.taxRate,
          notes,
          items: [{ description: 'First half', quantity: 1_000_000, rate: minor(rate) }],
        },
      });
    expect((await change(item.rate, 'Bring a ladder')).data.notes).toBe('Bring a ladder');
    expect(await refusalOf(change(item.rate + 1, ''))).toMatchObject({
      status: 422,
      message: expect.stringContaining('part 1 of QUO-0001'),
    });
  });
});

describe('a quote in parts by lines', () => {
  // Less a tenth of all lines, with 7.5 % on two of them.
  const offer = {
    taxRate: 750,
    items: [
      { description: 'Roofing sheets', quantity: 3_000_000, rate: major(33_333.33) },
      { description: 'Nails', quantity: 1_500_000, rate: major(7_000), discountPercent: 500 },
      { description: 'Levy', quantity: 1_000_000, rate: major(700), taxCode: 'exempt' },
    ],
    discount: major(11_067.5),
    onAcceptance: 'ask',
  };

  test('each invoice has lines of the quote, and all together are the quote to the kobo', async () => {
    const quote = await sentQuote(owner, offer);
    const first = await makePart(quote.id, { lines: [{ item: 2 }, { item: 0, quantity: 1_000_000 }] });
    expect(first).toMatchObject({ invoicedBy: 'lines', linesLeft: [2_000_000, 1_500_000, 0] });
    await makePart(quote.id, { lines: [{ item: 0, quantity: 1_000_000 }] });
    const made = await makePart(quote.id, { rest: true });
    expect(made).toMatchObject({ linesLeft: [0, 0, 0], leftAmount: 0, invoicedAmount: quote.totalAmount });
    const invoices = await Promise.all(made.parts.map(({ invoiceId }) => invoiceOf(invoiceId)));
    expect(invoices[0]?.items).toMatchObject([
      { description: 'Roofing sheets', quantity: 1_000_000, rate: major(33_333.33), taxCode: 'standard' },
      { description: 'Levy', quantity: 1_000_000, rate: major(700), discount: major(70), taxCode: 'exempt' },
    ]);
    expect(invoices[2]?.items.map(({ quantity }) => quantity)).toEqual([1_000_000, 1_500_000]);
    const sum = (of: 'tax' | 'totalAmount' | 'subtotal') => invoices.reduce((all, each) => all + each[of], 0);
    expect([sum('tax'), sum('totalAmount'), sum('subtotal')]).toEqual([
      quote.tax,
      quote.totalAmount,
      quote.subtotal - quote.discount,
    ]);
  });

  test('a deleted part gives its lines back; a share and lines keep each other out', async () => {
    const items = offer.items.map((item) => ({ ...item, rate: major(7_000) }));
    const quote = await sentQuote(owner, { ...offer, items, discount: undefined });
    const { parts } = await makePart(quote.id, { lines: [{ item: 1 }] });
    const [first = { invoiceId: '' }] = parts;
    // Without a discount of the quote the line keeps its own.
    expect((await invoiceOf(first.invoiceId)).items).toMatchObject([{ discountPercent: 500 }]);
    expect(await refused(quote.id, { lines: [{ item: 1 }] })).toMatchObject({
      status: 422,
      message: 'All of that item is invoiced already',
    });
    expect(await refused(quote.id, { percent: 1000 })).toMatchObject({
      status: 409,
      message: expect.stringContaining('Items of this quote are invoiced already'),
    });
    await owner.call(api.invoices.remove, of(first.invoiceId));
    app.advance(1000);
    expect(await makePart(quote.id, { percent: 1000 })).toMatchObject({ invoicedBy: 'share', linesLeft: [] });
    expect(await refused(quote.id, { lines: [{ item: 1 }] })).toMatchObject({
      status: 409,
      message: expect.stringContaining('cannot be told apart'),
    });
    expect((await refusalOf(owner.call(api.invoices.restore, of(first.invoiceId)))).status).toBe(409);
  });
});

test.each<[string, Wanted, number, string]>([
  ['more than is left', { amount: major(60_000) }, 422, 'Only ₦53,750.00 of this quote is left'],
  ['a percentage of more', { percent: 6000 }, 422, 'Only ₦53,750.00 of this quote is left'],
])('after half of it was invoiced, %s is refused', async (_, body, status, message) => {
  const quote = await roof();
  await makePart(quote.id, { percent: 5000 });
  expect(await refused(quote.id, body)).toMatchObject({ status, message: expect.stringContaining(message) });
});

test('parts and the whole keep each other out', async () => {
  const [whole, parted] = [await roof(), await roof()];
  await owner.call(api.quotes.toInvoice, at(whole.id));
  expect(await refused(whole.id, { percent: 1000 })).toMatchObject({ status: 409, code: 'conflict' });
  expect(await refused(parted.id, { rest: true })).toMatchObject({ status: 409, code: 'conflict' });
  await makePart(parted.id, { percent: 1000 });
  const refusal = await refusalOf(owner.call(api.quotes.toInvoice, at(parted.id)));
  expect(refusal).toMatchObject({ status: 409, message: expect.stringContaining('in parts') });
  await makePart(parted.id, { rest: true });
  expect((await refused(parted.id, { rest: true })).message).toContain('invoiced already');
  const { data: draft } = await owner.call(api.quotes.create, { params, body: sampleQuote() });
  expect((await refused(draft.id, { percent: 1000 })).message).toBe('Send this quote first');
  const gone = await roof();
  await owner.call(api.quotes.withdraw, at(gone.id));
  expect(await refused(gone.id, { percent: 1000 })).toMatchObject({ status: 409, code: 'quote_closed' });
});
