import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiError } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { MINUTE_MS } from '#core/durations.ts';
import {
  eventually,
  major,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { expireProposals } from './testing.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({ CLOCK: '2026-11-20T09:00:00Z', SESSION_IDLE_MINUTES: '1000000' });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
});

const say = async (prompt: string, by = owner) =>
  (await by.call(api.assistant.conversation, { params, body: { prompt } })).data;
const press = async (proposalId: string | null, draft?: unknown, by = owner) =>
  (
    await by.call(api.assistant.confirm, {
      params,
      body: { proposalId: proposalId ?? '', ...(draft ? { draft } : {}) } as never,
    })
  ).data;
const refused = async (call: Promise<unknown>): Promise<[number, string]> => {
  const { status, code }: ApiError = await refusalOf(call);
  return [status, code];
};
const invoices = async (by = owner) =>
  (await by.call(api.invoices.list, { params, query: { sort: 'number' } })).data;
const customers = async () => (await owner.call(api.customers.list, { params, query: {} })).data.customers;
const today = () => dateIn(app.scope().now);
const made = async (more: Record<string, unknown> = {}) =>
  (
    await owner.call(api.invoices.create, {
      params,
      body: sampleInvoice({ dueDate: addDays(today(), 7), ...more }),
    })
  ).data;
const send = (invoiceId: string) =>
  owner.call(api.invoices.send, { params, body: { invoiceId, channels: ['whatsapp'] } });
const mailsTo = async (address: string) =>
  (await app.store.db.selectFrom('messages').select('key').where('to_address', '=', address).execute()).map(
    ({ key }) => key,
  );

const RICE = 'Invoice Ada Obi for 3 bags of rice at 80,000 each, due Friday';

test('an invoice is shown whole, changed by words, and made once by a yes', async () => {
  const first = await say(RICE);
  expect(first.outcome).toMatchObject({
    intent: 'create_invoice',
    asks: null,
    draft: { customerName: 'Ada Obi', dueDate: '2026-11-27', total: 240_000, taxRate: 0, discount: null },
  });
  expect(first.outcome.proposalId).toMatch(/^prp_/);
  for (const part of ['Ada Obi', 'rice', '₦80,000.00', '₦240,000.00', 'Friday, 27 November 2026'])
    expect(first.message).toContain(part);
  expect(await invoices()).toEqual([]);
  const changed = await say('make it 4 bags');
  expect(changed.outcome.draft?.total).toBe(320_000);
  expect(changed.outcome.proposalId).not.toBe(first.outcome.proposalId);
  expect(await refused(press(first.outcome.proposalId))).toEqual([409, 'proposal_withdrawn']);
  expect((await say('how much does she owe me?')).outcome.proposalId).toBeNull();
  const done = await say('yes');
  expect(done.outcome).toMatchObject({
    intent: 'confirm',
    does: 'create_invoice',
    proposalId: null,
    draft: { total: 320_000 },
  });
  expect(await invoices()).toMatchObject([
    {
      invoiceNumber: 'INV-0001',
      customerName: 'Ada Obi',
      totalAmount: major(320_000),
      dueDate: '2026-11-27',
    },
  ]);
  expect(done.message).toContain('[INV-0001](/dashboard/invoices?invoice=');
  expect((await say('yes')).outcome.does).toBeNull();
  expect(await press(changed.outcome.proposalId)).toMatchObject({ id: done.id, message: done.message });
  expect(await invoices()).toHaveLength(1);
  const auditLog = app.store.db.selectFrom('security_events').select('detail');
  expect(await auditLog.where('event', '=', 'assistant_acted').execute()).toContainEqual({
    detail: `create_invoice, ${changed.outcome.proposalId}`,
  });
});

