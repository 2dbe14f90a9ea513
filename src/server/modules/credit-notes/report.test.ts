import Papa from 'papaparse';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { minor, ZERO } from '#core/money.ts';
import { packed, pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import {
  documentOwner,
  newOwner,
  type Owner,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp();
  owner = await newOwner(app, { name: 'Okafor Kitchen' });
  await documentOwner(app.system.db, owner);
});
afterAll(() => app.close());

async function credited(rate: number) {
  const body = sampleInvoice({
    clientName: '=Bello',
    items: [{ description: 'Rice', quantity: 1_000_000, rate: minor(rate) }],
    taxRate: 750,
    discount: ZERO,
  });
  const { data } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const issued = await owner.call(api.creditNotes.issue, {
    params: { ...params, id: data.id },
    body: { lines: [{ item: 0, amount: minor(100_00) }], reason: 'price' },
  });
  return issued.data;
}

async function fileOf(query: string): Promise<Uint8Array> {
  const answer = await fetch(`${app.url}/api/ngn/credit-notes/report?${query}`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

test('credit notes are had as CSV, workbook and paper, those that were taken back among them', async () => {
  expect(packed((await pagesOf(await fileOf('format=pdf'))).join(''))).toContain(
    packed('No credit note was issued.'),
  );
  const first = await credited(1000_00);
  const second = await credited(2000_00);
  await owner.call(api.creditNotes.withdraw, { params: { ...params, id: second.id } });
  const text = new TextDecoder().decode(await fileOf('format=csv&months=3'));
  const [head, ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  expect(head?.slice(0, 6)).toEqual(['Number', 'Issued', 'Invoice', 'Customer', 'Currency', 'Reason']);
  expect(rows.map((row) => [row[0], row[2], row[3], row[5], row[7], row[8], row[9]])).toEqual([
    ['CRN-0001', first.invoiceNumber, "'=Bello", 'The price was wrong', '7.5', '107.5', '107.5'],
    ['CRN-0002', second.invoiceNumber, "'=Bello", 'The price was wrong', '7.5', '107.5', '107.5'],
  ]);
  expect(rows.map((row) => row.at(-1) !== '')).toEqual([false, true]);
  const [sheet] = await readXlsx(Buffer.from(await fileOf('format=xlsx')));
  expect(sheet?.data.at(1)?.slice(7, 9)).toEqual([7.5, 107.5]);
  expect(packed((await pagesOf(await fileOf('format=pdf'))).join(''))).toContain(packed('CRN-0002'));
});
