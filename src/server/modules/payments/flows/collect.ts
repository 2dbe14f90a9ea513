import { attemptToTell } from '#core/attempts.ts';
import { notFound } from '#core/errors.ts';
import { eachApart } from '#server/kernel/periodic.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { inTestMode, providerByName } from '#server/kernel/providers.ts';
import { mayUse } from '#server/kernel/rate-limits.ts';
import { type SystemScope, turnOf } from '#server/kernel/scope.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { printInvoice } from '#server/modules/invoices/flows.ts';
import { unbookedAttempts } from '#server/modules/invoices/queries/attempts.ts';
import {
  payableByPublicId,
  type PayableInvoice,
  sentByPublicId,
} from '#server/modules/invoices/queries/details.ts';
import { weakestEvidence } from '#server/modules/invoices/queries/evidence.ts';
import { attemptOf, isTried, sumsOf } from '#server/modules/invoices/rules/attempts.ts';
import { duePolls } from '#server/outbound/polling.ts';
import { wentBack } from '#server/modules/invoices/rules/credit.ts';
import { claimCheckoutPoll, recordReturn } from '../commands/checkouts.ts';
import { type Outcome, recordPayment } from '../commands/record.ts';
import type { PayView } from '../pay-view.ts';
import { namesCheckout, type PayChoice, hasArrived } from '../rules.ts';
import { recentCheckouts } from '../queries/checkouts.ts';
import { paymentsOfInvoice } from '../queries/payments.ts';
import { receiptLinks } from '../queries/receipts.ts';
import type { CheckoutRow } from '../table.ts';
import { choiceOf, ensureCheckout, shownCheckout } from './checkout.ts';

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
  const checkouts = await recentCheckouts(scope.db, {
    businessId: invoice.businessId,
    invoiceIds: [invoice.id],
  });
  const named = checkouts.find((checkout) => returned.some((value) => namesCheckout(value, checkout)));
  const asked = named ?? checkouts.find((checkout) => checkout.unanswered_since) ?? checkouts[0];
  if (!asked || !(await mayPoll(scope, asked.reference))) return;
  await syncReference(scope, asked);
  if (named && invoice.state === 'open') await scope.transactAsSystem((ctx) => recordReturn(ctx, named));
}

// Anybody with the link may come back as often as they like; the provider is not called each time.
const POLLS = { max: 20, windowMs: 60_000 };
export const mayPoll = (scope: SystemScope, reference: string): Promise<boolean> =>
  mayUse(scope.db, 'checkoutQuestions', POLLS, reference, scope.now);

/** The same for every checkout whose poll is due. */
export async function sweepCheckouts(scope: SystemScope): Promise<void> {
  await eachApart(scope.log, await duePolls(scope.db, 'checkouts', scope.now), async ({ reference }) => {
    const checkout = await scope.transactAsSystem((ctx) => claimCheckoutPoll(ctx, reference));
    if (checkout) await syncReference(scope, checkout);
  });
}

export async function syncReference(
  scope: SystemScope,
  checkout: Pick<CheckoutRow, 'provider' | 'reference'>,
): Promise<boolean> {
  const provider = providerByName(scope.ports.payments, checkout.provider);
  const answer = await provider?.listPayments(checkout.reference);
  if (!provider || !answer?.ok) return false;
  for (const payment of answer.payments)
    await scope.transactAsSystem((ctx) => recordPayment(ctx, provider, payment));
  return answer.payments.some(({ status }) => hasArrived(status));
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
  // Also what went back whole: its payer still has a receipt of it.
  const arrived = paid.filter(({ status }) => hasArrived(status));
  const receipts = await receiptLinks(
    scope.db,
    invoice.businessId,
    arrived.map(({ id }) => id),
  );
  const { view } = invoice;
  const { choice, checkout } = await openedFor(scope, invoice, choiceOf(invoice, chosen));
  return {
    ...view,
    choice,
    language: await languageOf(scope.db, invoice.businessId, invoice.customerId),
    checkout: checkout && shownCheckout(scope, checkout),
    attempt: await toldAttempt(scope, invoice, paid),
    evidence: await weakestEvidence(scope.db, { business_id: invoice.businessId, id: invoice.id }),
    testMode: inTestMode(scope.ports.payments, view.currency),
    payments: arrived.map((payment) => ({
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
  return told && { state: told.state, ...sumsOf(told.attempt) };
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
