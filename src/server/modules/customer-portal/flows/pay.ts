import { MAX_PAID_TOGETHER } from '#contract/customer-portal.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { add, type Currency, type Minor } from '#core/money.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import { checkoutFor } from '#server/modules/payments/flows/checkout.ts';
import { invoiceNames } from '#server/modules/payments/rules.ts';
import { payableOf } from '../queries/payable.ts';
import { PAYMENTS_PER_CUSTOMER } from '../rules.ts';
import type { Reader } from './session.ts';

/** Where a customer pays the invoices they ticked. Minor units. */
export type PaymentToMake = {
  /** A path of ours. */
  path: string;
  currency: Currency;
  amount: Minor;
  invoices: { number: string; amount: Minor }[];
  /** How many of the ticked ones are left out: paid meanwhile, or not theirs. */
  dropped: number;
};

/** The page of a payment of several invoices. */
export const togetherPath = (reference: string): string => `/my/pay/${reference}`;

/**
 * Begins one payment of the invoices a customer ticked, by the ids of their pay pages; what is asked for each is looked up now.
 * Throws 422 for none or too many or two currencies, 409 where nothing is asked for any more, 503 where no provider answers.
 */
export async function payTogether(reader: Reader, ticked: readonly string[]): Promise<PaymentToMake> {
  const { scope, businessId, customerId, customer, issuer } = reader;
  const wanted = [...new Set(ticked)];
  if (wanted.length === 0) throw fieldError('invoiceIds', 'Tick at least one invoice');
  if (wanted.length > MAX_PAID_TOGETHER)
    throw fieldError('invoiceIds', `Tick ${MAX_PAID_TOGETHER} invoices at most`);
  const payable = await payableOf(scope.db, reader, wanted, scope.now);
  const [first, ...others] = payable;
  if (!first) throw new AppError('conflict', 'Nothing is left to pay on these invoices');
  const { currency, public_id } = first.invoice;
  if (others.some(({ invoice }) => invoice.currency !== currency))
    throw fieldError('invoiceIds', 'Tick invoices in one currency');
  const begun = {
    currency,
    amount: add(...payable.map(({ amount }) => amount)),
    invoices: payable.map(({ invoice, amount }) => ({ number: invoice.number, amount })),
    dropped: wanted.length - payable.length,
  };
  await consumeLimit(scope.db, 'paymentsTogether', PAYMENTS_PER_CUSTOMER, customerId, scope.now);
  const checkout = await checkoutFor(scope, {
    businessId,
    currency,
    shares: payable.map(({ invoice, amount }) => ({ invoiceId: invoice.id, amount })),
    customer,
    business: issuer,
    description: `${others.length === 0 ? 'Invoice' : 'Invoices'} ${invoiceNames(begun.invoices.map(({ number }) => number))}`,
    // Others than the customer may come back from the one that the pay page of a single invoice shows too.
    pathOf: others.length === 0 ? () => `/pay/${public_id}` : togetherPath,
  });
  if (!checkout)
    throw new AppError('unavailable', 'The payment provider does not answer. Try again in a moment');
  return { path: togetherPath(checkout.reference), ...begun };
}
