import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Draft } from '#contract/assistant.ts';
import { api } from '#contract/index.ts';
import { newOwner, type Owner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';

// Each tool's answer whole, as WhatsApp and the API say it, and as it stands beside a card, which says the rest.

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp({ CLOCK: '2026-11-20T09:00:00Z' });
  owner = await newOwner(app);
});
afterAll(() => app.close());

const say = async (prompt: string) =>
  (await owner.call(api.assistant.conversation, { params, body: { prompt } })).data;

const INVOICE = /\[INV-\d+\]\(\/dashboard\/invoices\?invoice=\w+\)/g;
const actionOf: Record<string, string> = {
  Save: 'add_customer',
  'Send this': 'send_invoice',
  'Send a rem': 'send_reminder',
  'Send 2 rem': 'send_reminder',
  Delete: 'delete_invoice',
  'Please check': 'create_invoice',
};
const withoutLinks = (text: string | undefined) => text?.replace(INVOICE, 'INV');

test.each([
  // Nothing is left to say, or only where a value comes from and who is new.
  {
    said: 'Add customer Ada Obi, ada@obi.example, 0803 123 4567',
    whole: /^Save \*\*Ada Obi.*0803 123 4567\)\?\n\nNothing is saved yet/,
    beside: 'Save **Ada Obi** as a customer (ada\\@obi.example, 0803 123 4567)?',
  },
  { said: 'yes', whole: /^\*\*Ada Obi\*\* is saved/, beside: undefined },
  {
    said: 'Invoice Ada Obi for 3 bags of rice at 80,000 each, due Friday',
    whole:
      /^Please check this invoice for \*\*Ada Obi\*\* \(ada\\@obi\.example, 0803 123 4567\)[^]*Total: ₦240,000\.00[^]*Say \*\*yes\*\* to create it/,
    beside: '',
  },
  {
    said: 'yes',
    whole:
      /^Invoice .* is created: ₦240,000\.00, due .*\n\nShall I send it to ada\\@obi\.example\? Say “send it”\.$/,
    beside: 'For **Ada Obi**: ₦240,000.00, due Friday, 27 November 2026.',
  },
  {
    // As it was just asked.
    said: 'yes',
    whole: /^Send this invoice\?\n\n- [^]*Nothing is sent yet/,
    beside: '- INV, **Ada Obi**, ₦240,000.00, to ada\\@obi.example',
  },
  { said: 'yes', whole: /^Sent by email:/, beside: undefined },
  {
    said: 'remind Ada',
    whole: /^Send a reminder\?\n\n- [^]*Nothing is sent yet/,
    beside: '- INV, **Ada Obi**, ₦240,000.00, to ada\\@obi.example',
  },
  { said: 'no', whole: /^Fine, no reminder was sent/, beside: undefined },
  {
    said: 'delete the invoice of Ada',
    whole:
      /^Delete this invoice\?[^]*Say \*\*yes\*\* to go ahead, or “no”\. A deleted invoice can be restored\.$/,
    beside: '- INV, **Ada Obi**, ₦240,000.00\n\nA deleted invoice can be restored.',
  },
  { said: 'no', whole: /^Fine, nothing was deleted/, beside: undefined },
  {
    said: 'Invoice Bisi Cole for a cake at 15,000 and send it on WhatsApp',
    whole: /^Please check this invoice for \*\*Bisi Cole\*\*:[^]*What is their email address\?/,
    beside: [
      'No due date was given, so it is due in 14 days.',
      'Bisi Cole is not among your customers yet and will be saved.',
      'Once it is created, I ask about sending it.',
    ].join('\n\n'),
  },
  // An incomplete one is a card only beside its photo; words alone show the whole text.
  {
    said: 'Invoice Chidi for a chair',
    whole: /^So far, an invoice for \*\*Chidi\*\*:\n\n- .*chair: no price yet\n\nWhat is the price of .*\?$/,
    beside: expect.stringMatching(/^What is the price of .*\?$/),
  },
  { said: 'cancel', whole: /^Fine, I have dropped that invoice/, beside: undefined },
  // An invoice that cannot be is told as it is, not asked for again.
  {
    said: 'Invoice Chidi for a cake at 15,000 with 100% discount',
    whole: /^I cannot make this invoice as it is:\n\n- .*The total must be more than zero\n\nTell me/,
    beside: undefined,
  },
  { said: 'cancel', whole: /^Fine, I have dropped that invoice/, beside: undefined },
  {
    said: 'Invoice Chidi 1.001 kg of gold at 10,000',
    whole:
      /^So far, an invoice for \*\*Chidi\*\*:\n\n- kg of gold: ₦10,000\.00\n\nI could not read how many it is\./,
    beside: expect.stringMatching(/^I could not read how many it is\. Tell me again/),
  },
  { said: 'cancel', whole: /^Fine, I have dropped that invoice/, beside: undefined },
  // A change tells what it changed, and not again who is new.
  {
    said: 'Invoice Tolu Ade for a cake at 15,000 and 2 trays at 1,000 each, due Friday',
    whole: /^Please check/,
    beside: 'Tolu Ade is not among your customers yet and will be saved.',
  },
  {
    said: 'make the trays 3 and add delivery 2k',
    whole:
      /^I changed this:\n\n- \*\*trays\*\*: 3 at ₦1,000\.00, was 2 at ₦1,000\.00\n- Added: \*\*delivery\*\*, 1 at ₦2,000\.00\n\nPlease check[^]*What is their email address/,
    beside:
      'I changed this:\n\n- **trays**: 3 at ₦1,000.00, was 2 at ₦1,000.00\n- Added: **delivery**, 1 at ₦2,000.00',
  },
  {
    said: 'VAT inclusive',
    whole: /Tax \(7\.5%, in the prices\): ₦1,395\.35\n- \*\*Total: ₦20,000\.00\*\*/,
    beside: 'I changed this:\n\n- Tax: 7.5%, in the prices',
  },
  { said: 'cancel', whole: /^Fine, I have dropped that invoice/, beside: undefined },
  { said: 'Invoice Ada Obi for a bag at 20,000, due Friday', whole: /^Please check/, beside: '' },
  { said: 'how much money came in today?', whole: /^\*\*Sales, /, beside: undefined },
  { said: 'hmm', whole: /^I changed nothing\.\n\nWhat I proposed before is still open/, beside: undefined },
  { said: 'yes', whole: /is created/, beside: expect.stringMatching(/^For \*\*Ada Obi\*\*: ₦20,000\.00/) },
  { said: 'send it', whole: /^Send this invoice/, beside: expect.stringMatching(/^- INV/) },
  { said: 'yes', whole: /^Sent by email/, beside: undefined },
  {
    said: 'remind Ada',
    whole: /^There are 2 that it may be/,
    beside: undefined,
  },
  {
    said: 'both',
    whole: /^Send 2 reminders\?[^]*Nothing is sent yet/,
    beside: expect.stringMatching(/^- INV, .*\n- INV, .*obi\.example$/),
  },
  { said: 'yes', whole: /^Reminded by email:\n\n- /, beside: 'Both reminders went by email.' },
  // Lists, figures and guidance stand in the bubble alone.
  { said: 'show unpaid invoices', whole: /₦260,000\.00 to come/, beside: undefined },
  { said: 'who owes me money?', whole: /Customers owe you/, beside: undefined },
  { said: 'generate my weekly sales report', whole: /Sales/, beside: undefined },
  { said: 'help', whole: /I look after invoices/, beside: undefined },
])('“$said” is answered once', async ({ said, whole, beside }) => {
  const answer = await say(said);
  // A card's button is named by it, so it never says what is not meant.
  const verb = /^(?:I changed[^]*?\n\n)?(Save|Send this|Send a rem|Send 2 rem|Delete|Please check)/.exec(
    answer.message,
  )?.[1];
  expect(answer.outcome.proposes).toBe(verb && actionOf[verb]);
  expect(answer.message).toMatch(whole);
  expect(withoutLinks(answer.beside)).toEqual(beside);
  const stored = (await owner.call(api.assistant.thread, { params })).data.thread.messages.at(-1);
  expect([stored?.content, stored?.beside]).toEqual([answer.message, answer.beside]);
});

test('a card knows the phone and the email of a known customer', async () => {
  const { outcome } = await say('Invoice Ada Obi for 2 bags of beans at 40,000 each, due Friday');
  expect(outcome.draft).toMatchObject({ customerEmail: 'ada@obi.example', customerPhone: '+2348031234567' });
  // Corrected there, it is the customer's; one that another has is refused.
  const confirm = (customerPhone: string) => {
    const draft = { ...outcome.draft, customerPhone } as Draft;
    return owner.call(api.assistant.confirm, {
      params,
      body: { proposalId: outcome.proposalId ?? '', draft },
    });
  };
  const other = { name: 'Eze Ike', email: '', phone: '0806 000 1111' };
  await owner.call(api.customers.create, { params, body: other });
  expect((await refusalOf(confirm('+2348060001111'))).message).toContain('Eze Ike');
  await confirm('+2348039876543');
  const { customers } = (await owner.call(api.customers.list, { params, query: { search: 'Ada' } })).data;
  expect(customers).toMatchObject([{ name: 'Ada Obi', phone: '+2348039876543' }]);
});
