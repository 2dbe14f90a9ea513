import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { pageOf, readerOf, type Seen } from '#server/modules/capture/testing.ts';
import { major, newOwner, type Owner, sampleInvoice } from '../harness.ts';
import { answerTo, type Bot, expectFit, linkedOwner, params, quiet, startBot } from './bot.ts';

const PAPER = `
DANJUMA BUILDING SUPPLIES
INVOICE
Bill To: Bello Contractors

Description              Qty     Rate        Amount
Bags of cement           10      9,500.00    95,000.00
Iron rods                4       12,000.00   48,000.00

Total NGN                                    143,000.00
`;
let found: Seen = { ok: true, pages: [pageOf(PAPER)], pagesLeftOut: 0 };

let bot: Bot;
beforeAll(async () => {
  bot = await startBot(
    {},
    { ports: (made) => ({ ...made, documents: { ...made.documents, read: readerOf(() => found) } }) },
  );
});
afterAll(() => bot.close());

const invoicesOf = async (owner: Owner) => (await owner.call(api.invoices.list, { params })).data;
const JOLLOF = 'Invoice Mrs Bello for 2 trays of jollof at 45k, email bello@example.test';

test('an invoice is made from a message by a press, and its link and text can be handed on', async () => {
  const { owner, phone } = await linkedOwner(bot);
  const proposed = await answerTo(bot, phone, () => phone.says(JOLLOF));
  expect(proposed.at(-1)).toMatchObject({ type: 'buttons' });
  expect(proposed.at(-1)?.text).toMatch(/Mrs Bello[\s\S]*₦90,000\.00/);
  expect(phone.outbox.at(-1)).toMatchObject({ read: true, typing: true });
  expect(await invoicesOf(owner)).toEqual([]);
  const [made] = await answerTo(bot, phone, () => phone.presses('Confirm'));
  expect(made?.text).toMatch(/INV-0001[\s\S]*₦90,000\.00[\s\S]*answer \*send it\*/);
  const [invoice, ...more] = await invoicesOf(owner);
  expect(more).toEqual([]);
  expect(invoice).toMatchObject({ customerName: 'Mrs Bello', status: 'pending' });
  const [reply, text] = await answerTo(bot, phone, () => phone.presses('Get link to forward'));
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id: invoice?.id ?? '' } });
  expect(data.status).toBe('sent');
  expect(reply?.text).toContain(`*Mrs Bello*, ₦90,000.00. The link: ${data.checkoutUrl}`);
  expect(text?.text).toMatch(/^Okafor Kitchen & Events: invoice INV-0001 for ₦90,000\.00/);
  expect((await fetch(data.checkoutUrl ?? '')).status).toBe(200);
  const [again] = await answerTo(bot, phone, () => phone.presses('Get link to forward'));
  expect(again?.text).toBe(reply?.text);
  expectFit(phone.inbox);
});

test('what is handed on and what its owner reads of it ask for the same sum', async () => {
  const { owner, phone } = await linkedOwner(bot);
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      taxRate: 0,
      discount: major(0),
      items: [{ description: 'Gown', quantity: 1_000_000, rate: major(1_000) }],
      schedule: [
        { label: 'Deposit', percent: 3_000, due: { days: 0 } },
        { label: 'Rest', rest: true, due: { days: 30 } },
      ],
    }),
  });
  const button = { type: 'button_reply', button_reply: { id: `forward:${data.id}`, title: 'Get link' } };
  const [reply, text] = await answerTo(bot, phone, () => phone.does('interactive', { interactive: button }));
  expect(text?.text).toContain('for ₦300.00 is due on');
  expect(reply?.text).toContain('₦300.00. The link:');
});

test('a repeating invoice is shown with its days, and started by a press', async () => {
  const { owner, phone } = await linkedOwner(bot);
  const proposed = await answerTo(bot, phone, () =>
    phone.says('Bill Mrs Bello 45k for jollof every month end, email bello@example.test'),
  );
  expect(proposed.at(-1)).toMatchObject({ type: 'buttons' });
  expect(proposed.map(({ text }) => text).join('\n')).toMatch(
    /Mrs Bello[\s\S]*₦45,000\.00[\s\S]*every month on the last day/,
  );
  const plans = async () => (await owner.call(api.plans.list, { params })).data;
  expect(await plans()).toEqual([]);
  const [made] = await answerTo(bot, phone, () => phone.presses('Confirm'));
  expect(made?.text).toContain('is started: ₦45,000.00 every month');
  expect(await plans()).toMatchObject([{ customerName: 'Mrs Bello', rhythm: { months: 1, day: 31 } }]);
  expect(await invoicesOf(owner)).toEqual([]);
  expectFit(phone.inbox);
});

