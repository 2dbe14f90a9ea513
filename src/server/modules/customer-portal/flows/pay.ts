import { AppError } from '#core/errors.ts';
import { add, type Currency, type Minor } from '#core/money.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import { checkoutFor } from '#server/modules/payments/flows/checkout.ts';
import { invoiceNames } from '#server/modules/payments/rules.ts';
import { tickedOf } from '../queries/payable.ts';
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
  const { payable, ...asked } = await tickedOf(scope.db, reader, ticked, scope.now);
  const [{ invoice: first }] = payable;
  const isOne = payable.length === 1;
  const begun = {
    ...asked,
    amount: add(...payable.map(({ amount }) => amount)),
    invoices: payable.map(({ invoice, amount }) => ({ number: invoice.number, amount })),
  };
  await consumeLimit(scope.db, 'paymentsTogether', PAYMENTS_PER_CUSTOMER, customerId, scope.now);
  const checkout = await checkoutFor(scope, {
    businessId,
    currency: asked.currency,
    shares: payable.map(({ invoice, amount }) => ({ invoiceId: invoice.id, amount })),
    customer,
    business: issuer,
    description: `${isOne ? 'Invoice' : 'Invoices'} ${invoiceNames(begun.invoices.map(({ number }) => number))}`,
    // Others than the customer may come back from the one that the pay page of a single invoice shows too.
    pathOf: isOne ? () => `/pay/${first.public_id}` : togetherPath,
  });
  if (!checkout)
    throw new AppError('unavailable', 'The payment provider does not answer. Try again in a moment');
  return { path: togetherPath(checkout.reference), ...begun };
}
