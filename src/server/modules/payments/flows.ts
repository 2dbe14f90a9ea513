import { notFound } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import type { Minor } from '#core/money.ts';
import { plusMs } from '#core/dates.ts';
import { transactOn } from '#server/db.ts';
import type { PaymentProvider } from '#server/ports.ts';
import type { SystemScope } from '#server/scope.ts';
import { documentFor } from '../invoices/flows.ts';
import { payableByPublicId, type PayableInvoice } from '../invoices/queries.ts';
import { type Outcome, recordPayment } from './commands.ts';
import type { PayView } from './pay-view.ts';
import { latestCheckout, openCheckoutsSince, paymentsOfInvoice } from './queries.ts';
import { CHECKOUT_WATCH_MS } from './rules.ts';
import type { CheckoutRow } from './table.ts';

/** The configured provider of that name, or null. */
export function providerNamed(scope: SystemScope, name: string): PaymentProvider | null {
  return Object.values(scope.ports.payments).find((provider) => provider.name === name) ?? null;
}

/** Asks the provider about one transaction and books what it says. Throws when it should be asked again. */
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

/** Asks the provider for every transaction of the invoice's checkouts: what a return page or a lost notice leads to. */
export async function syncCheckout(scope: SystemScope, publicId: string): Promise<void> {
  const invoice = await payableByPublicId(scope, publicId);
  if (!invoice) return;
  const checkout = await latestCheckout(scope.db, invoice.businessId, invoice.id);
  if (checkout) await syncReference(scope, checkout);
}

/** The same for every checkout of the last day whose invoice is still unpaid. */
export async function sweepCheckouts(scope: SystemScope): Promise<void> {
  for (const checkout of await openCheckoutsSince(scope.db, plusMs(scope.now, -CHECKOUT_WATCH_MS)))
    await syncReference(scope, checkout);
}

async function syncReference(
  scope: SystemScope,
  checkout: Pick<CheckoutRow, 'provider' | 'reference'>,
): Promise<void> {
  const provider = providerNamed(scope, checkout.provider);
  const answer = await provider?.listPayments(checkout.reference);
  if (!provider || !answer?.ok) return;
  for (const payment of answer.payments)
    await scope.transactAsSystem((ctx) => recordPayment(ctx, provider, payment));
}

/** Everything the pay page shows, with a checkout for what is still owed; null for links that lead nowhere. */
export async function payView(scope: SystemScope, publicId: string): Promise<PayView | null> {
  const invoice = await payableByPublicId(scope, publicId);
  if (!invoice) return null;
  const paid = await paymentsOfInvoice(scope.db, invoice.businessId, invoice.id);
  const checkout = invoice.state === 'open' ? await ensureCheckout(scope, invoice) : null;
  const { view } = invoice;
  return {
    ...view,
    checkout: checkout?.checkout_url
      ? {
          url: checkout.checkout_url,
          account: accountOf(checkout),
          ussdCode: checkout.ussd_code,
          amount: checkout.amount_minor,
        }
      : null,
    testMode: scope.ports.payments[view.currency].testMode,
    payments: paid
      .filter((payment) => payment.status === 'completed')
      .map((payment) => ({
        amount: payment.amount_minor,
        method: payment.method,
        paidAt: payment.completed_at ?? payment.created_at,
        reference: payment.reference,
      })),
  };
}

/** The invoice as a document, or the receipt once it is paid; refuses links that lead nowhere. */
export async function payablePdf(
  scope: SystemScope,
  publicId: string,
): Promise<{ bytes: Uint8Array; name: string }> {
  const invoice = await payableByPublicId(scope, publicId);
  if (!invoice) throw notFound('invoice');
  const document = await documentFor(scope, invoice.businessId, invoice.id);
  return { bytes: await scope.ports.pdf.invoice(document), name: `${document.number}.pdf` };
}

/** The transfer account shown on the pay page, when a checkout for the balance is open. */
export function accountOf(
  checkout: Pick<CheckoutRow, 'account'>,
): { bankName: string; accountNumber: string; accountName: string; expiresAt: Date | null } | null {
  const { account } = checkout;
  return account && { ...account, expiresAt: account.expiresAt ? new Date(account.expiresAt) : null };
}

// The reference is committed before the provider hears of it, so that no payment can come under one we do not know.
async function ensureCheckout(scope: SystemScope, invoice: PayableInvoice): Promise<CheckoutRow | null> {
  const provider = scope.ports.payments[invoice.view.currency];
  const known = await latestCheckout(scope.db, invoice.businessId, invoice.id);
  const usable =
    known &&
    known.amount_minor === invoice.view.balance &&
    known.provider === provider.name &&
    !expired(known, scope.now);
  if (usable && known.checkout_url) return known;
  const checkout = usable ? known : await openReference(scope, provider.name, invoice, invoice.view.balance);
  const started = await provider.startCheckout({
    reference: checkout.reference,
    amount: checkout.amount_minor,
    currency: checkout.currency,
    customerName: invoice.view.customer.name,
    customerEmail: invoice.view.customer.email,
    description: `Invoice ${invoice.view.number}`,
    businessName: invoice.view.business.name,
    returnUrl: `${scope.publicUrl()}/pay/${invoice.view.publicId}`,
  });
  if (!started.ok) {
    scope.log.warn({ provider: provider.name, reason: started.reason }, 'A checkout could not be started');
    return null;
  }
  const { checkoutUrl, account, ussdCode } = started.checkout;
  return transactOn(scope.db, (tx) =>
    tx
      .updateTable('checkouts')
      .set({ checkout_url: checkoutUrl, account: account && JSON.stringify(account), ussd_code: ussdCode })
      .where('business_id', '=', checkout.business_id)
      .where('reference', '=', checkout.reference)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

function openReference(
  scope: SystemScope,
  provider: string,
  invoice: PayableInvoice,
  amount: Minor,
): Promise<CheckoutRow> {
  return transactOn(scope.db, (tx) =>
    tx
      .insertInto('checkouts')
      .values({
        business_id: invoice.businessId,
        reference: `dw_${newToken(15)}`,
        invoice_id: invoice.id,
        provider,
        currency: invoice.view.currency,
        amount_minor: amount,
        checkout_url: null,
        account: null,
        ussd_code: null,
        created_at: scope.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

const expired = (checkout: CheckoutRow, now: Date) => {
  const account = accountOf(checkout);
  return Boolean(account?.expiresAt && account.expiresAt <= now);
};
