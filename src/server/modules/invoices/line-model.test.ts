import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { lineOf } from '#contract/invoice-form.ts';
import { MAX_MINOR, minor } from '#core/money.ts';
import { taxCodes, totalsFault, totalsOf } from '#core/totals.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp();
  owner = await newOwner(app);
});
afterAll(() => app.close());

const create = async (changes: Parameters<typeof sampleInvoice>[0]) =>
  (await owner.call(api.invoices.create, { params, body: sampleInvoice(changes) })).data;
const rice = { description: 'Rice', quantity: 2_000_000, rate: minor(1_075_00) };

test('an invoice of every kind of line says so to its owner, on its page and on paper', async () => {
  const items = [
    { ...rice, discountPercent: 1_000 },
    { ...rice, description: 'Baby milk', discount: minor(75_00), taxCode: 'exempt' as const },
  ];
  const { id } = await create({ items, taxRate: 750, pricesIncludeTax: true, discount: minor(100_00) });
  await owner.call(api.invoices.send, { params, body: { invoiceId: id, channels: ['whatsapp'] } });
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
  expect(data).toMatchObject({ subtotal: 4_010_00, discount: 100_00, totalAmount: 3_910_00, tax: 131_63 });
  expect(data.items).toMatchObject([
    { discount: 215_00, discountPercent: 1_000, total: 1_935_00, taxCode: 'standard' },
    { discount: 75_00, discountPercent: null, total: 2_075_00, taxCode: 'exempt' },
  ]);
  const page = await (await fetch(data.checkoutUrl ?? '')).text();
  const pdf = await fetch(`${app.url}/api/ngn/invoice/${id}/pdf`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  const sheets = await pagesOf(new Uint8Array(await pdf.arrayBuffer()));
  for (const said of ['Discount 10% -₦215.00', 'Discount -₦75.00 · Exempt from tax', 'Includes tax (7.5%)'])
    expect([page.includes(said), sheets.join(' ').includes(said)], said).toEqual([true, true]);
  const copy = await owner.call(api.invoices.duplicate, { params: { ...params, invoiceId: id } });
  const { data: copied } = await owner.call(api.invoices.detail, { params: { ...params, id: copy.data.id } });
  const { items: lines, subtotal, tax, totalAmount, pricesIncludeTax } = data;
  expect(copied).toMatchObject({ items: lines, subtotal, tax, totalAmount, pricesIncludeTax });
});

test.each([
  [{ discount: 2_150.01 }, 'items.0.discount', 'The discount is more than the line'],
  [
    { discount: 1, discountPercent: 1 },
    'items.0.discount',
    'Enter the discount as an amount or in percent, not both',
  ],
  [{ discountPercent: 100 }, 'discount', 'The total must be more than zero'],
  [{ discount: -1 }, 'discount', 'Enter a discount of zero or more'],
])('%j is refused at its field', async (more, path, message) => {
  const response = await fetch(`${app.url}/api/ngn/invoice/create`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      dueDate: '2099-12-31',
      title: 'Rice',
      items: [{ description: 'Rice', quantity: 2, rate: 1_075, ...more }],
      clientEmail: 'bello@example.test',
    }),
  });
  expect([response.status, await response.json()]).toMatchObject([422, { errors: [{ path, message }] }]);
});

test('what is stored recomputes to itself, whatever the cart', async () => {
  const item = fc.record(
    {
      description: fc.constant('Rice'),
      quantity: fc.integer({ min: 1_000_000, max: 3_000_000 }),
      rate: fc.integer({ min: 1, max: MAX_MINOR / 1_000 }).map(minor),
      discountPercent: fc.integer({ min: 0, max: 10_000 }),
      taxCode: fc.constantFrom(...taxCodes),
    },
    { requiredKeys: ['description', 'quantity', 'rate'] },
  );
  const carts = fc.record({
    items: fc.array(item, { minLength: 1, maxLength: 5 }),
    taxRate: fc.integer({ min: 0, max: 10_000 }),
    pricesIncludeTax: fc.boolean(),
    discount: fc.integer({ min: 0, max: 5_000 }).map(minor),
  });
  await fc.assert(
    fc.asyncProperty(carts, async (cart) => {
      const terms = { taxBps: cart.taxRate, pricesIncludeTax: cart.pricesIncludeTax };
      fc.pre(totalsFault(cart.items.map(lineOf), terms, cart.discount) === null);
      const stored = await create(cart);
      const totals = totalsOf(stored.items.map(lineOf), terms, cart.discount);
      const { subtotal, tax, total: totalAmount } = totals;
      expect(stored).toMatchObject({ subtotal, tax, totalAmount });
      expect(stored.items.map(({ total }) => total)).toEqual(totals.lines);
    }),
    { numRuns: 40 },
  );
  expect((await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});
