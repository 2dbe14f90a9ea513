import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { legalVersions } from '#core/legal.ts';
import { newOwner, type Owner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';
import { allowsExternalModel } from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'm',
    AI_BASE_URL: 'http://model.test:9/v1',
  });
});
afterAll(() => app.close());

const standing = async (owner: Owner) => (await owner.call(api.privacy.standing, {})).data;
const stateOf = async (owner: Owner, purpose: string) =>
  (await standing(owner)).consents.find((one) => one.purpose === purpose)?.state;
const answer = (owner: Owner, purpose: 'terms' | 'privacy' | 'outside_model', given: boolean) =>
  owner.call(api.privacy.answer, { body: { purpose, given, version: legalVersions[purpose] } });

test('sign-up keeps what was agreed to, in which words, when and from where; nothing else is agreed to', async () => {
  const owner = await newOwner(app, { register: false });
  const { consents, history } = await standing(owner);
  expect(consents.map(({ purpose, state, withdrawable }) => [purpose, state, withdrawable])).toEqual([
    ['terms', 'given', false],
    ['privacy', 'given', false],
    ['outside_model', 'never', true],
  ]);
  expect(history.map(({ purpose, version, way }) => [purpose, version, way]).sort()).toEqual([
    ['privacy', legalVersions.privacy, 'sign_up'],
    ['terms', legalVersions.terms, 'sign_up'],
  ]);
  const { rows } =
    await sql`select client_address, user_agent from consents where subject_id = ${owner.userId}`.execute(
      app.store.db,
    );
  expect(rows).toContainEqual({ client_address: '127.0.0.1', user_agent: expect.stringMatching(/\w/) });
});

test('a model of another company reads nothing until it is let, and nothing after that is taken back', async () => {
  const owner = await newOwner(app);
  const ask = () =>
    owner.call(api.assistant.conversation, {
      params: { currency: 'NGN' },
      body: { prompt: 'How much am I owed?' },
    });
  const currentConsents = async () => {
    const { rows } = await sql<{ used: number }>`select used from rate_counters
      where name = 'model' and subject = ${owner.businessId}`.execute(app.store.db);
    return rows.reduce((sum, { used }) => sum + used, 0);
  };
  await ask();
  expect(await currentConsents()).toBe(0);
  await answer(owner, 'outside_model', true);
  expect(await allowsExternalModel(app.store.db, owner)).toBe(true);
  await ask();
  expect(await currentConsents()).toBe(1);
  await answer(owner, 'outside_model', true);
  await answer(owner, 'outside_model', false);
  await ask();
  expect(await currentConsents()).toBe(1);
  const { history } = await standing(owner);
  const response = history.filter(({ purpose }) => purpose === 'outside_model');
  expect(response.map(({ given }) => given)).toEqual([false, true]);
});

test('changed words are asked about again without holding up anything, and only the words that were read are agreed to', async () => {
  const owner = await newOwner(app);
  await sql`insert into consents (business_id, id, subject, subject_id, purpose, version, given, way, client_address, user_agent, created_at)
    values (${owner.businessId}, 'con_x', 'owner', ${owner.userId}, 'privacy', '2020-01-01', true, 'notice', '', '', now())`.execute(
    app.store.db,
  );
  expect(await stateOf(owner, 'privacy')).toBe('outdated');
  await owner.call(api.withdrawals.balance, { params: { currency: 'NGN' } });
  const body = { purpose: 'privacy', given: true, version: '2020-01-01' } as const;
  expect(await refusalOf(owner.call(api.privacy.answer, { body }))).toMatchObject({ status: 409 });
  await answer(owner, 'privacy', true);
  expect(await stateOf(owner, 'privacy')).toBe('given');
  expect(await refusalOf(answer(owner, 'terms', false))).toMatchObject({ status: 422 });
});

test('answers are never changed or removed', async () => {
  await newOwner(app, { register: false });
  for (const change of [sql`update consents set given = false`, sql`delete from consents`])
    await expect(change.execute(app.store.db)).rejects.toThrow('append only');
});

test('what a customer or a visitor agreed to is kept with its end', async () => {
  const owner = await newOwner(app);
  const { data: customer } = await owner.call(api.customers.create, {
    params: { currency: 'NGN' },
    body: { name: 'Bola', email: 'bola@example.test', phone: '08031234567' },
  });
  for (const whatsappConsent of [true, true, false])
    await owner.call(api.customers.update, {
      params: { currency: 'NGN', id: customer.id },
      body: { whatsappConsent },
    });
  await createClient({ baseUrl: app.url })(api.waitlist.join, { body: { email: 'visitor@example.test' } });
  const { rows } = await sql`select purpose, given, way from consents
    where subject_id in (${customer.id}, 'visitor@example.test') order by position`.execute(app.store.db);
  expect(rows).toEqual([
    { purpose: 'whatsapp', given: true, way: 'owner_said' },
    { purpose: 'whatsapp', given: false, way: 'owner_said' },
    { purpose: 'waitlist', given: true, way: 'waitlist' },
  ]);
});
