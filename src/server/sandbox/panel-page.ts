import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { currencies, type Currency, type Minor } from '#core/money.ts';
import { findPayment, type SandboxContext, settlePayment } from './books.ts';
import { readForm } from './forms.ts';
import { frame, type Page, type PageEnv } from './layout.ts';
import { payAccount, payUnmatched, sendGhostWebhook } from './outside.ts';
import { countOf, newestRefunds, newestWebhooks, SHOWN } from './panel-lists.ts';
import {
  checkoutList,
  moneyForms,
  navigation,
  paymentList,
  payoutList,
  type Section,
  sections,
  webhookList,
} from './panel-views.ts';
import { settlePayout, settlePayouts } from './payouts.ts';
import { refundList, type Refused } from './refunds-view.ts';
import { refundableAmount, reverse, settleRefund } from './refunds.ts';
import { parseAmount } from './rules.ts';
import { settingsView } from './settings-view.ts';
import { changeSettings, readSettings } from './settings.ts';
import { settleIncoming } from './settle.ts';
import { payoutPlans, refundOutcomes } from './table.ts';
import { resendWebhook } from './webhooks.ts';

const MAX_DELAY_MS = 3_600_000;

type PageContext = Context<PageEnv>;

const messages: Record<string, string> = {
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
export function panelPages(sandbox: SandboxContext): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.get('/', async (c) =>
    show(c, sandbox, '', await checkoutsPage(sandbox, { account: c.req.query('account') ?? '' }, {})),
  );
  app.get('/payments', async (c) => show(c, sandbox, '/payments', await paymentsPage(sandbox, null)));
  app.get('/refunds', async (c) => {
    await settleIncoming(sandbox);
    return show(c, sandbox, '/refunds', [
      refundList(await newestRefunds(sandbox), await countOf(sandbox, 'refunds')),
    ]);
  });
  app.get('/payouts', async (c) => {
    await settlePayouts(sandbox);
    const rows = await sandbox.db
      .selectFrom('sandbox.payouts')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(SHOWN)
      .execute();
    return show(c, sandbox, '/payouts', [payoutList(rows, await countOf(sandbox, 'payouts'))]);
  });
  app.get('/notices', async (c) =>
    show(c, sandbox, '/notices', [
      webhookList(await newestWebhooks(sandbox), await countOf(sandbox, 'notices')),
    ]),
  );
  app.get('/settings', async (c) =>
    show(c, sandbox, '/settings', [settingsView(await readSettings(sandbox.db))]),
  );

  app.post('/pay', (c) => submitTransfer(c, sandbox));
  app.post('/orphan', (c) => submitOrphan(c, sandbox));
  app.post('/ghost', async (c) => {
    await sendGhostWebhook(sandbox);
    return redirectBack(c, '/notices', 'ghost');
  });
  app.post('/payments/:id/give-back', (c) => submitReversal(c, sandbox, c.req.param('id')));
  app.post('/refunds/settle', async (c) => {
    const form = await readForm(c);
    const to = oneOf(['completed', 'failed'], form('to'));
    const settled = to && (await settleRefund(sandbox, form('refund'), to));
    return redirectBack(c, '/refunds', settled ? 'settled' : 'late');
  });
  app.post('/payments/:id/settle', async (c) => {
    const status = oneOf(['completed', 'failed', 'cancelled'], (await readForm(c))('status'));
    return redirectBack(
      c,
      '/payments',
      status && (await settlePayment(sandbox, c.req.param('id'), status)) ? 'settled' : 'late',
    );
  });
  app.post('/payouts/settle', async (c) => {
    const form = await readForm(c);
    const to = oneOf(['completed', 'failed', 'reversed'], form('to'));
    return redirectBack(
      c,
      '/payouts',
      to && (await settlePayout(sandbox, form('reference'), to)) ? 'settled' : 'late',
    );
  });
  app.post('/notices/:id/resend', async (c) => {
    const copies = (await readForm(c))('copies') === '3' ? 3 : 1;
    const queued = await resendWebhook(sandbox.db, c.req.param('id'), copies, sandbox.clock());
    sandbox.wake();
    return redirectBack(c, '/notices', queued ? 'queued' : 'late');
  });
  app.post('/settings', (c) => saveSettings(c, sandbox));
  return app;
}

async function show(
  c: PageContext,
  sandbox: SandboxContext,
  section: Section,
  body: Page[],
  status: 200 | 422 = 200,
): Promise<Response> {
  const { providerDown } = await readSettings(sandbox.db);
  const message = messages[c.req.query('told') ?? ''];
  const lines = [
    providerDown
      ? html`<p class="told bad" role="status">The provider is switched off: every call answers that it cannot be reached. <a href="/sandbox/settings">Switch it on</a></p>`
      : html``,
    message ? html`<p class="told ok" role="status">${message}</p>` : html``,
  ];
  c.header('Cache-Control', 'no-store');
  const title = sections.find((each) => each.path === section)?.text ?? '';
  return c.html(
    frame({ title, nonce: c.get('nonce'), wide: true, nav: navigation(section) }, [...lines, ...body]),
    status,
  );
}

