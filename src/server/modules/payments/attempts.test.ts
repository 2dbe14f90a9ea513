import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { type AttemptState, attemptStates } from '#core/attempt-states.ts';
import {
  type AttemptNames,
  attemptValues,
  messageSentence,
  ownerSentence,
  UNANSWERED_MS,
  WAITING_MS,
} from '#core/attempts.ts';
import { fill } from '#core/fill.ts';
import { formatMoney, type Minor, ZERO } from '#core/money.ts';
import type { ProviderPayment } from '#server/kernel/ports/index.ts';
import { pageLocale } from '#server/pages/locales/locales.ts';
import type { Sandbox, SandboxTables } from '#server/sandbox/index.ts';
import { documentOwner, eventually, major, type Owner, sampleInvoice } from '../../../../tests/harness.ts';
import { PIN, setPin } from '../../../../tests/money.ts';
import type { Phone } from '../../../../tests/simulators/whatsapp/phone.ts';
import { type Bot, linkedOwner, startBot } from '../../../../tests/whatsapp/bot.ts';
import { recordPayment } from './commands/record.ts';
import { sweepCheckouts } from './flows/collect.ts';

// Each state of an attempt comes about over HTTP, and each of those who look reads what the table says.

const TOTAL = major(45_000);
const FEE = major(775);
const PART = major(20_000);
const BANK_MS = 5_000;
const params = { currency: 'NGN' } as const;
let bot: Bot;
let sandbox: Sandbox;

beforeAll(async () => {
  bot = await startBot(
    {},
    {
      ports: (made) => {
        sandbox = made.payments.all[0] as Sandbox;
        return made;
      },
    },
  );
});
afterAll(() => bot.close());

type Case = { owner: Owner; phone: Phone; id: string; path: string; number: string };

async function sentInvoice(): Promise<Case> {
  const { owner, phone } = await linkedOwner(bot);
  const wanted = { email: true, whatsapp: true };
  const body = { payment_received: wanted, payment_refunded: wanted };
  await owner.call(api.settings.updateNotifications, { params, body });
  const items = [{ description: 'Small chops', quantity: 1_000_000, rate: TOTAL }];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ taxRate: 0, items }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const { data: sent } = await owner.call(api.invoices.detail, { params: { ...params, id: data.id } });
  const { pathname: path } = new URL(sent.checkoutUrl ?? '');
  return { owner, phone, id: data.id, path, number: sent.invoiceNumber };
}

const pageOf = async ({ path }: Case, query = '') => (await fetch(`${bot.app.url}${path}${query}`)).text();

/** Sends a form of the provider's page, as the payer does there. */
async function submit(one: Case, method: string, form: Record<string, string>): Promise<void> {
  const link = /href="([^"]+method=card)"/.exec(await pageOf(one))?.[1]?.replaceAll('&amp;', '&');
  const { origin, pathname } = new URL(link ?? '');
  await fetch(`${origin}${pathname}/${method}`, {
    method: 'POST',
    body: new URLSearchParams({ attempt: crypto.randomUUID(), ...form }),
    headers: { Origin: origin },
    redirect: 'manual',
  });
}

const payByCard = (one: Case, number: string) => submit(one, 'card', { number, expiry: '12/40', cvv: '123' });

const rowsOf = (one: Case) =>
  bot.app.system.db
    .selectFrom('payments')
    .selectAll()
    .where('invoice_id', '=', one.id)
    .orderBy('id')
    .execute();

const seen = (one: Case, status: string, many = 1) =>
  eventually(async () => (await rowsOf(one)).filter((row) => row.status === status).length >= many);

async function payInFull(one: Case) {
  await payByCard(one, '9000000000000001');
  await seen(one, 'completed');
  const [row] = await rowsOf(one);
  if (!row) throw new Error('the payment was seen');
  return row;
}

async function referenceOf(one: Case): Promise<string> {
  await pageOf(one);
  const { reference } = await bot.app.system.db
    .selectFrom('checkouts')
    .select('reference')
    .where('invoice_id', '=', one.id)
    // An hour later the page has begun another.
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  return reference;
}

/** The payer comes back from the provider, which is asked at once. */
const comeBack = async (one: Case) => void (await pageOf(one, `?reference=${await referenceOf(one)}`));

const sandboxPayments = () => bot.app.system.db.withTables<SandboxTables>();