test('a photo becomes a draft to look at, and a yes in words makes it', async () => {
  const { owner, phone } = await linkedOwner(bot);
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const [reply] = await answerTo(bot, phone, () =>
    phone.sends({ mime: 'image/png', bytes: new Uint8Array(bytes) }),
  );
  expect(reply?.text).toMatch(/Bello Contractors[\s\S]*Bags of cement[\s\S]*₦143,000\.00/);
  await answerTo(bot, phone, () => phone.says('yes'));
  expect(await invoicesOf(owner)).toMatchObject([{ customerName: 'Bello Contractors', status: 'pending' }]);
  const { data } = await owner.call(api.assistant.thread, { params });
  expect(data.thread.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expectFit(phone.inbox);
});

test('a file of two invoices is two drafts, each with buttons of its own', async () => {
  const { owner, phone } = await linkedOwner(bot);
  const other = PAPER.replace('Bello Contractors', 'Ngozi Stores').replace('INVOICE', 'INVOICE No: 0232');
  const first = PAPER.replace('INVOICE', 'INVOICE No: 0231');
  const before = found;
  found = { ok: true, pages: [pageOf(first), pageOf(other)], pagesLeftOut: 0 };
  const bytes = new Uint8Array(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  );
  const shown = await answerTo(bot, phone, () => phone.sends({ mime: 'image/png', bytes }));
  found = before;
  expect(shown.map(({ text }) => text).join()).toMatch(/Bello Contractors[\s\S]*Ngozi Stores/);
  const [ours, theirs] = shown.flatMap(({ buttons }) => (buttons.length > 0 ? [buttons] : []));
  const press = (buttons: typeof ours, title: string) => {
    const id = buttons?.find((button) => button.title === title)?.id ?? '';
    return answerTo(bot, phone, () =>
      phone.does('interactive', { interactive: { type: 'button_reply', button_reply: { id, title } } }),
    );
  };
  await press(ours, 'Change');
  const [changed] = await answerTo(bot, phone, () => phone.says('for Mrs Bello instead'));
  expect(changed?.text).toContain('Mrs Bello');
  const [left] = await press(theirs, 'Cancel');
  expect(left?.text).toMatch(/dropped that invoice[\s\S]*One more invoice of that file waits/);
  await answerTo(bot, phone, () => phone.says('yes'));
  expect(await invoicesOf(owner)).toMatchObject([{ customerName: 'Mrs Bello' }]);
  expectFit(phone.inbox);
});

test('an old button does nothing, and says so kindly; change and cancel do what they say', async () => {
  const { owner, phone } = await linkedOwner(bot);
  await answerTo(bot, phone, () => phone.says(JOLLOF));
  const first = phone.last();
  const [reply] = await answerTo(bot, phone, () => phone.presses('Change'));
  expect(reply?.text).toMatch(/^What should change/);
  const [changed] = await answerTo(bot, phone, () => phone.says('make it 3 trays'));
  expect(changed?.text).toContain('₦135,000.00');
  const press = (id: string) =>
    phone.does('interactive', {
      interactive: { type: 'button_reply', button_reply: { id, title: 'Confirm' } },
    });
  const [old] = await answerTo(bot, phone, () => press(first.buttons[0]?.id ?? ''));
  expect(old?.text).toMatch(/^That is not waiting any more/);
  const other = await newOwner(bot.app);
  const { data } = await other.call(api.assistant.conversation, { params, body: { prompt: JOLLOF } });
  for (const id of [`confirm:${data.outcome.proposalId}`, 'confirm:prp_0', 'forward:inv_1', 'nonsense']) {
    const [refused] = await answerTo(bot, phone, () => press(id));
    expect(refused?.text).toMatch(/^That is not waiting any more/);
  }
  await answerTo(bot, phone, () => phone.presses('Cancel'));
  expect([await invoicesOf(owner), await invoicesOf(other)]).toEqual([[], []]);
  const [none] = await answerTo(bot, phone, () => phone.says('yes'));
  expect(none?.buttons).toEqual([]);
  expect(await invoicesOf(owner)).toEqual([]);
});

test('a press, a message or a notice that comes twice, at once or much later, does its work once', async () => {
  const { owner, phone } = await linkedOwner(bot);
  await answerTo(bot, phone, () => phone.says(JOLLOF));
  bot.sim.hold();
  await phone.presses('Confirm');
  await phone.says('send it');
  await bot.sim.release({ times: 3, together: true });
  await quiet(bot);
  expect(await invoicesOf(owner)).toHaveLength(1);
  const answers = phone.inbox.slice(-2).map(({ text }) => text);
  expect(answers[0]).toMatch(/is created/);
  expect(answers[1]).toMatch(/^Send this invoice\?/);
  const [again] = await answerTo(bot, phone, () => phone.presses('Confirm'));
  expect(again?.text).toMatch(/Sent by email/);
});

test('which of several is asked with a list, and old lists count no more', async () => {
  const { owner, phone } = await linkedOwner(bot);
  for (const name of ['Ada Eze', 'Ada Obi'])
    await owner.call(api.customers.create, {
      params,
      body: { name, email: `${name.replace(' ', '.').toLowerCase()}@example.test` },
    });
  const [reply] = await answerTo(bot, phone, () => phone.says('Invoice Ada for a cake at 20k'));
  expect(reply).toMatchObject({ type: 'list' });
  const titles = reply?.rows.map(({ title }) => title) ?? [];
  expect(titles.map((title) => title.slice(3)).toSorted()).toEqual(['Ada Eze', 'Ada Obi']);
  const titleOf = (name: string) => titles.find((title) => title.endsWith(name)) ?? '';
  const [proposed] = await answerTo(bot, phone, () => phone.presses(titleOf('Obi')));
  expect(proposed?.text).toContain('*Ada Obi*');
  const [old] = await answerTo(bot, phone, () => phone.presses(titleOf('Eze')));
  expect(old?.text).toMatch(/^That is not waiting any more/);
  expectFit(phone.inbox);
});

test('cash told of in a message is recorded by a press, and left alone by another', async () => {
  const { owner, phone } = await linkedOwner(bot);
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice({ taxRate: 0 }) });
  const recorded = async () =>
    (await owner.call(api.payments.list, { params, query: {} })).data.transactions.map(
      ({ amount }) => amount,
    );
  const [asked] = await answerTo(bot, phone, () => phone.says('Mrs Bello don pay 20k'));
  expect(asked?.text).toContain(`How did *Mrs Bello* pay`);
  const [proposed] = await answerTo(bot, phone, () => phone.says('cash'));
  expect(proposed).toMatchObject({ type: 'buttons' });
  expect(proposed?.text).toMatch(/Record \*₦20,000\.00\* from \*Mrs Bello\*/);
  await answerTo(bot, phone, () => phone.presses('Cancel'));
  expect(await recorded()).toEqual([]);
  await answerTo(bot, phone, () => phone.says(`Mrs Bello paid 20k cash for ${data.invoiceNumber}`));
  const [done] = await answerTo(bot, phone, () => phone.presses('Confirm'));
  expect(done?.text).toMatch(/Recorded \*₦20,000\.00\*[\s\S]*₦100,000\.00 is still owed/);
  expect(await recorded()).toEqual([major(20_000)]);
  expectFit(phone.inbox);
});

