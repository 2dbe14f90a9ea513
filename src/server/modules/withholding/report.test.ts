import Papa from 'papaparse';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { FileFormat } from '#contract/wire.ts';
import { dateIn } from '#core/dates.ts';
import { minor, subtract } from '#core/money.ts';
import { packed, pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import {
  documentOwner,
  newOwner,
  type Owner,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';

let app: TestApp;
let owner: Owner;
const params = { currency: 'NGN' } as const;
const year = () => Number(dateIn(app.config.clock()).slice(0, 4));

beforeAll(async () => {
  app = await sharedApp();
  owner = await newOwner(app, { name: 'Okafor Kitchen' });
  await documentOwner(app.system.db, owner);
  for (const [clientName, rate] of [
    ['=Zenith Foods Ltd', 1_000_00],
    ['=Zenith Foods Ltd', 2_000_50],
    ['Aba Mills Ltd', 500_00],
  ] as const)
    await kept(clientName, rate);
  const open = await kept('Aba Mills Ltd', 700_00, { isPaid: false });
  expect(open.state).toBe('declared');
});
afterAll(() => app.close());

/** Tax of 10 % of an invoice without VAT (a seller without tax ID, so twice 5 %). */
async function kept(clientName: string, rate: number, { isPaid = true } = {}) {
  const items = [{ description: 'Advice', quantity: 1_000_000, rate: minor(rate) }];
  const body = sampleInvoice({
    clientName,
    clientEmail: `${rate}@example.test`,
    items,
    taxRate: 0,
    discount: minor(0),
  });
  const { data: invoice } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: invoice.id, channels: ['email'] } });
  const of = { params: { ...params, id: invoice.id } };
  const { data } = await owner.call(api.withholding.declare, { ...of, body: { kind: 'professional' } });
  const amount = subtract(invoice.totalAmount, data.amount);
  const day = dateIn(app.config.clock());
  if (isPaid) await owner.call(api.offlinePayments.record, { ...of, body: { amount, day, method: 'cash' } });
  return data;
}

async function report(format: FileFormat, query = '') {
  const path = `${app.url}/api/ngn/withholdings/report?format=${format}${query}`;
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${owner.token}` } });
  expect(answer.status).toBe(200);
  return {
    bytes: new Uint8Array(await answer.arrayBuffer()),
    name: answer.headers.get('Content-Disposition'),
  };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test('kept tax is listed by customer and year, each with its total', async () => {
  const { bytes, name } = await report('csv');
  expect(name).toContain('Okafor Kitchen withholding tax all years NGN.csv');
  const rows = Papa.parse<string[]>(text(bytes), { skipEmptyLines: true }).data;
  expect(rows.map((row) => [row[0], row[2], row[3], row[5], row[6], row[9]])).toEqual([
    ['Customer', 'Invoice', 'Invoice total', 'Rate', 'Tax kept', 'State'],
    ["'=Zenith Foods Ltd", expect.stringMatching(/^INV-/), '1000', '10', '100', 'Awaited'],
    ["'=Zenith Foods Ltd", expect.stringMatching(/^INV-/), '2000.5', '10', '200.05', 'Awaited'],
    ["'=Zenith Foods Ltd", 'Total', '3000.5', '', '300.05', ''],
    ['Aba Mills Ltd', expect.stringMatching(/^INV-/), '500', '10', '50', 'Awaited'],
    ['Aba Mills Ltd', 'Total', '500', '', '50', ''],
  ]);
});

test('the same as a workbook and on paper; a year without any says so', async () => {
  const [sheet] = await readXlsx(Buffer.from((await report('xlsx')).bytes));
  expect(sheet?.data).toHaveLength(6);
  expect(sheet?.data.at(3)?.slice(0, 7)).toEqual([
    '=Zenith Foods Ltd',
    String(year()),
    'Total',
    3000.5,
    3000.5,
    null,
    300.05,
  ]);
  const paper = packed((await pagesOf((await report('pdf', `&year=${year()}`)).bytes)).join('\n'));
  for (const shown of [
    'Withholding tax',
    `Tax year ${year()}, NGN`,
    `=Zenith Foods Ltd, ${year()}`,
    'Total ₦3,000.50 ₦3,000.50 ₦300.05',
    `Aba Mills Ltd, ${year()}`,
  ])
    expect(paper).toContain(packed(shown));
  const none = packed((await pagesOf((await report('pdf', '&year=2025')).bytes)).join('\n'));
  expect(none).toContain(packed('No customer kept withholding tax.'));
});
