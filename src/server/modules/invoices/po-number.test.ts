import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { csvFiles } from '#server/modules/account/queries/csv.ts';
import { newOwner, type Owner, sampleInvoice, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { todayFor } from './queries/details.ts';
import { searchInvoices } from './queries/search.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await sharedApp();
  owner = await newOwner(app);
});
afterAll(() => app.close());

const create = async (poNumber: unknown) =>
  (await owner.call(api.invoices.create, { params, body: sampleInvoice({ poNumber }) })).data;

test.each<[string, unknown, string]>([
  ['61 characters', 'P'.repeat(61), 'Keep this to 60 characters'],
  ['a line break', 'PO-1\n2', 'This text has characters we cannot store'],
  ['a control character', 'PO-\u0000', 'This text has characters we cannot store'],
  ['a deleted character', 'PO-\u007f', 'This text has characters we cannot store'],
  ['half a character', 'PO-\ud800', 'This text has characters we cannot store'],
  ['a figure', 7, 'This field is required'],
  ['a list', ['PO-1'], 'This field is required'],
  ['an object', { number: 'PO-1' }, 'This field is required'],
])('%s is refused at its field', async (_what, poNumber, message) => {
  const response = await fetch(`${app.url}/api/ngn/invoice/create`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      dueDate: '2099-12-31',
      items: [{ description: 'Rice', quantity: 1, rate: 10 }],
      clientEmail: 'bello@example.test',
      poNumber,
    }),
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ errors: [{ path: 'poNumber', message }] });
});

test.each([
  [undefined, ''],
  [null, ''],
  ['  ', ''],
  [' PO 4500/12 ', 'PO 4500/12'],
  ['P'.repeat(60), 'P'.repeat(60)],
  ['Ọ̀dà № 7', 'Ọ̀dà № 7'],
])('%j is stored as %j', async (poNumber, stored) => {
  expect((await create(poNumber)).poNumber).toBe(stored);
});

test('it stands in the detail, the list, on the pay page and on the PDF, and is found by', async () => {
  const poNumber = '<b>"=4500"</b>';
  const { id } = await create(poNumber);
  await owner.call(api.invoices.send, { params, body: { invoiceId: id, channels: ['whatsapp'] } });
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
  expect(data.poNumber).toBe(poNumber);
  const listed = async (search: string) =>
    (await owner.call(api.invoices.list, { params, query: { search } })).data;
  expect((await listed('<B>"=45')).map((row) => [row.id, row.poNumber])).toEqual([[id, poNumber]]);
  expect(await listed('<B>"=46')).toEqual([]);
  const today = await todayFor(app.system.db, owner.businessId, app.scope().now);
  const business = { businessId: owner.businessId, currency: 'NGN' as const };
  const matches = await searchInvoices(app.system.db, business, { search: '=4500' }, today, 9);
  expect(matches.map((row) => row.id)).toEqual([id]);
  const page = await (await fetch(data.checkoutUrl ?? '')).text();
  expect(page).toContain(
    '<div class="wide"><dt>Purchase order number</dt><dd>&lt;b&gt;&quot;=4500&quot;&lt;/b&gt;</dd></div>',
  );
  const pdf = await fetch(`${app.url}/api/ngn/invoice/${id}/pdf`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  const [sheet] = await pagesOf(new Uint8Array(await pdf.arrayBuffer()));
  expect(sheet).toContain(`Purchase order number: ${poNumber}`);
});

test('an invoice without one shows nothing of it', async () => {
  const { id } = await create('');
  const { data } = await owner.call(api.invoices.send, {
    params,
    body: { invoiceId: id, channels: ['whatsapp'] },
  });
  const page = await (await fetch(data.invoice.checkoutUrl ?? '')).text();
  expect(page).not.toContain('Purchase order');
});

test('a formula in it stays text in the account’s spreadsheet', async () => {
  const other = await newOwner(app);
  await other.call(api.invoices.create, {
    params,
    body: sampleInvoice({ poNumber: '=HYPERLINK("http://evil.example")' }),
  });
  const file = csvFiles(app.system.db, other.businessId).find(({ name }) => name === 'csv/invoices.csv');
  let text = '';
  for await (const chunk of file?.chunks ?? []) text += chunk;
  const [head, row] = text.split('\r\n');
  expect(head).toMatch(/,Purchase order number,/);
  expect(row).toMatch(/,"'=HYPERLINK\(""http:\/\/evil\.example""\)",/);
});