function redirectBack(c: PageContext, section: Section, messageKey: keyof typeof messages): Response {
  return c.redirect(`/sandbox${section}?told=${messageKey}`, 303);
}

function oneOf<T extends string>(known: readonly T[], text: string): T | null {
  return known.find((each) => each === text) ?? null;
}

async function checkoutsPage(
  sandbox: SandboxContext,
  values: Record<string, string>,
  problems: Record<string, string>,
): Promise<Page[]> {
  const rows = await sandbox.db
    .selectFrom('sandbox.checkouts')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute();
  return [moneyForms(values, problems), checkoutList(rows, await countOf(sandbox, 'checkouts'))];
}

async function paymentsPage(sandbox: SandboxContext, refused: Refused | null): Promise<Page[]> {
  await settleIncoming(sandbox);
  const rows = await sandbox.db
    .selectFrom('sandbox.payments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute();
  return [paymentList(rows, await countOf(sandbox, 'payments'), refused)];
}

async function submitTransfer(c: PageContext, sandbox: SandboxContext): Promise<Response> {
  const form = await readForm(c);
  const values = { account: form('account').trim(), amount: form('amount').trim(), when: form('when') };
  const seconds = /^\d{1,5}$/.test(values.when) ? Number(values.when) : 0;
  const amount: Minor | null = parseAmount(values.amount);
  if (values.amount && !amount)
    return refuse(c, sandbox, values, { amount: 'Type an amount such as 5000 or 5000.50' });
  const paid = await payAccount(sandbox, values.account, {
    amount: amount ?? undefined,
    afterMs: seconds * 1_000,
  });
  if (!paid) return refuse(c, sandbox, values, { account: 'No checkout has this account number' });
  return redirectBack(c, '/payments', seconds > 0 ? 'coming' : 'sent');
}

async function submitReversal(
  c: PageContext,
  sandbox: SandboxContext,
  transactionId: string,
): Promise<Response> {
  const amountText = (await readForm(c))('amount').trim();
  const amount = amountText ? parseAmount(amountText) : undefined;
  const refused = async (problem: string) =>
    show(
      c,
      sandbox,
      '/payments',
      await paymentsPage(sandbox, { transactionId, amount: amountText, problem }),
      422,
    );
  if (amount === null) return refused('Type an amount such as 5000 or 5000.50');
  if (await reverse(sandbox, transactionId, amount)) return redirectBack(c, '/payments', 'returned');
  const payment = await findPayment(sandbox.db, transactionId);
  return payment?.status === 'completed' && amount && amount > refundableAmount(payment)
    ? refused('That is more than what is left of the payment')
    : redirectBack(c, '/payments', 'late');
}

async function submitOrphan(c: PageContext, sandbox: SandboxContext): Promise<Response> {
  const form = await readForm(c);
  const amount = parseAmount(form('orphan'));
  const currency: Currency = oneOf(currencies, form('currency')) ?? 'NGN';
  if (!amount)
    return refuse(
      c,
      sandbox,
      { orphan: form('orphan'), currency },
      { orphan: 'Type an amount such as 5000 or 5000.50' },
    );
  await payUnmatched(sandbox, amount, currency);
  return redirectBack(c, '/payments', 'orphan');
}

async function refuse(
  c: PageContext,
  sandbox: SandboxContext,
  values: Record<string, string>,
  problems: Record<string, string>,
): Promise<Response> {
  return show(c, sandbox, '', await checkoutsPage(sandbox, values, problems), 422);
}

async function saveSettings(c: PageContext, sandbox: SandboxContext): Promise<Response> {
  const form = await readForm(c);
  await changeSettings(sandbox.db, {
    webhookDelayMs: Math.min(Math.max(Number.parseInt(form('delay'), 10) || 0, 0), MAX_DELAY_MS),
    webhookCopies: oneOf(['1', '2', '3', '4', '5'], form('copies')) ? Number(form('copies')) : 1,
    webhookDrop: form('drop') === 'yes',
    webhookReorder: form('reorder') === 'yes',
    providerDown: form('down') === 'yes',
    payoutOutcome: oneOf(payoutPlans, form('payouts')) ?? 'by_account',
    refundOutcome: oneOf(refundOutcomes, form('refunds')) ?? 'completed',
  });
  return redirectBack(c, '/settings', 'saved');
}
