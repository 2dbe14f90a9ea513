import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { currencies, type Currency, type Minor } from '#core/money.ts';
import { type Books, findPayment, settlePayment } from './books.ts';
import { readForm } from './forms.ts';
import { frame, type Page, type PageEnv } from './layout.ts';
import { payAccount, payOrphan, sendGhostNotice } from './outside.ts';
import { countOf, newestNotices, newestRefunds, SHOWN } from './panel-lists.ts';
import {
  checkoutList,
  moneyForms,
  navigation,
  noticeList,
  paymentList,
  payoutList,
  type Section,
  sections,
} from './panel-views.ts';
import { settlePayout, settlePayouts } from './payouts.ts';
import { refundList, type Refused } from './refunds-view.ts';
import { giveBack, leftOf, settleRefund } from './refunds.ts';
import { parseAmount } from './rules.ts';
import { settingsView } from './settings-view.ts';
import { changeSettings, readSettings } from './settings.ts';
import { settleIncoming } from './settle.ts';
import { payoutPlans, refundOutcomes } from './table.ts';
import { resendNotice } from './webhooks.ts';

const MAX_DELAY_MS = 3_600_000;

type Ask = Context<PageEnv>;

const told: Record<string, string> = {
  sent: 'The transfer was sent.',
  coming: 'The transfer is on its way.',
  orphan: 'The payment was made.',
  ghost: 'The notice was sent.',
  returned: 'The money was given back.',
  settled: 'Settled.',
  queued: 'The notice will be sent again.',
  saved: 'Saved.',
  late: 'Nothing was changed: it was decided in the meantime.',
};

/** The control panel, to be mounted under /sandbox. */
export function panelPages(books: Books): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.get('/', async (c) =>
    show(c, books, '', await checkoutsPage(books, { account: c.req.query('account') ?? '' }, {})),
  );
  app.get('/payments', async (c) => show(c, books, '/payments', await paymentsPage(books, null)));
  app.get('/refunds', async (c) => {
    await settleIncoming(books);
    return show(c, books, '/refunds', [
      refundList(await newestRefunds(books), await countOf(books, 'refunds')),
    ]);
  });
  app.get('/payouts', async (c) => {
    await settlePayouts(books);
    const rows = await books.db
      .selectFrom('sandbox.payouts')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(SHOWN)
      .execute();
    return show(c, books, '/payouts', [payoutList(rows, await countOf(books, 'payouts'))]);
  });
  app.get('/notices', async (c) =>
    show(c, books, '/notices', [noticeList(await newestNotices(books), await countOf(books, 'notices'))]),
  );
  app.get('/settings', async (c) =>
    show(c, books, '/settings', [settingsView(await readSettings(books.db))]),
  );

  app.post('/pay', (c) => takeTransfer(c, books));
  app.post('/orphan', (c) => takeOrphan(c, books));
  app.post('/ghost', async (c) => {
    await sendGhostNotice(books);
    return back(c, '/notices', 'ghost');
  });
  app.post('/payments/:id/give-back', (c) => takeGiveBack(c, books, c.req.param('id')));
  app.post('/refunds/settle', async (c) => {
    const form = await readForm(c);
    const to = oneOf(['completed', 'failed'], form('to'));
    return back(c, '/refunds', to && (await settleRefund(books, form('refund'), to)) ? 'settled' : 'late');
  });
  app.post('/payments/:id/settle', async (c) => {
    const status = oneOf(['completed', 'failed', 'cancelled'], (await readForm(c))('status'));
    return back(
      c,
      '/payments',
      status && (await settlePayment(books, c.req.param('id'), status)) ? 'settled' : 'late',
    );
  });
  app.post('/payouts/settle', async (c) => {
    const form = await readForm(c);
    const to = oneOf(['completed', 'failed', 'reversed'], form('to'));
    return back(c, '/payouts', to && (await settlePayout(books, form('reference'), to)) ? 'settled' : 'late');
  });
  app.post('/notices/:id/resend', async (c) => {
    const copies = (await readForm(c))('copies') === '3' ? 3 : 1;
    const queued = await resendNotice(books.db, c.req.param('id'), copies, books.clock());
    books.wake();
    return back(c, '/notices', queued ? 'queued' : 'late');
  });
  app.post('/settings', (c) => saveSettings(c, books));
  return app;
}

