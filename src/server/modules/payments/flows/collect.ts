import { attemptToTell } from '#core/attempts.ts';
import { plusMs } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { add, type Minor, ZERO } from '#core/money.ts';
import type { Limit } from '#server/config/limits.ts';
import { eachApart } from '#server/kernel/periodic.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { cardKeeperOf, inTestMode, providerByName } from '#server/kernel/providers.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import { type SystemScope, turnOf } from '#server/kernel/scope.ts';
import { customersBearFee } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { printInvoice } from '#server/modules/invoices/flows.ts';
import { unbookedAttempts } from '#server/modules/invoices/queries/attempts.ts';
import {
  payableByPublicId,
  type PayableInvoice,
  sentByPublicId,
} from '#server/modules/invoices/queries/details.ts';
import { weakestEvidence } from '#server/modules/invoices/queries/evidence.ts';
import { toPayOf } from '#server/modules/invoices/queries/withholding.ts';
import { attemptOf, isTried } from '#server/modules/invoices/rules/attempts.ts';
import { duePolls } from '#server/outbound/polling.ts';
import { wentBack } from '#server/modules/invoices/rules/credit.ts';
import { claimCheckoutPoll, recordReturn } from '../commands/checkouts.ts';
import { type Outcome, recordPayment } from '../commands/record.ts';
import type { PayView } from '../pay-view.ts';
import { chosenSum, namesCheckout, type PayChoice } from '../rules.ts';
import { latestCheckout, paymentsOfInvoice, recentCheckouts } from '../queries/payments.ts';
import { receiptLinks } from '../queries/receipts.ts';
import type { CheckoutRow } from '../table.ts';
import { startWith } from './checkout.ts';

/** Verifies one transaction with the provider and records the result. Throws when it should be retried. */
export async function settleTransaction(
  scope: SystemScope,
  provider: PaymentProvider,
  transactionId: string,
): Promise<Outcome | 'unknown_to_provider'> {
  const answer = await provider.verifyPayment(transactionId);
  if (!answer.ok)
    throw new Error(`${provider.name} could not be asked about ${transactionId}: ${answer.reason}`);
  const { payment } = answer;
  return payment
    ? scope.transactAsSystem((ctx) => recordPayment(ctx, provider, payment))
    : 'unknown_to_provider';
}

/**
 * Fetches every transaction of a checkout: of the one a payer returns from, whom the provider gives values that name it,
 * or of the one whose answer is awaited, or of the latest.
 */
export async function syncCheckout(
  scope: SystemScope,
  publicId: string,
  returned: readonly string[] = [],
): Promise<void> {
  const invoice = await payableByPublicId(scope, publicId);
  if (!invoice) return;
  const checkouts = await recentCheckouts(scope.db, invoice.businessId, invoice.id);
  const named = checkouts.find((checkout) => returned.some((value) => namesCheckout(value, checkout)));
  const asked = named ?? checkouts.find((checkout) => checkout.unanswered_since) ?? checkouts[0];
  if (!asked || !(await mayPoll(scope, asked.reference))) return;
  await syncReference(scope, asked);
  if (named && invoice.state === 'open') await scope.transactAsSystem((ctx) => recordReturn(ctx, named));
}

// Anybody with the link may come back as often as they like; the provider is not called each time.
const POLLS = { max: 20, windowMs: 60_000 };
const mayPoll = (scope: SystemScope, reference: string) =>
  mayUse(scope, 'checkoutQuestions', POLLS, reference);

// Each sum somebody types is a checkout of its own at the provider.
const CHOICES = { max: 20, windowMs: 3_600_000 };
const mayChoose = (scope: SystemScope, invoiceId: string) =>
  mayUse(scope, 'checkoutChoices', CHOICES, invoiceId);

