import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { newOwner, type Owner, sampleInvoice, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';

// Races can only be seen where transactions really run side by side: on a PostgreSQL server.
const params = { currency: 'NGN' } as const;
let app: TestApp;

beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.close());

const say = async (owner: Owner, prompt: string) =>
  (await owner.call(api.assistant.conversation, { params, body: { prompt } })).data;
const press = (owner: Owner, proposalId: string, draft?: object) =>
  owner.call(api.assistant.confirm, { params, body: { proposalId, ...(draft ? { draft } : {}) } as never });
const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : String(error));
const invoices = async (owner: Owner) => (await owner.call(api.invoices.list, { params, query: {} })).data;
const many = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

const CAKE = 'Invoice Ada Obi 45k for a cake';

test('a button pressed 50 times at once makes one invoice, and every press hears the same answer', async () => {
  for (let trial = 0; trial < rounds(1, 3); trial++) {
    const owner = await newOwner(app);
    const { proposalId } = (await say(owner, CAKE)).outcome;
    const ids = await many(50, () => press(owner, proposalId ?? '').then(({ data }) => data.id));
    expect(new Set(ids).size).toBe(1);
    expect(await invoices(owner)).toHaveLength(1);
  }
});

test('words, buttons and corrections at once still make one invoice', async () => {
  const owner = await newOwner(app);
  const { proposalId, draft } = (await say(owner, CAKE)).outcome;
  const id = proposalId ?? '';
  const corrected = { ...draft, taxRate: 7.5 };
  await many(24, (at) => {
    const kind = at % 3;
    const work = kind === 0 ? say(owner, 'yes') : press(owner, id, kind === 1 ? corrected : undefined);
    return work.then(() => 'ok', codeOf);
  });
  expect(await invoices(owner)).toHaveLength(1);
  expect((await owner.call(api.customers.list, { params, query: {} })).data.customers).toHaveLength(1);
});

test('whoever ends the conversation, deletes the invoice or asks for something else at that moment, nothing is half done', async () => {
  for (let trial = 0; trial < rounds(2, 5); trial++) {
    const owner = await newOwner(app);
    const { id } = (await owner.call(api.invoices.create, { params, body: sampleInvoice() })).data;
    const { proposalId } = (await say(owner, 'send invoice 1')).outcome;
    const results = await Promise.all([
      press(owner, proposalId ?? '').then(() => 'sent', codeOf),
      owner.call(api.invoices.remove, { params, body: { invoiceId: id } }).then(() => 'deleted', codeOf),
      owner.call(api.assistant.newThread, { params }).then(() => 'closed', codeOf),
      say(owner, CAKE).then(() => 'said', codeOf),
    ]);
    const row = await app.store.db
      .selectFrom('invoices')
      .select(['sent_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.sent_at !== null).toBe(results[0] === 'sent');
    expect(['sent', 'proposal_withdrawn', 'proposal_outdated']).toContain(results[0]);
    const open = await app.store.db
      .selectFrom('assistant_proposals as p')
      .innerJoin('threads as t', (on) =>
        on.onRef('t.business_id', '=', 'p.business_id').onRef('t.id', '=', 'p.thread_id'),
      )
      .select(['p.id', 't.closed_at'])
      .where('p.business_id', '=', owner.businessId)
      .where('p.state', '=', 'open')
      .execute();
    expect(open.filter(({ closed_at }) => closed_at !== null)).toEqual([]);
    expect(open.length).toBeLessThanOrEqual(1);
  }
});
