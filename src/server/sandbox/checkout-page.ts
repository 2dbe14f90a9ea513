import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import QRCode from 'qrcode';
import { newToken } from '#core/ids.ts';
import { add, type Minor, minor, subtract } from '#core/money.ts';
import { type PaymentMethod, paymentMethods } from '#server/kernel/ports/index.ts';
import {
  enterCode,
  findPayment,
  type NewPayment,
  type PaymentRecord,
  paymentsOf,
  recordPayment,
  type SandboxContext,
} from './books.ts';
import { type CardForm, groupDigits, readCard, testCards } from './cards.ts';
import {
  codeView,
  failedView,
  messageView,
  paidView,
  pathOf,
  payViews,
  type View,
  waitingView,
} from './checkout-views.ts';
import { findCheckout } from './checkouts.ts';
import { readForm } from './forms.ts';
import { frame, type Page, type PageEnv } from './layout.ts';
import { LATE_TRANSFER_MS, methodsFor, parseAmount } from './rules.ts';
import { readSettings } from './settings.ts';
import { settleIncoming } from './settle.ts';
import type { CheckoutRow } from './table.ts';

const FORM_LIMIT_BYTES = 16 * 1024;
const REFRESH_SECONDS = 3;

type PageContext = Context<PageEnv>;
type Form = (name: string) => string;
type Order = Pick<
  NewPayment,
  'status' | 'plan' | 'afterMs' | 'note' | 'cardLast4' | 'awaitsCode' | 'webhookCopies'
> &
  Partial<Pick<NewPayment, 'amount' | 'currency'>>;

/** The hosted checkout, to be mounted under /sandbox/checkout. Works with forms alone. */
export function checkoutPages(sandbox: SandboxContext, publicUrl: () => string): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.use(bodyLimit({ maxSize: FORM_LIMIT_BYTES }));
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    if ((await readSettings(sandbox.db)).providerDown)
      return show(c, 'Not available', messageView('Sandbox Pay is switched off', 'Try again later.'), 503);
    await settleIncoming(sandbox);
    return next();
  });
  const withCheckout =
    (answer: (c: PageContext, checkout: CheckoutRow) => Promise<Response>) => async (c: PageContext) => {
      const checkout = await findCheckout(sandbox.db, 'token', c.req.param('token') ?? '');
      return checkout ? answer(c, checkout) : missing(c);
    };

  app.get(
    '/:token',
    withCheckout((c, checkout) => showForm(c, sandbox, publicUrl(), checkout)),
  );
  app.get(
    '/:token/result/:id',
    withCheckout((c, checkout) => showResult(c, sandbox, checkout)),
  );
  app.post(
    '/:token/result/:id',
    withCheckout(async (c, checkout) => {
      const form = await readForm(c);
      const verdict = await enterCode(sandbox, c.req.param('id') ?? '', form('code'));
      return showResult(c, sandbox, checkout, verdict === 'wrong' ? 'That is not the code' : undefined);
    }),
  );
  // Location of a refused form, so that reloading that page leads back to it.
  app.get(
    '/:token/:method',
    withCheckout(async (c, checkout) =>
      c.redirect(pathOf(checkout, `?method=${encodeURIComponent(c.req.param('method') ?? '')}`), 303),
    ),
  );
  app.post(
    '/:token/:method',
    withCheckout((c, checkout) => submitOrder(c, sandbox, publicUrl(), checkout)),
  );
  return app;
}

function show(
  c: PageContext,
  title: string,
  body: Page[],
  status: 200 | 404 | 422 | 503 = 200,
  refreshSeconds?: number,
): Response | Promise<Response> {
  return c.html(frame({ title, nonce: c.get('nonce'), refreshSeconds }, body), status);
}

function missing(c: PageContext): Response | Promise<Response> {
  return show(
    c,
    'Not found',
    messageView(
      'We could not find this checkout',
      'The link may be cut short. Ask the business for a new one.',
    ),
    404,
  );
}

async function showForm(
  c: PageContext,
  sandbox: SandboxContext,
  publicUrl: string,
  checkout: CheckoutRow,
): Promise<Response> {
  const received = await receivedFor(sandbox, checkout);
  if (received >= checkout.amount_minor)
    return show(c, 'Paid', paidView(checkout, received, returnUrlFor(checkout)));
  const offered = methodsFor(checkout.currency);
  const method = offered.find((each) => each === c.req.query('method')) ?? 'card';
  const chosen = testCards.find((card) => card.key === c.req.query('card'));
  const card = chosen
    ? { number: groupDigits(chosen.number), expiry: '12/40', cvv: '123' }
    : { number: '', expiry: '', cvv: '' };
  return showView(c, publicUrl, { checkout, method, received, card, errors: {} });
}

async function showView(
  c: PageContext,
  publicUrl: string,
  view: Omit<View, 'attempt' | 'qrSvg'>,
): Promise<Response> {
  const link = `${publicUrl}${pathOf(view.checkout, '?method=qr_code')}`;
  const qrSvg = view.method === 'qr_code' ? await QRCode.toString(link, { type: 'svg', margin: 1 }) : '';
  const refused = Object.keys(view.errors).length > 0;
  return show(
    c,
    `Pay ${view.checkout.business_name}`,
    payViews({ ...view, attempt: newToken(12), qrSvg }),
    refused ? 422 : 200,
  );
}