async function mayUse(scope: SystemScope, name: string, limit: Limit, subject: string): Promise<boolean> {
  try {
    await consumeLimit(scope.db, name, limit, subject, scope.now);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The same for every checkout whose poll is due. */
export async function sweepCheckouts(scope: SystemScope): Promise<void> {
  await eachApart(scope.log, await duePolls(scope.db, 'checkouts', scope.now), async ({ reference }) => {
    const checkout = await scope.transactAsSystem((ctx) => claimCheckoutPoll(ctx, reference));
    if (checkout) await syncReference(scope, checkout);
  });
}

/** Fetches every transaction of a reference from its provider and records it. Whether money came under it. */
export async function syncReference(
  scope: SystemScope,
  checkout: Pick<CheckoutRow, 'provider' | 'reference'>,
): Promise<boolean> {
  const provider = providerByName(scope.ports.payments, checkout.provider);
  const answer = await provider?.listPayments(checkout.reference);
  if (!provider || !answer?.ok) return false;
  for (const payment of answer.payments)
    await scope.transactAsSystem((ctx) => recordPayment(ctx, provider, payment));
  return answer.payments.some(({ status }) => status === 'completed' || status === 'refunded');
}

/** Everything the pay page shows, with a checkout for the sum its reader chose; null for links that lead nowhere. */
export async function payView(
  scope: SystemScope,
  publicId: string,
  chosen?: string,
): Promise<PayView | null> {
  const invoice = await payableByPublicId(scope, publicId);
  if (!invoice) return null;
  const paid = await paymentsOfInvoice(scope.db, invoice.businessId, invoice.id);
  const completed = paid.filter(({ status }) => status === 'completed');
  const receipts = await receiptLinks(
    scope.db,
    invoice.businessId,
    completed.map(({ id }) => id),
  );
  const { view } = invoice;
  const { choice, checkout } = await openedFor(scope, invoice, choiceOf(invoice, chosen));
  return {
    ...view,
    choice,
    language: await languageOf(scope.db, invoice.businessId, invoice.customerId),
    checkout: checkout?.checkout_url
      ? {
          url: checkout.checkout_url,
          account: accountOf(checkout),
          ussdCode: checkout.ussd_code,
          amount: add(checkout.amount_minor, checkout.surcharge_minor),
          surcharge: checkout.surcharge_minor,
          provider: providerByName(scope.ports.payments, checkout.provider)?.title ?? checkout.provider,
          opensAtMethod: checkout.provider === 'sandbox',
        }
      : null,
    attempt: await toldAttempt(scope, invoice, paid),
    evidence: await weakestEvidence(scope.db, { business_id: invoice.businessId, id: invoice.id }),
    testMode: inTestMode(scope.ports.payments, view.currency),
    payments: completed.map((payment) => ({
      amount: payment.amount_minor,
      refunded: wentBack(payment),
      method: payment.method,
      paidAt: payment.completed_at ?? payment.created_at,
      reference: payment.reference,
      evidence: payment.evidence,
      receipt: receipts.get(payment.id) ?? null,
    })),
  };
}

async function toldAttempt(
  scope: SystemScope,
  { businessId, id, view }: PayableInvoice,
  payments: Awaited<ReturnType<typeof paymentsOfInvoice>>,
): Promise<PayView['attempt']> {
  const unbooked = await unbookedAttempts(scope.db, { businessId, id, balance: view.balance });
  const known = payments.filter(isTried).map((payment) => attemptOf(payment, view.balance));
  const told = attemptToTell([...unbooked, ...known], { now: scope.now, isOpen: view.state === 'open' });
  if (!told) return null;
  const { amount, over, refunded } = told.attempt;
  return { state: told.state, amount, over, refunded };
}

/** The invoice as a document; refuses links that lead nowhere. */
export async function payablePdf(
  scope: SystemScope,
  publicId: string,
): Promise<{ bytes: Uint8Array; name: string }> {
  const invoice = await sentByPublicId(scope.db, publicId);
  if (!invoice) throw notFound('invoice');
  return { bytes: await printInvoice(scope, invoice, turnOf(scope)), name: `${invoice.number}.pdf` };
}

/** The transfer account shown on the pay page, when a checkout for the balance is open. */
export function accountOf(
  checkout: Pick<CheckoutRow, 'account'>,
): { bankName: string; accountNumber: string; accountName: string; expiresAt: Date | null } | null {
  const { account } = checkout;
  return account && { ...account, expiresAt: account.expiresAt ? new Date(account.expiresAt) : null };
}

// A page lives as long as the account beside it, so that an invoice has one number; some pages without one end after a day.
const CHECKOUT_LIFE_MS = 23 * 3_600_000;
const expired = (checkout: CheckoutRow, now: Date) =>
  (accountOf(checkout)?.expiresAt ?? plusMs(checkout.created_at, CHECKOUT_LIFE_MS)) <= now;
const checkoutsInFlight = new Map<string, Promise<CheckoutRow | null>>();

// After too many typed amounts the page asks for the part whose turn it is again.
async function openedFor(
  scope: SystemScope,
  invoice: PayableInvoice,
  choice: PayChoice,
): Promise<{ choice: PayChoice; checkout: CheckoutRow | null }> {
  const checkout = invoice.state === 'open' ? await ensureCheckout(scope, invoice, choice) : null;
  if (checkout || choice.kind !== 'other') return { choice, checkout };
  return openedFor(scope, invoice, choiceOf(invoice));
}

/** The sum a payer chose by the address of the page; an invoice that is paid in one leaves no choice. */
export const choiceOf = ({ view }: PayableInvoice, chosen?: string): PayChoice =>
  chosenSum(view.facts.schedule?.length ? chosen : undefined, { ...view, toPay: toPayOf(view) });

/**
 * A checkout for the sum that was chosen of the open balance; null when no provider starts one. Those who open the page at once share one
 * answer, looked up and started together: a look of before a start never leads to a second one.
 */
export function ensureCheckout(
  scope: SystemScope,
  invoice: PayableInvoice,
  choice = choiceOf(invoice),
): Promise<CheckoutRow | null> {
  const name = `${invoice.id} ${choice.sum}`;
  const checkout =
    checkoutsInFlight.get(name) ??
    openOrStart(scope, invoice, choice).finally(() => checkoutsInFlight.delete(name));
  checkoutsInFlight.set(name, checkout);
  return checkout;
}

/** A checkout whose payer agreed that the card is kept, at the first provider that keeps cards; null where it does not start. */
export async function startKeepingCard(
  scope: SystemScope,
  invoice: PayableInvoice,
): Promise<CheckoutRow | null> {
  const provider = cardKeeperOf(scope.ports.payments, invoice.view.currency);
  if (!provider) return null;
  const customersPay = await customersBearFee(scope.db, invoice.businessId);
  const sum = toPayOf(invoice.view);
  const surcharge = (customersPay && provider.surcharge(sum, invoice.view.currency)) || ZERO;
  return startWith(scope, provider, invoice, { sum, surcharge, savesCard: true });
}

/** A usable checkout is reused; otherwise providers are tried in their order until one starts it. */
async function openOrStart(
  scope: SystemScope,
  invoice: PayableInvoice,
  { kind, sum }: PayChoice,
): Promise<CheckoutRow | null> {
  const { currency } = invoice.view;
  const providers = scope.ports.payments.collecting[currency];
  const known = await latestCheckout(scope.db, {
    businessId: invoice.businessId,
    invoiceId: invoice.id,
    sum,
  });
  const customersPay = await customersBearFee(scope.db, invoice.businessId);
  const surchargeAt = (provider: PaymentProvider): Minor =>
    (customersPay && provider.surcharge(sum, currency)) || ZERO;
  const usable =
    known?.checkout_url &&
    providers.some((one) => one.name === known.provider && surchargeAt(one) === known.surcharge_minor) &&
    !expired(known, scope.now);
  if (usable) return known;
  if (kind === 'other' && !(await mayChoose(scope, invoice.id))) return null;
  for (const provider of providers) {
    const started = await startWith(scope, provider, invoice, { sum, surcharge: surchargeAt(provider) });
    if (started) return started;
  }
  return null;
}