test('the card as it was corrected is what is made; what a form would refuse is named by its field', async () => {
  const { outcome } = await say('Invoice Ada Obi ada@example.test 45k for a cake');
  const draft = {
    ...outcome.draft,
    taxRate: 7.5,
    items: [{ description: 'Cake', quantity: 2, rate: 45_000 }],
  };
  const wrong = { ...draft, customerEmail: 'no', items: [{ description: '', quantity: 0, rate: -1 }] };
  const refusal = await refusalOf(press(outcome.proposalId, wrong));
  expect([refusal.status, refusal.errors.map(({ path }) => path).sort()]).toEqual([
    422,
    ['draft.customerEmail', 'draft.items.0.description', 'draft.items.0.quantity', 'draft.items.0.rate'],
  ]);
  expect(await refused(press(outcome.proposalId, { ...draft, dueDate: '2026-11-01' }))).toEqual([
    422,
    'invalid_input',
  ]);
  const done = await press(outcome.proposalId, draft);
  expect(done.outcome).toMatchObject({ does: 'create_invoice', draft: { total: 96_750 } });
  expect(await invoices()).toMatchObject([{ totalAmount: major(96_750), customerEmail: 'ada@example.test' }]);
  expect((await press(outcome.proposalId, draft)).id).toBe(done.id);
  expect(await invoices()).toHaveLength(1);
});

test('a card with a discount or a tax of one item is made so, and said so', async () => {
  const { outcome } = await say('Invoice Ada Obi ada@example.test 2 bags of rice at 50k');
  const off = await say('10% off the rice');
  expect(off.outcome.draft).toMatchObject({
    total: 90_000,
    discount: null,
    items: [{ description: expect.stringContaining('rice'), discount: { type: 'percent', value: 10 } }],
  });
  expect(off.message).toContain('(10% off)');
  const [rice] = off.outcome.draft?.items ?? [];
  const draft = {
    ...off.outcome.draft,
    taxRate: 7.5,
    pricesIncludeTax: true,
    items: [
      rice,
      {
        description: 'Milk',
        quantity: 1,
        rate: 2_000,
        discount: { type: 'amount', value: 500 },
        taxCode: 'exempt',
      },
    ],
  };
  const tooMuch = { ...draft, items: [{ ...rice, discount: { type: 'amount', value: 100_001 } }] };
  const refusal = await refusalOf(press(off.outcome.proposalId, tooMuch));
  expect(refusal.errors).toMatchObject([{ path: 'draft.items.0.discount' }]);
  expect(off.outcome.proposalId).not.toBe(outcome.proposalId);
  await press(off.outcome.proposalId, draft);
  const [{ id = '' } = {}] = await invoices();
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
  expect(data).toMatchObject({
    totalAmount: major(91_500),
    pricesIncludeTax: true,
    items: [
      { discount: major(10_000), discountPercent: 1_000, taxCode: 'standard' },
      { discount: major(500), discountPercent: null, taxCode: 'exempt' },
    ],
  });
});

test('nothing happens after a no, ten minutes, a new conversation, or to anybody else', async () => {
  const cancelled = await say(RICE);
  expect((await say('no, leave it')).outcome).toMatchObject({ intent: 'cancel', draft: null });
  expect(await refused(press(cancelled.outcome.proposalId))).toEqual([409, 'proposal_withdrawn']);
  expect((await say('yes')).outcome.does).toBeNull();

  const late = await say(RICE);
  app.advance(10 * MINUTE_MS);
  expect(await refused(press(late.outcome.proposalId))).toEqual([409, 'proposal_expired']);
  await expireProposals(app);
  expect(await refused(press(late.outcome.proposalId))).toEqual([409, 'proposal_expired']);
  const confirmation = await say('yes');
  expect(confirmation.outcome).toMatchObject({ intent: 'confirm', does: null });
  expect(confirmation.message).toContain('ten minutes');

  const left = await say(RICE);
  await owner.call(api.assistant.newThread, { params });
  expect(await refused(press(left.outcome.proposalId))).toEqual([409, 'proposal_withdrawn']);
  expect((await say('yes')).outcome.does).toBeNull();

  const mine = await say(RICE);
  const other = await newOwner(app);
  expect(await refused(press(mine.outcome.proposalId, undefined, other))).toEqual([404, 'not_found']);
  expect(await refused(press('prp_00000000000000000000000000'))).toEqual([404, 'not_found']);
  expect(await refused(press('x'))).toEqual([404, 'not_found']);
  expect((await say('yes', other)).outcome.does).toBeNull();
  expect(await invoices()).toEqual([]);
  expect(await invoices(other)).toEqual([]);
});

