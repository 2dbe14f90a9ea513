import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { lineOf } from '#contract/invoice-form.ts';
import { formatMoney, MAX_MINOR, minor, minorToMajor } from '#core/money.ts';
import { taxCodes, totalsFault, totalsOf } from '#core/totals.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { csvFiles } from '#server/modules/account/queries/csv.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { createFakeProvider, onlyProvider } from '../../../../tests/fake-provider.ts';
import { newOwner, type Owner, sampleInvoice, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';

const params = { currency: 'NGN' as const };
/** Amounts the provider was told to collect. */
const asked: number[] = [];
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  const fake = createFakeProvider();
  const startCheckout: typeof fake.startCheckout = (checkout) => {
    asked.push(checkout.amount);
    return fake.startCheckout(checkout);
  };
  const payments = onlyProvider({ ...fake, startCheckout });
  app = await sharedApp((made) => ({ ...made, payments }));
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

const cartsUpTo = (mostRate: number) => {
  const item = fc.record(
    {
      description: fc.constant('Rice'),
      quantity: fc.integer({ min: 1_000_000, max: 3_000_000 }),
      rate: fc.integer({ min: 1, max: mostRate }).map(minor),
      discountPercent: fc.integer({ min: 0, max: 10_000 }),
      taxCode: fc.constantFrom(...taxCodes),
    },
    { requiredKeys: ['description', 'quantity', 'rate'] },
  );
  return fc.record({
    items: fc.array(item, { minLength: 1, maxLength: 5 }),
    taxRate: fc.integer({ min: 0, max: 10_000 }),
    pricesIncludeTax: fc.boolean(),
    discount: fc.integer({ min: 0, max: 5_000 }).map(minor),
  });
};

test('what is stored recomputes to itself, whatever the cart', async () => {
  await fc.assert(
    fc.asyncProperty(cartsUpTo(MAX_MINOR / 1_000), async (cart) => {
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

test('its total is one, on screen, paper and pay page, at the provider and in the table for a spreadsheet', async () => {
  await fc.assert(
    fc.asyncProperty(cartsUpTo(9_000_000_00), async (cart) => {
      const terms = { taxBps: cart.taxRate, pricesIncludeTax: cart.pricesIncludeTax };
      fc.pre(totalsFault(cart.items.map(lineOf), terms, cart.discount) === null);
      const { total } = totalsOf(cart.items.map(lineOf), terms, cart.discount);
      const { id, invoiceNumber } = await create(cart);
      await owner.call(api.invoices.send, { params, body: { invoiceId: id, channels: ['whatsapp'] } });
      const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
      const page = await (await fetch(data.checkoutUrl ?? '')).text();
      const pdf = await fetch(`${app.url}/api/ngn/invoice/${id}/pdf`, {
        headers: { Authorization: `Bearer ${owner.token}` },
      });
      const paper = (await pagesOf(new Uint8Array(await pdf.arrayBuffer()))).join(' ');
      const said = formatMoney(total, 'NGN');
      expect([data.totalAmount, data.balance, asked.at(-1)]).toEqual([total, total, total]);
      expect([page.includes(said), paper.includes(said)], said).toEqual([true, true]);
      expect(await exportedTotal(invoiceNumber)).toBe(minorToMajor(total));
    }),
    { numRuns: rounds(6, 100) },
  );
});

/** The total of an invoice in the account's own export, in naira. */
async function exportedTotal(number: string): Promise<number> {
  const table = csvFiles(app.system.db, owner.businessId).find(({ name }) => name === 'csv/invoices.csv');
  let text = '';
  for await (const chunk of table?.chunks ?? []) text += chunk;
  const [head = [], ...rows] = text.split(/\r?\n/).map((line) => line.replaceAll('"', '').split(','));
  return Number(rows.find(([first]) => first === number)?.[head.indexOf('Total')]);
}