test('money, PIN and bank details stay on their own pages, and no secret is kept', async () => {
  const { owner, phone } = await linkedOwner(bot);
  const [withdraw] = await answerTo(bot, phone, () =>
    phone.says('Withdraw 50k to my account, my PIN is 4821'),
  );
  expect(withdraw?.text).toMatch(/I never move money from chat[\s\S]*\/dashboard\/withdrawal/);
  const [bank] = await answerTo(bot, phone, () => phone.says('Change my bank account to 0123456789'));
  expect(bank?.text).toMatch(/cannot change bank details/);
  const { data } = await owner.call(api.assistant.thread, { params });
  expect(JSON.stringify(data)).not.toMatch(/4821|0123456789/);
  await expect
    .poll(async () => {
      const stored = await bot.app.store.db.selectFrom('whatsapp_notices').select('sealed').execute();
      return new Set(stored.map(({ sealed }) => sealed));
    })
    .toEqual(new Set(['']));
});

test('what cannot be read is said kindly, and a thumb is no question', async () => {
  const { phone } = await linkedOwner(bot);
  const [voice] = await answerTo(bot, phone, () => phone.does('audio', { audio: { id: '1' } }));
  expect(voice?.text).toMatch(/voice notes/);
  const [sticker] = await answerTo(bot, phone, () => phone.does('sticker'));
  expect(sticker?.text).toMatch(/words, photos and PDFs/);
  expect(await answerTo(bot, phone, () => phone.does('reaction', { reaction: { emoji: '👍' } }))).toEqual([]);
});
