import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import { whatsappTemplates } from '#server/modules/notifications/rules/whatsapp.ts';
import { payFor, sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy } from '../fake-provider.ts';
import { newOwner, type Owner } from '../harness.ts';
import { isLong } from '../length.ts';
import {
  answerTo,
  type Bot,
  expectFit,
  freshNumber,
  linkedOwner,
  params,
  startBot,
} from '../whatsapp/bot.ts';
import { recordResult } from './report.ts';
import { asTitle, problemsOf, texts } from './visible-text.ts';

const fake = createFakeProvider();
let bot: Bot;
beforeAll(async () => {
  bot = await startBot({}, { ports: paidBy(fake) });
  bot.sim.approve(whatsappTemplates(bot.app.url));
});
afterAll(() => bot.close());

const some = texts.filter((_, at) => isLong || at % 3 === 0);
// A phone has so many answers in an hour.
const PAUSE_MS = 6 * 60_000;
const PATIENCE = { timeout: 900_000 };
const at = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${bot.app.url}${path}`, { redirect: 'manual', ...init });
  expect(answer.status, path).toBeLessThan(500);
  return answer.text();
};
const rename = (owner: Owner, businessName: string) =>
  owner.call(api.settings.updateProfile, {
    params: { ...params, id: owner.businessId },
    body: { businessName },
  });

test(
  'receipts, checks of papers and shops show what somebody wrote, and do none of it',
  PATIENCE,
  async () => {
    const owner = await newOwner(bot.app, { name: 'Ada Foods' });
    const shop = `/shop/${(await owner.call(api.counter.open, {})).data.code}`;
    const problems: string[] = [];
    for (const [number, text] of some.entries()) {
      await rename(owner, text);
      const clientEmail = `c${number}@example.test`;
      const items = [{ description: text, quantity: 1_000_000, rate: 100_000 }];
      const invoice = await sentInvoice(bot.app, owner, {
        clientName: text,
        clientEmail,
        title: asTitle(text),
        items,
      });
      const { receipt } = await payFor(bot.app, fake, invoice, 1000_00);
      // A shop that refuses shows once more what was typed.
      const typed = new URLSearchParams({ amount: `x${text.slice(0, 19)}`, name: text, words: text });
      const queryText = encodeURIComponent(text.slice(0, 60));
      const pages: [string, string][] = [
        ['receipt', await at(`/receipt/${receipt.public_id}`)],
        ['check of a receipt', await at(`/verify/${formatVerificationCode(receipt.verification_code)}`)],
        ['check of an invoice', await at(`/verify/${formatVerificationCode(invoice.code)}`)],
        ['shop', await at(shop)],
        ['shop that refuses', await at(shop, { method: 'POST', body: typed })],
      ];
      for (const [name, page] of pages) problems.push(...problemsOf(name, page, [text]));
      const nothing = await at(`/verify/${queryText}`);
      if (/<\w+[ />]/.test(text) && nothing.includes(text.slice(0, 60)))
        problems.push(`/verify with ${text}`);
    }
    expect(problems).toEqual([]);
    recordResult(
      'L7 more pages',
      some.length,
      'texts on receipts, checks and shops, shown as they are, 0 run',
    );
  },
);

test('no name leads anywhere in a chat, or breaks a message', PATIENCE, async () => {
  const { owner, phone: ownPhone } = await linkedOwner(bot, { name: 'Ada Foods' });
  const phone = bot.sim.phone(freshNumber());
  const lures = ['Pay at https://evil.example/a *now*', 'evil.example\u2028_new line_', '```code``` ~gone~'];
  const problems: string[] = [];
  const body = { name: 'Customer', email: 'chat@example.test', phone: `0${phone.number.slice(3)}` };
  const customer = (await owner.call(api.customers.create, { params, body })).data;
  const origin = bot.app.system.publicUrl();
  for (const text of [...some.slice(isLong ? 0 : 3), ...lures]) {
    bot.app.advance(PAUSE_MS);
    await rename(owner, text);
    await owner.call(api.customers.update, { params: { ...params, id: customer.id }, body: { name: text } });
    const invoice = await sentInvoice(bot.app, owner, {
      clientName: text,
      clientEmail: 'chat@example.test',
      title: asTitle(text),
    });
    const open = await answerTo(bot, phone, () => phone.says('invoices'));
    await payFor(bot.app, fake, invoice, 1000_00);
    const paid = await answerTo(bot, phone, () => phone.says('receipt'));
    const invoiceReply = await answerTo(bot, ownPhone, () => ownPhone.says('Show my latest invoices'));
    for (const { text: replyText } of [...open, ...paid]) {
      const strange = (replyText.match(/\S+:\/\/\S+|\b\w+\.example\b/g) ?? []).filter(
        (one) => !one.startsWith(origin),
      );
      if (strange.length > 0) problems.push(`${JSON.stringify(text)} leads to ${strange.join()}`);
      if (/[`~\u2028\u202e]/.test(replyText))
        problems.push(`${JSON.stringify(text)} changes how a message looks`);
    }
    expect(open.length * paid.length * invoiceReply.length, text).toBeGreaterThan(0);
    expectFit([...open, ...paid, ...invoiceReply]);
  }
  expectFit(phone.inbox);
  expectFit(ownPhone.inbox);
  expect(problems).toEqual([]);
  recordResult(
    'L7 chats',
    some.length + lures.length,
    'texts as names in chats, 0 foreign links, each message whole',
  );
});