/** A transfer of which the bank says neither yes nor no. */
async function transferWithoutAnswer(one: Case): Promise<void> {
  await submit(one, 'bank_transfer', { sent: 'late' });
  await sandboxPayments()
    .updateTable('sandbox.payments')
    .set({ plan: null, next_at: null })
    .where('reference', '=', await referenceOf(one))
    .execute();
  await comeBack(one);
}

async function refundPart(one: Case): Promise<void> {
  await setPin(one.owner);
  const { id } = await payInFull(one);
  const body = { amount: PART, reason: 'The order was cancelled', pin: PIN };
  await one.owner.call(api.payments.refund, { params: { ...params, id }, body });
  await eventually(async () => {
    bot.app.advance(BANK_MS);
    await sandbox.tick();
    return (await rowsOf(one))[0]?.refunded_minor;
  });
}

const paysAmount = (share: 'more' | 'less') => async (one: Case) => {
  await submit(one, 'bank_transfer', { sent: share });
  await seen(one, 'completed');
};

async function payTwice(one: Case): Promise<string> {
  const { id, reference } = await payInFull(one);
  await sandbox.outside.payReference(reference);
  await seen(one, 'completed', 2);
  return (await rowsOf(one)).find((row) => row.id !== id)?.id ?? '';
}

type Sums = Partial<Pick<AttemptNames, 'amount' | 'fee' | 'balance' | 'over' | 'refunded' | 'back'>>;

/** How each state comes about, and the sums that are not those of an invoice nobody has paid. */
const cases: Record<AttemptState, { produce: (one: Case) => Promise<unknown>; sums?: Sums }> = {
  started: { produce: comeBack },
  waiting: { produce: transferWithoutAnswer },
  declined: {
    produce: (one) => payByCard(one, '9000000000000019').then(() => seen(one, 'failed')),
  },
  not_through: {
    produce: (one) => submit(one, 'wallet', { outcome: 'decline' }).then(() => seen(one, 'failed')),
  },
  expired: {
    produce: async (one) => {
      await transferWithoutAnswer(one);
      bot.app.advance(WAITING_MS);
    },
  },
  abandoned: {
    produce: async (one) => {
      await comeBack(one);
      bot.app.advance(UNANSWERED_MS);
    },
  },
  other_currency: {
    produce: async (one) => {
      const payment: ProviderPayment = {
        transactionId: `usd_${one.id}`,
        reference: await referenceOf(one),
        status: 'completed',
        currency: 'USD',
        amount: PART,
        fee: ZERO,
        refunded: ZERO,
        method: 'card',
        testMode: true,
        paidAt: bot.app.config.clock(),
      };
      await comeBack(one);
      bot.app.advance(1);
      await bot.app.scope().transactAsSystem((ctx) => recordPayment(ctx, sandbox, payment));
    },
  },
  reversed: {
    produce: async (one) => {
      await sandbox.outside.reverse((await payInFull(one)).transaction_id);
      await seen(one, 'refunded');
    },
    sums: { refunded: TOTAL },
  },
  refunded: { produce: refundPart, sums: { refunded: PART, balance: PART } },
  returning: {
    produce: async (one) => {
      await setPin(one.owner);
      const body = { amount: TOTAL, reason: 'Paid twice', pin: PIN };
      await one.owner.call(api.payments.refund, { params: { ...params, id: await payTwice(one) }, body });
    },
    sums: { fee: FEE, back: TOTAL, balance: ZERO },
  },
  given_back: {
    produce: async (one) => {
      await documentOwner(bot.app.system.db, one.owner);
      await payInFull(one);
      const effect = { credit: ZERO, refund: ZERO, gaveBack: TOTAL };
      await one.owner.call(api.creditNotes.issue, {
        params: { ...params, id: one.id },
        body: { lines: [{ item: 0, amount: TOTAL }], reason: 'return', effect },
      });
    },
    sums: { fee: FEE, back: TOTAL, refunded: TOTAL, balance: ZERO },
  },
  late: {
    produce: payTwice,
    sums: { fee: FEE, over: TOTAL, balance: ZERO },
  },
  too_much: {
    produce: paysAmount('more'),
    sums: { amount: major(49_500), fee: major(842.5), over: major(4_500), balance: ZERO },
  },
  part_paid: {
    produce: paysAmount('less'),
    sums: { amount: major(22_500), fee: major(437.5), balance: major(22_500) },
  },
  paid: { produce: payInFull, sums: { fee: FEE, balance: ZERO } },
};

const plain = (text: string) =>
  text
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

const texts = pageLocale('en').pay.attempts;

