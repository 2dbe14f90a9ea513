import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { DocumentReader } from '#server/kernel/ports/index.ts';
import { pageOf } from '#server/modules/capture/testing.ts';
import { newOwner, type Owner, type TestApp, testApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
type Read = Awaited<ReturnType<DocumentReader['read']>>;
let app: TestApp;
let owner: Owner;
let found: Read;
let png: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  png = new Uint8Array(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  );
  app = await testApp(
    { CLOCK: '2026-11-20T09:00:00Z' },
    { ports: (made) => ({ ...made, documents: { ...made.documents, read: async () => found } }) },
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
  found = { ok: true, pages: [pageOf(PAPER)], pagesLeftOut: 0 };
});

const PAPER = `
DANJUMA BUILDING SUPPLIES
INVOICE
Invoice No: 0231
Date: 12/11/2026
Due Date: 30/11/2026
Bill To: Bello Contractors

Description              Qty     Rate        Amount
Bags of cement           10      9,500.00    95,000.00
Iron rods                4       12,000.00   48,000.00

Sub Total                                    143,000.00
Total NGN                                    143,000.00
`;

async function sendPicture(prompt?: string) {
  const form = new FormData();
  form.set('file', new File([png], 'paper.png'));
  if (prompt) form.set('prompt', prompt);
  const response = await fetch(`${app.url}/api/ngn/aiagent/conversation`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Awaited<ReturnType<typeof say>> }).data;
}
const say = async (prompt: string) =>
  (await owner.call(api.assistant.conversation, { params, body: { prompt } })).data;
const invoices = async () => (await owner.call(api.invoices.list, { params, query: {} })).data;

test('a picture is put forward to be looked over and becomes an invoice only by a yes', async () => {
  const read = await sendPicture();
  expect(read.outcome).toMatchObject({
    intent: 'create_invoice',
    draft: { customerName: 'Bello Contractors', total: 143_000, dueDate: '2026-11-30', currency: 'NGN' },
  });
  expect(read.outcome.proposalId).toMatch(/^prp_/);
  expect(read.metadata?.extraction).toMatchObject({ invoiceNumber: '0231', total: 143_000 });
  expect(await invoices()).toEqual([]);
  const { data } = await owner.call(api.assistant.thread, { params });
  expect(data.thread.messages[0]?.metadata?.extraction?.total).toBe(143_000);
  const { activities } = (await owner.call(api.activities.list, { params })).data;
  expect(activities.map(({ activityType }) => activityType)).toContain('ai_agent_invoice_parsed');
  expect((await say('yes')).outcome.does).toBe('create_invoice');
  expect(await invoices()).toMatchObject([{ customerName: 'Bello Contractors', totalAmount: 143_000_00 }]);
});

test('words sent with the picture change what was read', async () => {
  const { outcome } = await sendPicture("it's for Ada Obi, ada@example.test, and add VAT");
  expect(outcome).toMatchObject({
    intent: 'create_invoice',
    draft: { customerName: 'Ada Obi', customerEmail: 'ada@example.test', taxRate: 7.5, total: 153_725 },
  });
  expect((await say('make it due on 5th December')).outcome.draft).toMatchObject({
    customerName: 'Ada Obi',
    dueDate: '2026-12-05',
  });
});

test('what cannot be read is told, and words beside it stand for themselves', async () => {
  found = { ok: false, reason: 'damaged', retry: false };
  const nothing = await sendPicture();
  expect(nothing.outcome).toMatchObject({
    intent: 'create_invoice',
    draft: null,
    asks: 'items',
    proposalId: null,
  });
  expect(nothing.message).toContain('damaged');
  expect(nothing.metadata?.extraction).toBeUndefined();
  const words = await sendPicture('Invoice Ada Obi 45k for a cake');
  expect(words.outcome.draft?.total).toBe(45_000);
  expect(words.message).toContain('damaged');
  found = {
    ok: true,
    pages: [pageOf('Dear Ada,\nhow is the weather in Jos?\nYours, Musa')],
    pagesLeftOut: 0,
  };
  expect((await sendPicture()).message).toContain('invoice or receipt');
  expect(await invoices()).toEqual([]);
});

test('secrets that stand on a paper are not kept', async () => {
  const slip = PAPER.replace('Bags of cement', 'Password: Sunshine');
  found = { ok: true, pages: [pageOf(slip)], pagesLeftOut: 0 };
  const { metadata, message, outcome } = await sendPicture();
  const stored = await app.store.db
    .selectFrom('thread_messages')
    .select(['content', 'extraction', 'memory', 'outcome'])
    .where('business_id', '=', owner.businessId)
    .execute();
  const all = JSON.stringify([metadata, message, outcome, stored]);
  expect(all).toContain('••••');
  expect(all).not.toMatch(/Sunshine/);
});