test('what was kept with a proposal cannot be changed under its signature', async () => {
  const { outcome } = await say(RICE);
  const id = outcome.proposalId ?? '';
  const row = await app.store.db
    .selectFrom('assistant_proposals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const args = JSON.stringify(row.arguments);
  const set = (values: Partial<Record<'arguments' | 'currency' | 'user_id' | 'action', string>>) =>
    app.store.db
      .updateTable('assistant_proposals')
      .set(values as never)
      .where('id', '=', id)
      .execute();
  for (const values of [
    { arguments: args.replace('80000', '8') },
    { arguments: args, currency: 'USD' },
    { currency: 'NGN', user_id: 'usr_other' },
    { user_id: row.user_id, action: 'add_customer' },
  ]) {
    await set(values);
    expect(await refused(press(id))).toEqual([409, 'proposal_outdated']);
  }
  await set({ action: 'create_invoice' });
  expect((await press(id)).outcome.does).toBe('create_invoice');
});

test('sending, with the step asked for in the same breath, mails once and only after its own yes', async () => {
  await say('Invoice Ada Obi ada.obi@example.test 45k for a cake, email it to her once it is done');
  const done = await say('yes');
  expect([done.outcome.does, done.outcome.filters?.then]).toEqual(['create_invoice', 'send_invoice']);
  expect(done.outcome.proposalId).toMatch(/^prp_/);
  expect((await invoices())[0]?.status).toBe('pending');
  const sent = await say('yes');
  expect(sent.outcome).toMatchObject({ intent: 'confirm', does: 'send_invoice' });
  expect((await invoices())[0]?.status).toBe('sent');
  await eventually(async () => (await mailsTo('ada.obi@example.test')).length === 1);
});

test('"undo" proposes the invoice as it was before its last change', async () => {
  await say('Invoice Ada Obi ada.obi@example.test 2 cakes at 10k each');
  expect((await say('add delivery 3k')).outcome.draft?.total).toBe(23_000);
  const undone = await say('undo');
  expect([undone.outcome.proposes, undone.outcome.draft?.total]).toEqual(['create_invoice', 20_000]);
  expect((await say('yes')).outcome.does).toBe('create_invoice');
});

test('customers named together are reminded together, and whoever has no invoice is named', async () => {
  for (const clientName of ['Kola Traders', 'Awka Millennium Park'])
    await send((await made({ clientName, clientEmail: `${clientName.slice(0, 4)}@deeds.test` })).id);
  const both = await say('remind Kola Traders and Awka Millennium Park');
  expect(both.outcome.proposes).toBe('send_reminder');
  for (const number of ['INV-0001', 'INV-0002']) expect(both.message).toContain(number);
  const { outcome, message } = await say('remind Kola Traders, Ladi Motors and Awka Millennium Park');
  expect(outcome.proposalId).toMatch(/^prp_/);
  expect(message).toContain('Send 2 reminders?');
  expect(message).toContain('I found no invoice of Ladi Motors.');
  expect((await say('remind 1 and 2')).message).toContain('Send 2 reminders?');
  await send((await made({ clientName: 'Kola Traders', clientEmail: 'Kola@deeds.test' })).id);
  expect((await say('remind Kola Traders and Awka Millennium Park')).outcome.asks).toBe('invoice');
});

test('invoices are sent, reminded of and deleted by number, customer or state, as they were shown', async () => {
  const one = await made({ clientName: 'Bola Ade', clientEmail: 'bola@deeds.test' });
  await made({ clientName: 'Chike & Sons', clientEmail: 'chike@deeds.test' });
  const reply = await say('Send invoice 1');
  expect(reply.message).toContain('bola@deeds.test'.replace('@', '\\@'));
  expect((await press(reply.outcome.proposalId)).outcome.does).toBe('send_invoice');
  expect((await say('send invoice 1')).outcome).toMatchObject({ intent: 'send_invoice', proposalId: null });
  const onWhatsapp = await say('share the invoice of Chike & Sons on WhatsApp');
  expect(onWhatsapp.outcome.filters).toMatchObject({ channels: ['whatsapp'] });
  const shared = await say('yes');
  expect(shared.message).toContain('https://wa.me/');
  expect(await mailsTo('chike@deeds.test')).toEqual([]);
  app.advance(9 * 24 * 60 * MINUTE_MS);
  await made({ clientName: 'Not Due', clientEmail: 'notdue@deeds.test' });
  const all = await say('remind everybody whose invoice is overdue');
  for (const part of ['INV-0001', 'INV-0002', 'Bola Ade']) expect(all.message).toContain(part);
  expect(all.message).not.toContain('INV-0003');
  expect((await say('yes please')).outcome.does).toBe('send_reminder');
  await eventually(async () => (await mailsTo('bola@deeds.test')).some((key) => key.startsWith('remind:')));
  const gone = await say('delete invoice 3');
  expect((await say('yes')).outcome.does).toBe('delete_invoice');
  expect(gone.message).toContain('Not Due');
  expect((await invoices()).map(({ invoiceNumber }) => invoiceNumber)).toEqual(['INV-0001', 'INV-0002']);
  expect(one.id).toMatch(/^inv_/);
});

test('what has changed since it was shown is not done', async () => {
  const { id } = await made({ clientName: 'Bola Ade', clientEmail: 'bola@changed.test' });
  const sending = await say('send invoice 1');
  await send(id);
  expect(await refused(press(sending.outcome.proposalId))).toEqual([409, 'proposal_outdated']);
  expect((await say('yes')).outcome).toMatchObject({ intent: 'confirm', does: null });
  const deleting = await say('delete invoice 1');
  await owner.call(api.invoices.remove, { params, body: { invoiceId: id } });
  expect(await refused(press(deleting.outcome.proposalId))).toEqual([409, 'proposal_outdated']);
  await owner.call(api.customers.create, { params, body: { name: 'Ada Obi', email: 'ada@changed.test' } });
  const invoicing = await say(RICE);
  const [ada] = (await customers()).filter(({ name }) => name === 'Ada Obi');
  await owner.call(api.customers.update, {
    params: { ...params, id: ada?.id ?? '' },
    body: { email: 'other@changed.test' },
  });
  expect(await refused(press(invoicing.outcome.proposalId))).toEqual([409, 'proposal_outdated']);
  expect(await invoices()).toEqual([]);
});

test('records that are not there are told, and a yes to them does nothing', async () => {
  for (const [prompt, does] of [
    ['Send invoice 42', 'send_invoice'],
    ['remind Segun', 'send_reminder'],
    ['delete invoice 7', 'delete_invoice'],
  ] as const) {
    const reply = await say(prompt);
    expect([reply.outcome.intent, reply.outcome.proposalId]).toEqual([does, null]);
    expect(reply.outcome.filters).not.toBeNull();
    const { outcome, message } = await say('yes please');
    expect(outcome).toMatchObject({ intent: 'confirm', does, proposalId: null });
    expect(message).toContain('no');
  }
});

test('one known customer is meant by the name; of several the owner says which', async () => {
  const add = (name: string, email: string) =>
    owner.call(api.customers.create, { params, body: { name, email } });
  await add('Musa Garba', 'musa@known.test');
  const known = await say('Invoice Musa Garba 20k for repairs');
  expect(known.outcome.draft?.customerEmail).toBe('musa@known.test');
  expect(known.message).not.toContain('not among your customers');
  expect(known.message).not.toContain('I take');
  expect((await say('Invoice Garba 20k for repairs')).message).toContain('your customer Musa Garba');
  await add('Musa Bello', 'bello@known.test');
  const which = await say('Invoice Musa 20k for repairs');
  expect(which.outcome).toMatchObject({ asks: 'customerName', proposalId: null });
  for (const part of ['musa\\@known.test', 'bello\\@known.test']) expect(which.message).toContain(part);
  const chosen = await say('bello@known.test');
  expect(chosen.outcome).toMatchObject({
    asks: null,
    draft: { customerName: 'Musa Bello', customerEmail: 'bello@known.test', total: 20_000 },
  });
  expect((await say('make it 25k')).outcome.draft).toMatchObject({
    customerEmail: 'bello@known.test',
    total: 25_000,
  });
  await say('yes');
  expect(await invoices()).toMatchObject([{ customerEmail: 'bello@known.test' }]);
});

test('of several invoices of a customer the owner says which', async () => {
  const same = { clientName: 'Bola Ade', clientEmail: 'bola@which.test' };
  for (const _ of [1, 2, 3]) await made(same);
  const which = await say('send the invoice of Bola Ade');
  expect(which.outcome).toMatchObject({ intent: 'send_invoice', asks: 'invoice', proposalId: null });
  const chosen = await say('the second one');
  expect(chosen.outcome).toMatchObject({ asks: null, filters: { invoiceNumbers: ['2'] } });
  await say('yes');
  expect((await invoices()).map(({ status }) => status)).toEqual(['pending', 'sent', 'pending']);
  expect((await say('send the latest invoice of Bola Ade')).message).toContain('INV-0003');
});

test('a customer is saved with an address, or without one', async () => {
  const reply = await say('Add customer Nkechi');
  expect(reply.outcome).toMatchObject({ intent: 'add_customer', asks: 'customerEmail', proposalId: null });
  const proposed = await say('nkechi@example.test');
  expect(proposed.outcome.customer).toMatchObject({ name: 'Nkechi', email: 'nkechi@example.test' });
  await say('yes');
  await say('save new client Oakline Interiors, phone 08030000162');
  const without = await say('skip');
  expect(without.outcome.proposalId).toMatch(/^prp_/);
  await say('yes');
  expect((await customers()).map(({ name, email, phone }) => [name, email, phone])).toEqual([
    ['Oakline Interiors', '', '+2348030000162'],
    ['Nkechi', 'nkechi@example.test', null],
  ]);
  expect((await say('Add customer Nkechi Obi, nkechi@example.test')).message).toContain(
    'You already have **Nkechi** on your list',
  );
  const { message } = await say('invoice Oakline Interiors 30k for design, due Friday');
  expect(message).not.toContain('not among');
  await say('yes');
  expect((await say('send it')).message).toContain('WhatsApp');
});

test('a PIN somebody types is neither kept nor said back', async () => {
  const { message } = await say('withdraw 20k to my account, my pin is 4821');
  const { data } = await owner.call(api.assistant.thread, { params });
  expect(JSON.stringify(data) + message).not.toContain('4821');
  expect(data.thread.messages[0]?.content).toContain('••••');
});

test('an edited question takes what it led to with it', async () => {
  const first = await say(RICE);
  const { data } = await owner.call(api.assistant.thread, { params });
  const [question] = data.thread.messages;
  await owner.call(api.assistant.conversation, {
    params,
    body: { prompt: 'help', replaces: question?.id },
  });
  expect(await refused(press(first.outcome.proposalId))).toEqual([409, 'proposal_withdrawn']);
  expect((await say('yes')).outcome.does).toBeNull();
});

test('an answer that was stopped leaves nothing to say yes to', async () => {
  const aborter = new AbortController();
  const response = await fetch(`${app.url}/api/ngn/aiagent/conversation`, {
    method: 'POST',
    body: JSON.stringify({ prompt: RICE }),
    headers: {
      Authorization: `Bearer ${owner.token}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    },
    signal: aborter.signal,
  });
  const reader = response.body?.getReader();
  let seen = '';
  while (!seen.includes('event: delta')) seen += new TextDecoder().decode((await reader?.read())?.value);
  aborter.abort();
  // As far as it had been sent, or to its end, the answer is stored.
  await eventually(async () => {
    const { data } = await owner.call(api.assistant.thread, { params });
    return data.thread.messages.at(-1)?.role === 'assistant';
  });
  const open = await app.store.db
    .selectFrom('assistant_proposals')
    .select('id')
    .where('business_id', '=', owner.businessId)
    .where('state', '=', 'open')
    .execute();
  const { data } = await owner.call(api.assistant.thread, { params });
  const lastMessage = data.thread.messages.at(-1);
  // The whole answer may have left before the reader went; then it stands with its proposal.
  expect([
    open.length,
    lastMessage?.role === 'assistant' && lastMessage.outcome?.proposalId !== null,
  ]).toEqual(open.length === 0 ? [0, false] : [1, true]);
  if (open.length === 0) expect((await say('yes')).outcome.does).toBeNull();
});

test('earlier conversations are listed, and read by their id', async () => {
  await say('Who owes me money?');
  await owner.call(api.assistant.newThread, { params });
  await say('help');
  const { data: threads } = await owner.call(api.assistant.threads, { params });
  expect(threads.map(({ title, messages, closedAt }) => [title, messages, closedAt === null])).toEqual([
    ['help', 2, true],
    ['Who owes me money?', 2, false],
  ]);
  const query = { id: threads[1]?.id };
  const { data } = await owner.call(api.assistant.thread, { params, query });
  expect(data.thread.messages[0]?.content).toBe('Who owes me money?');
  const other = await newOwner(app);
  expect(await refused(other.call(api.assistant.thread, { params, query }))).toEqual([404, 'not_found']);
});