async function mailsTo({ owner }: Case): Promise<string[]> {
  const mails = await bot.app.system.db
    .withTables<{ kept_mails: { to_address: string; body_text: string } }>()
    .selectFrom('kept_mails')
    .select('body_text')
    .where('to_address', '=', owner.email)
    .execute();
  return mails.map(({ body_text }) => plain(body_text));
}

const newsOf = (one: Case) =>
  bot.app.system.db
    .selectFrom('messages')
    .select(['kind', 'channel'])
    .where('business_id', '=', one.owner.businessId)
    .where('kind', 'in', ['paymentReceived', 'paymentRefunded'])
    .execute();

// The sandbox's money is named test money in a chat.
const asTest = (sentence: string, amount: Minor) =>
  sentence.replace(`paid ${formatMoney(amount, 'NGN')}`, `paid ${formatMoney(amount, 'NGN')} (test)`);

// Nothing of them is a payment here.
const notPayments: AttemptState[] = ['started', 'abandoned', 'other_currency'];
// Their money was told of as it came.
const toldBefore: AttemptState[] = ['returning', 'given_back'];

test.each(attemptStates)(
  '%s: payer, owner, mail and WhatsApp read the sentences of the table',
  async (state) => {
    const one = await sentInvoice();
    await cases[state].produce(one);
    const names: AttemptNames = {
      customer: 'Mrs Bello',
      number: one.number,
      currency: 'NGN',
      amount: TOTAL,
      balance: TOTAL,
      ...cases[state].sums,
    };
    const page = plain(await pageOf(one));
    const values = { ...attemptValues(names), provider: 'Sandbox', business: 'Okafor Kitchen & Events' };
    for (const sentence of Object.values(texts[state])) expect(page).toContain(fill(sentence, values));

    const received = { ...names, receiptSent: true };
    const { data } = await one.owner.call(api.payments.list, { params, query: {} });
    if (!notPayments.includes(state))
      expect(data.transactions[0]).toMatchObject({ state, told: ownerSentence(state, names) });
    await eventually(async () => {
      const { data: invoice } = await one.owner.call(api.invoices.detail, {
        params: { ...params, id: one.id },
      });
      const told = invoice.unanswered ?? invoice.payments[0];
      return told?.state === state && told.told === ownerSentence(state, received);
    });

    const [mail, chat] = [
      messageSentence('mail', state, received),
      messageSentence('whatsapp', state, received),
    ];
    if (mail === null || chat === null) {
      expect([mail, chat]).toEqual([null, null]);
      if (!toldBefore.includes(state)) expect(await newsOf(one)).toEqual([]);
      return;
    }
    await eventually(async () => (await mailsTo(one)).some((text) => text.includes(mail)));
    await eventually(async () =>
      one.phone.inbox.some(({ text }) => text.includes(asTest(chat, names.amount)) || text.includes(chat)),
    );
  },
);

test('a payer who waits is asked for by the polls, and money that comes after all is found', async () => {
  const one = await sentInvoice();
  await transferWithoutAnswer(one);
  bot.app.advance(WAITING_MS);
  expect(await pageOf(one)).toContain(texts.expired.title);
  await sandboxPayments()
    .updateTable('sandbox.payments')
    .set({ status: 'completed', paid_at: bot.app.config.clock(), fee_minor: FEE })
    .where('reference', '=', await referenceOf(one))
    .execute();
  await sweepCheckouts(bot.app.scope());
  expect(plain(await pageOf(one))).toContain(texts.paid.title);
});

test('a payer who comes back again waits for an answer to this try, not to the one before', async () => {
  const one = await sentInvoice();
  await payByCard(one, '9000000000000019');
  await seen(one, 'failed');
  await comeBack(one);
  expect(await pageOf(one)).toContain(texts.declined.title);
  bot.app.advance(BANK_MS);
  await comeBack(one);
  const page = await pageOf(one);
  expect(page).toContain(texts.started.title);
  expect(page).not.toContain(texts.declined.title);
});

test('what an attempt came to is not told for ever', async () => {
  const one = await sentInvoice();
  await payByCard(one, '9000000000000019');
  await seen(one, 'failed');
  bot.app.advance(30 * 60_000);
  expect(await pageOf(one)).not.toContain(texts.declined.title);
  const { data } = await one.owner.call(api.invoices.detail, { params: { ...params, id: one.id } });
  expect(data.payments).toMatchObject([{ state: 'declined' }]);
});
