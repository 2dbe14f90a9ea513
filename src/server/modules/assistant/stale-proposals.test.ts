import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiError } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import {
  major,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { writableColumns } from '../../../../tests/writable-columns.ts';

const params = { currency: 'NGN' } as const;
const RICE = 'Invoice Ada Obi for 3 bags of rice at 80,000 each, due Friday';
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({ CLOCK: '2026-11-20T09:00:00Z', SESSION_IDLE_MINUTES: '1000000' });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
});

const say = async (prompt: string) =>
  (await owner.call(api.assistant.conversation, { params, body: { prompt } })).data;
const press = async (proposalId: string | null, draft?: unknown) =>
  (
    await owner.call(api.assistant.confirm, {
      params,
      body: { proposalId: proposalId ?? '', ...(draft ? { draft } : {}) } as never,
    })
  ).data;
const refused = async (call: Promise<unknown>): Promise<[number, string]> => {
  const { status, code }: ApiError = await refusalOf(call);
  return [status, code];
};
const invoices = async () =>
  (await owner.call(api.invoices.list, { params, query: { sort: 'number' } })).data;

test('an invoice is for whom the card named, whatever became of the customers meanwhile', async () => {
  const add = (name: string, email: string) =>
    owner.call(api.customers.create, { params, body: { name, email } });
  await add('Ada Obi', 'shared@example.test');
  const shared = (await say('Invoice Chidi Okafor shared@example.test 45k for a cake')).outcome;
  const items = [{ description: 'Cake', quantity: 2, rate: 45_000 }];
  expect(shared.draft?.customerName).toBe('Chidi Okafor');
  await press(shared.proposalId, { ...shared.draft, items });
  expect(await invoices()).toMatchObject([{ customerName: 'Chidi Okafor', totalAmount: major(90_000) }]);
  const accepted = (await say('Invoice Bola Ade bola@example.test 45k for a cake')).outcome;
  await add('Zed Body', 'bola@example.test');
  expect(await refused(press(accepted.proposalId))).toEqual([409, 'proposal_outdated']);
  const phoned = (await say('Invoice Tunde Bello 45k for a cake')).outcome;
  const wrong = await refusalOf(press(phoned.proposalId, { ...phoned.draft, customerPhone: '0'.repeat(31) }));
  expect(wrong.errors.map(({ path }) => path)).toEqual(['draft.customerPhone']);
  const part = await refusalOf(press(phoned.proposalId, { ...phoned.draft, customerName: 'Zed' }));
  expect(part.errors.map(({ path }) => path)).toEqual(['draft.customerName']);
  await press(phoned.proposalId, { ...phoned.draft, customerName: 'zed body' });
  expect((await invoices()).map(({ customerName }) => customerName)).toEqual(['Chidi Okafor', 'Zed Body']);
});

test('a yes to what is done already says so', async () => {
  await say(RICE);
  await say('yes');
  const { messages } = (await owner.call(api.assistant.thread, { params, query: {} })).data.thread;
  const again = await owner.call(api.assistant.conversation, {
    params,
    body: { prompt: 'yes', replaces: messages[2]?.id ?? '' },
  });
  expect(again.data.message).toBe('This is done already, so nothing was done again.');
  expect(await invoices()).toHaveLength(1);
});

test('the old invoices are found behind any number of newer ones, and all are counted', async () => {
  const { id } = (await owner.call(api.invoices.create, { params, body: sampleInvoice() })).data;
  await app.store.db
    .updateTable('invoices')
    .set({ sent_at: new Date('2026-11-01T00:00:00Z'), due_date: '2026-11-10' })
    .where('id', '=', id)
    .execute();
  const { db } = app.store;
  const columns = sql.join((await writableColumns(db, 'invoices')).map((name) => sql.ref(name)));
  await sql`insert into invoices (${columns}) select ${columns} from (select (jsonb_populate_record(i, jsonb_build_object('id', i.id || n, 'public_id', i.public_id || n,
    'verification_code', i.verification_code || n, 'number', 'INV-' || lpad((n + 1)::text, 4, '0'), 'sent_at', null))).* from invoices i, generate_series(1, 700) n
    where i.id = ${id}) made`.execute(db);
  await sql`insert into invoice_items select (jsonb_populate_record(i, jsonb_build_object('invoice_id', i.invoice_id || n))).*
    from invoice_items i, generate_series(1, 700) n where i.invoice_id = ${id}`.execute(db);
  await db
    .updateTable('business_profiles')
    .set({ next_invoice_number: 702 })
    .where('business_id', '=', owner.businessId)
    .execute();
  expect((await say('remind everyone who is overdue')).message).toContain('INV-0001');
  const bulk = await say('send all pending invoices');
  expect(bulk.message).toContain('650 more invoices would be too many at once');
});

test('of any number of customers the one named is found, and no more are listed than can be read', async () => {
  const add = (name: string, email: string) =>
    owner.call(api.customers.create, { params, body: { name, email } });
  await add('Bola Stores', 'bola@example.test');
  await add('Kuda Stores', 'kuda@example.test');
  await sql`insert into customers select (jsonb_populate_record(c, jsonb_build_object('id', c.id || n,
    'email', n || c.email))).* from customers c, generate_series(1, 600) n
    where c.business_id = ${owner.businessId} and c.name = 'Kuda Stores'`.execute(app.store.db);
  expect((await say('Invoice Bola Stores 5k for a cake')).outcome.draft?.customerEmail).toBe(
    'bola@example.test',
  );
  const which = await say('Invoice Kuda Stores 5k for a cake');
  expect(which.outcome.asks).toBe('customerName');
  expect(which.message.match(/^\d+\. /gm)).toHaveLength(20);
});

test('a customer whose name is no name, or who was saved meanwhile, is not saved', async () => {
  const endless = await say(`Add customer ${'A'.repeat(3000)} a@example.test`);
  expect(endless.outcome).toMatchObject({ asks: 'customerName', proposalId: null });
  await say('cancel');
  await say('Add customer Tunde Bello 08031234567');
  const { proposalId } = (await say('skip')).outcome;
  await sql`insert into customers (business_id, id, name, email, phone, created_at, updated_at)
    select business_id, 'cus_twin', arguments->>'name', '', arguments->>'phone', created_at, created_at
    from assistant_proposals where id = ${proposalId}`.execute(app.store.db);
  expect(await refused(press(proposalId))).toEqual([409, 'proposal_outdated']);
});

test('a yes in doubt does nothing and leaves open what waits', async () => {
  await say(RICE);
  for (const doubt of ['are you sure', 'let me confirm', 'the customer confirmed'])
    expect((await say(doubt)).outcome).toMatchObject({ does: null, proposalId: null });
  expect(await invoices()).toEqual([]);
  expect((await say('yes')).outcome.does).toBe('create_invoice');
});
