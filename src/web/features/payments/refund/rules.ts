import { least, type Minor, subtract } from '#core/money.ts';
import type { PaymentDetails } from '../api.ts';

/** The effect of a refund: it takes the credit first, then the invoices the payment covered. */
type RefundEffect = { fromCredit: Minor; fromInvoices: Minor; reopened: string[] };

/** Works that out for an amount in minor units, as the books will. */
export function effectOfRefund(
  details: Pick<PaymentDetails, 'payment' | 'allocations'>,
  amount: Minor,
): RefundEffect {
  const fromCredit = least(details.payment.creditAmount, amount);
  // The rest of it was paid for the fee.
  const fromInvoices = least(subtract(amount, fromCredit), details.payment.appliedAmount);
  return {
    fromCredit,
    fromInvoices,
    reopened: fromInvoices > 0 ? details.allocations.map(({ invoiceNumber }) => invoiceNumber) : [],
  };
}
