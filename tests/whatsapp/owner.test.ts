import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { answerTo, type Bot, expectFit, linkedOwner, params, startBot } from './bot.ts';

let bot: Bot;
beforeAll(async () => {
  bot = await startBot();
});
afterAll(() => bot.close());

const invoicesOf = async (owner: Awaited<ReturnType<typeof linkedOwner>>['owner']) =>
  (await owner.call(api.invoices.list, { params })).data;

test('an invoice is made from a message by a press, and its link and text can be handed on', async () => {
  const { owner, phone } = await linkedOwner(bot);
  const proposed = await answerTo(bot, phone, () =>
    phone.says('Invoice Mrs Bello for 2 trays of jollof at 45k, email bello@example.test'),
  );
  expect(proposed.at(-1)).toMatchObject({ type: 'buttons' });
  expect(proposed.at(-1)?.text).toMatch(/Mrs Bello[\s\S]*₦90,000\.00/);
  expect(await invoicesOf(owner)).toEqual([]);
  const [made] = await answerTo(bot, phone, () => phone.presses('Confirm'));
  expect(made?.text).toMatch(/INV-0001[\s\S]*₦90,000\.00[\s\S]*answer \*send it\*/);
  const [invoice, ...more] = await invoicesOf(owner);
  expect(more).toEqual([]);
  expect(invoice).toMatchObject({ customerName: 'Mrs Bello', status: 'pending' });
  const [told, text] = await answerTo(bot, phone, () => phone.presses('Get link to forward'));
  expect((await invoicesOf(owner))[0]?.status).toBe('sent');
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id: invoice?.id ?? '' } });
  expect(told?.text).toContain(`*Mrs Bello*, ₦90,000.00. The link: ${data.checkoutUrl}`);
  expect(text?.text).toMatch(/^Okafor Kitchen & Events: invoice INV-0001 for ₦90,000\.00/);
  expect((await fetch(data.checkoutUrl ?? '')).status).toBe(200);
  expectFit(phone.inbox);
});