async function show(
  c: Ask,
  books: Books,
  section: Section,
  body: Page[],
  status: 200 | 422 = 200,
): Promise<Response> {
  const { providerDown } = await readSettings(books.db);
  const said = told[c.req.query('told') ?? ''];
  const lines = [
    providerDown
      ? html`<p class="told bad" role="status">The provider is switched off: every call answers that it cannot be reached. <a href="/sandbox/settings">Switch it on</a></p>`
      : html``,
    said ? html`<p class="told ok" role="status">${said}</p>` : html``,
  ];
  c.header('Cache-Control', 'no-store');
  const title = sections.find((each) => each.path === section)?.text ?? '';
  return c.html(
    frame({ title, nonce: c.get('nonce'), wide: true, nav: navigation(section) }, [...lines, ...body]),
    status,
  );
}

function back(c: Ask, section: Section, word: keyof typeof told): Response {
  return c.redirect(`/sandbox${section}?told=${word}`, 303);
}

function oneOf<T extends string>(known: readonly T[], text: string): T | null {
  return known.find((each) => each === text) ?? null;
}

async function checkoutsPage(
  books: Books,
  values: Record<string, string>,
  problems: Record<string, string>,
): Promise<Page[]> {
  const rows = await books.db
    .selectFrom('sandbox.checkouts')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute();
  return [moneyForms(values, problems), checkoutList(rows, await countOf(books, 'checkouts'))];
}

async function paymentsPage(books: Books, refused: Refused | null): Promise<Page[]> {
  await settleIncoming(books);
  const rows = await books.db
    .selectFrom('sandbox.payments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute();
  return [paymentList(rows, await countOf(books, 'payments'), refused)];
}

async function takeTransfer(c: Ask, books: Books): Promise<Response> {
  const form = await readForm(c);
  const values = { account: form('account').trim(), amount: form('amount').trim(), when: form('when') };
  const seconds = /^\d{1,5}$/.test(values.when) ? Number(values.when) : 0;
  const amount: Minor | null = parseAmount(values.amount);
  if (values.amount && !amount)
    return refuse(c, books, values, { amount: 'Type an amount such as 5000 or 5000.50' });
  const paid = await payAccount(books, values.account, {
    amount: amount ?? undefined,
    afterMs: seconds * 1_000,
  });
  if (!paid) return refuse(c, books, values, { account: 'No checkout has this account number' });
  return back(c, '/payments', seconds > 0 ? 'coming' : 'sent');
}

async function takeGiveBack(c: Ask, books: Books, transactionId: string): Promise<Response> {
  const typed = (await readForm(c))('amount').trim();
  const amount = typed ? parseAmount(typed) : undefined;
  const refused = async (problem: string) =>
    show(c, books, '/payments', await paymentsPage(books, { transactionId, amount: typed, problem }), 422);
  if (amount === null) return refused('Type an amount such as 5000 or 5000.50');
  if (await giveBack(books, transactionId, amount)) return back(c, '/payments', 'returned');
  const payment = await findPayment(books.db, transactionId);
  return payment?.status === 'completed' && amount && amount > leftOf(payment)
    ? refused('That is more than what is left of the payment')
    : back(c, '/payments', 'late');
}

async function takeOrphan(c: Ask, books: Books): Promise<Response> {
  const form = await readForm(c);
  const amount = parseAmount(form('orphan'));
  const currency: Currency = oneOf(currencies, form('currency')) ?? 'NGN';
  if (!amount)
    return refuse(
      c,
      books,
      { orphan: form('orphan'), currency },
      { orphan: 'Type an amount such as 5000 or 5000.50' },
    );
  await payOrphan(books, amount, currency);
  return back(c, '/payments', 'orphan');
}

async function refuse(
  c: Ask,
  books: Books,
  values: Record<string, string>,
  problems: Record<string, string>,
): Promise<Response> {
  return show(c, books, '', await checkoutsPage(books, values, problems), 422);
}

async function saveSettings(c: Ask, books: Books): Promise<Response> {
  const form = await readForm(c);
  await changeSettings(books.db, {
    webhookDelayMs: Math.min(Math.max(Number.parseInt(form('delay'), 10) || 0, 0), MAX_DELAY_MS),
    webhookCopies: oneOf(['1', '2', '3', '4', '5'], form('copies')) ? Number(form('copies')) : 1,
    webhookDrop: form('drop') === 'yes',
    webhookReorder: form('reorder') === 'yes',
    providerDown: form('down') === 'yes',
    payoutOutcome: oneOf(payoutPlans, form('payouts')) ?? 'by_account',
    refundOutcome: oneOf(refundOutcomes, form('refunds')) ?? 'completed',
  });
  return back(c, '/settings', 'saved');
}
