import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { newOwner, type Owner, type TestApp, testApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp({ CLOCK: '2026-11-20T09:00:00Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
});

const say = async (prompt: string) =>
  (await owner.call(api.assistant.conversation, { params, body: { prompt } })).data;
const invoices = async () => (await owner.call(api.invoices.list, { params, query: {} })).data;
const made = async () => {
  const [{ id = '' } = {}] = await invoices();
  return (await owner.call(api.invoices.detail, { params: { ...params, id } })).data;
};
const bill = 'bill Ada Obi 50k for hosting';

test.each([
  [[`${bill}, 2% off if paid within 10 days`], '2026-11-30', '2026-12-04'],
  [[`${bill} 2/10 net 30`], '2026-11-30', '2026-12-20'],
  [[bill, '2% off if paid by Friday'], '2026-11-27', '2026-12-04'],
])('%s is a discount for paying early, shown and made', async (prompts, until, dueDate) => {
  let shown = await say(prompts[0] ?? '');
  for (const prompt of prompts.slice(1)) shown = await say(prompt);
  const early = { percent: 2, until };
  expect(shown.outcome?.draft).toMatchObject({ discount: null, earlyPayment: early, total: 50_000 });
  expect(shown.message).toMatch(/₦49,000\.00/);
  expect(shown.message).toContain('Total: ₦50,000.00');
  const answer = await say('yes');
  expect(answer.message).toMatch(/₦50,000\.00, due .*₦49,000\.00/s);
  expect(await made()).toMatchObject({
    totalAmount: 50_000_00,
    discount: 0,
    dueDate,
    earlyPayment: { percent: 200, until, amount: 1_000_00, net: 49_000_00, state: 'open' },
  });
});

test('one that cannot be offered is said and not taken off', async () => {
  const amount = await say(`${bill}, 5k off if paid by Friday`);
  expect(amount.message).toContain('“5k off if paid by Friday” is not on it');
  expect(amount.outcome?.draft).toMatchObject({ discount: null, total: 50_000 });

  const late = await say('2% off if paid by 20 December');
  expect(late.message).toContain('cannot be after Dec 4, 2026');
  expect(late.outcome).toMatchObject({ asks: 'dueDate', proposalId: null });
  expect((await say('due 31 December')).outcome?.draft).toMatchObject({
    dueDate: '2026-12-31',
    earlyPayment: { percent: 2, until: '2026-12-20' },
  });

  const quote = await say('quote Chief Okafor 3 roofs at 200k each, 2% off if paid by Friday');
  expect(quote.message).toContain('Only an invoice can have a discount for paying early');
  expect(quote.outcome?.draft).toMatchObject({ discount: null, total: 600_000 });
});
