import { AppError, notFound } from '#core/errors.ts';
import { type Currency, ZERO } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { inTestMode, providerByName } from '#server/kernel/providers.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { weakestEvidence } from '#server/modules/invoices/queries/evidence.ts';
import {
  type PayableInvoice,
  payableByPublicId,
  publicIdOf,
} from '#server/modules/invoices/queries/details.ts';
import { isTried } from '#server/modules/invoices/rules/attempts.ts';
import { confirmedPart, paymentsOfInvoice } from '../queries/payments.ts';
import { accountOf, ensureCheckout } from './checkout.ts';

/**
 * Whether the money of an invoice is in. Reads verified payments and nothing else: no claim and no picture can make it
 * `safe`. Throws 404, and 409 for an invoice that was not sent and so cannot be paid.
 */
export async function chargePageOf(scope: Scope, currency: Currency, invoiceId: string) {
  const publicId = await publicIdOf(scope.db, scope.actor.businessId, currency, invoiceId);
  if (!publicId) throw notFound('invoice');
  const invoice = await payableByPublicId(scope, publicId, scope.actor.businessId);
  if (!invoice) throw new AppError('conflict', 'Send the invoice first: then it can be paid');
  const { view } = invoice;
  const checkout = invoice.state === 'open' ? await ensureCheckout(scope, invoice) : null;
  const payments = await paymentsOfInvoice(scope.db, invoice.businessId, invoice.id);
  return {
    invoiceNumber: view.number,
    customerName: view.customer.name,
    currency: view.currency,
    state: await stateOf(scope.db, invoice),
    testMode: inTestMode(scope.ports.payments, view.currency),
    totalAmount: view.total,
    amountPaid: view.paid,
    balance: view.balance,
    asked: view.asked,
    fee: checkout?.surcharge_minor ?? ZERO,
    payUrl: `${scope.publicUrl()}/pay/${publicId}`,
    account: checkout && accountOf(checkout),
    payments: payments
      .filter((payment) => payment.status === 'completed' && isTried(payment))
      .map((payment) => ({
        amount: payment.amount_minor,
        paymentMethod: payment.method,
        reference: payment.reference,
        provider: providerByName(scope.ports.payments, payment.provider)?.title ?? payment.provider,
        verifiedAt: payment.completed_at ?? payment.created_at,
      })),
  };
}

async function stateOf(db: Db, { state, view: { paid }, businessId, id }: PayableInvoice) {
  if (state === 'cancelled' || state === 'settled') return state;
  if (state !== 'paid') return paid > 0 ? ('part_paid' as const) : ('waiting' as const);
  if ((await confirmedPart(db, businessId, id)) >= paid) return 'safe' as const;
  const weakest = await weakestEvidence(db, { business_id: businessId, id });
  return weakest === 'statement' ? ('in_statement' as const) : ('recorded' as const);
}
