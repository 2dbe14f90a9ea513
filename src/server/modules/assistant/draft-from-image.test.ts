import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '#contract/assistant.ts';
import { api } from '#contract/index.ts';
import { pageOf, readerOf, type Seen } from '#server/modules/capture/testing.ts';
import { newOwner, type Owner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;
let found: Seen;
let png: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  png = new Uint8Array(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  );
  app = await testApp(
    { CLOCK: '2026-11-20T09:00:00Z' },
    { ports: (made) => ({ ...made, documents: { ...made.documents, read: readerOf(() => found) } }) },
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

test('what was paid by the paper is said beside the card, as it is not recorded with it', async () => {
  const paid = `${PAPER.trimEnd()}\nPart Payment                                 40,000.00\nBalance Due                                  103,000.00\n`;
  found = { ok: true, pages: [pageOf(paid)], pagesLeftOut: 0 };
  const { beside, metadata, outcome } = await sendPicture();
  expect(metadata?.extraction?.amountPaid).toBe(40_000);
  expect(outcome.draft?.total).toBe(143_000);
  expect(beside).toContain('₦40,000.00');
});

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

describe('a file of several invoices', () => {
  const second = PAPER.replace('0231', '0232')
    .replace('Bello Contractors', 'Ngozi Stores')
    .replace('12,000.00   48,000.00', '13,000.00   52,000.00')
    .replaceAll('143,000.00', '147,000.00');
  const third = PAPER.replace('0231', '0233').replace('Bello Contractors', 'Sani Works');
  const press = (proposalId: string, change: { leave?: true; draft?: Draft } = {}) =>
    owner.call(api.assistant.confirm, { params, body: { proposalId, ...change } });
  const customers = async () => (await invoices()).map(({ customerName }) => customerName).sort();

  beforeEach(() => {
    found = { ok: true, pages: [pageOf(PAPER), pageOf(second), pageOf(third)], pagesLeftOut: 0 };
  });

  async function sendFile() {
    const first = await sendPicture();
    const all = [first, ...(first.more ?? [])];
    return { all, ids: all.map(({ outcome }) => outcome.proposalId ?? '') as [string, string, string] };
  }

  test('has a draft for each, which stands by itself: taken, left, changed, or taken by a yes', async () => {
    const { all, ids } = await sendFile();
    expect(
      all.map(({ outcome, metadata }) => [
        outcome.draft?.customerName,
        outcome.draft?.total,
        metadata?.extraction?.invoiceNumber,
      ]),
    ).toEqual([
      ['Bello Contractors', 143_000, '0231'],
      ['Ngozi Stores', 147_000, '0232'],
      ['Sani Works', 143_000, '0233'],
    ]);
    expect(all[1]?.message).toContain('Invoice 2 of 3');
    expect(new Set(ids).size).toBe(3);
    const draft = all[1]?.outcome.draft as Draft;
    const corrected = await press(ids[1], { draft: { ...draft, customerName: 'Ngozi Superstores' } });
    expect(corrected.data.outcome).toMatchObject({ does: 'create_invoice', decides: ids[1] });
    expect(corrected.data.message).toContain('2 more invoices of that file wait');
    expect((await press(ids[1], { draft })).data.id).toBe(corrected.data.id);
    const left = await press(ids[2], { leave: true });
    expect(left.data).toMatchObject({ outcome: { intent: 'cancel', decides: ids[2] } });
    expect((await press(ids[2], { leave: true })).data.id).toBe(left.data.id);
    expect(await customers()).toEqual(['Ngozi Superstores']);
    // A yes means the one that still waits.
    expect((await say('yes')).outcome).toMatchObject({ does: 'create_invoice', decides: ids[0] });
    expect((await say('yes')).outcome.does).toBeNull();
    expect(await customers()).toEqual(['Bello Contractors', 'Ngozi Superstores']);
  });

  test('words change the last shown and leave the others; another task takes all back', async () => {
    const { ids } = await sendFile();
    const changed = (await say('make it due on 5th December')).outcome;
    expect(changed.draft).toMatchObject({ customerName: 'Sani Works', dueDate: '2026-12-05' });
    expect((await refusalOf(press(ids[2]))).status).toBe(409);
    await press(ids[0]);
    await press(changed.proposalId ?? '');
    expect(await customers()).toEqual(['Bello Contractors', 'Sani Works']);
    await say('Invoice Ada Obi 45k for a cake');
    expect((await refusalOf(press(ids[1]))).status).toBe(409);
  });

  test('is the same after the page is loaded again', async () => {
    await sendFile();
    const { messages } = (await owner.call(api.assistant.thread, { params })).data.thread;
    expect(messages.slice(1).map(({ metadata }) => metadata?.extraction?.invoiceNumber)).toEqual([
      '0231',
      '0232',
      '0233',
    ]);
  });
});