async function receivedFor(sandbox: SandboxContext, checkout: CheckoutRow): Promise<Minor> {
  const payments = await paymentsOf(sandbox.db, checkout.reference);
  return add(
    ...payments
      .filter((one) => one.status === 'completed' && one.currency === checkout.currency)
      .map((one) => subtract(one.amount_minor, one.refunded_minor)),
  );
}

// The return address only triggers a query; it does not carry the status.
function returnUrlFor(checkout: CheckoutRow, transactionId?: string): string {
  const url = new URL(checkout.return_url);
  url.searchParams.set('reference', checkout.reference);
  if (transactionId) url.searchParams.set('transactionId', transactionId);
  return url.href;
}

async function showResult(
  c: PageContext,
  sandbox: SandboxContext,
  checkout: CheckoutRow,
  codeError?: string,
): Promise<Response> {
  const payment = await findPayment(sandbox.db, c.req.param('id') ?? '');
  if (payment?.reference !== checkout.reference) return missing(c);
  const returnUrl = returnUrlFor(checkout, payment.transaction_id);
  if (payment.status === 'completed' || payment.status === 'refunded') return c.redirect(returnUrl, 303);
  if (payment.status !== 'pending') return show(c, 'Not paid', failedView(checkout, payment, returnUrl));
  if (payment.otp_tries !== null)
    return show(c, 'Enter your code', codeView(checkout, payment, codeError), codeError ? 422 : 200);
  return show(c, 'Pending', waitingView(checkout, payment, returnUrl), 200, REFRESH_SECONDS);
}

async function submitOrder(
  c: PageContext,
  sandbox: SandboxContext,
  publicUrl: string,
  checkout: CheckoutRow,
): Promise<Response> {
  const form = await readForm(c);
  if (c.req.param('method') === 'cancel') return cancel(c, sandbox, checkout, form);
  const method = methodsFor(checkout.currency).find((each) => each === c.req.param('method'));
  if (!method) return missing(c);
  const received = await receivedFor(sandbox, checkout);
  // An account takes any transfer that reaches it; a page that is paid takes no second card.
  if (received >= checkout.amount_minor && method !== 'bank_transfer')
    return c.redirect(pathOf(checkout), 303);
  const parsed = parseOrder(sandbox, checkout, method, form);
  if ('errors' in parsed) return showView(c, publicUrl, { checkout, method, received, ...parsed });
  const payment = await placeOrder(sandbox, checkout, method, parsed.order, form('attempt'));
  return c.redirect(pathOf(checkout, `/result/${payment.transaction_id}`), 303);
}

async function cancel(
  c: PageContext,
  sandbox: SandboxContext,
  checkout: CheckoutRow,
  form: Form,
): Promise<Response> {
  const method = paymentMethods.find((each) => each === form('method')) ?? 'card';
  const payment = await placeOrder(
    sandbox,
    checkout,
    method,
    { status: 'cancelled', note: 'Cancelled by the customer' },
    '',
  );
  return c.redirect(returnUrlFor(checkout, payment.transaction_id), 303);
}

function placeOrder(
  sandbox: SandboxContext,
  checkout: CheckoutRow,
  method: PaymentMethod,
  order: Order,
  attempt: string,
): Promise<PaymentRecord> {
  return recordPayment(sandbox, {
    reference: checkout.reference,
    amount: checkout.amount_minor,
    currency: checkout.currency,
    method,
    ...order,
    attempt: attempt ? `${checkout.token}:${attempt.slice(0, 40)}` : undefined,
  });
}

type OrderResult = { order: Order } | Pick<View, 'card' | 'errors'>;

function parseOrder(
  sandbox: SandboxContext,
  checkout: CheckoutRow,
  method: PaymentMethod,
  form: Form,
): OrderResult {
  if (method === 'card')
    return parseCardOrder(sandbox, checkout, {
      number: form('number'),
      expiry: form('expiry'),
      cvv: form('cvv'),
    });
  if (method === 'bank_transfer') return parseTransfer(checkout, form);
  return {
    order: form('outcome') === 'approve' ? {} : { status: 'failed', note: 'Declined by the customer' },
  };
}

function parseCardOrder(sandbox: SandboxContext, checkout: CheckoutRow, card: CardForm): OrderResult {
  const parsed = readCard(card, sandbox.clock());
  // A number that is no test card is not shown again either: it may be somebody's.
  if ('errors' in parsed)
    return { card: parsed.errors.number ? { ...card, number: '', cvv: '' } : card, errors: parsed.errors };
  return {
    order: {
      ...parsed.card.charge(checkout.amount_minor, checkout.currency),
      cardLast4: parsed.card.number.slice(-4),
    },
  };
}

function parseTransfer(checkout: CheckoutRow, form: Form): OrderResult {
  const amountDue = checkout.amount_minor;
  if (form('amount').trim()) {
    const amount = parseAmount(form('amount'));
    return amount
      ? { order: { amount } }
      : {
          card: { number: '', expiry: '', cvv: '' },
          errors: { amount: 'Type an amount such as 5000 or 5000.50' },
        };
  }
  if (form('sent') === 'less') return { order: { amount: minor(Math.ceil(amountDue / 2)) } };
  if (form('sent') === 'more') return { order: { amount: minor(amountDue + Math.ceil(amountDue / 10)) } };
  if (form('sent') === 'late')
    return { order: { status: 'pending', plan: 'completed', afterMs: LATE_TRANSFER_MS } };
  return { order: {} };
}
