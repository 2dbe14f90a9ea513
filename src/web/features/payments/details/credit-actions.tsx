import { useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { formatMoney } from '#core/money.ts';
import { messageOf, newIdempotencyKey } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type Payment, type PaymentDetails, useApplyCredit } from '../api.ts';
import { texts as screen } from '../texts.ts';
import { detailsTexts as texts } from './texts.ts';

/** More would be a list nobody reads. */
const MOST_INVOICES = 3;

type CreditActionsProps = {
  payment: Payment;
  /** Open invoices of the same customer, those due first. */
  creditFor: PaymentDetails['creditFor'];
  className?: string;
};

/** One press uses the credit for an open invoice of the same customer. */
export function CreditActions({ payment, creditFor, className = '' }: CreditActionsProps) {
  const application = useApplyCredit(payment.currency);
  // One for each payment as it stands: a press that got no answer is repeated, not doubled.
  const [idempotencyKeys] = useState(() => new Map<string, string>());
  const idempotencyKeyFor = (invoiceId: string) => {
    const key = idempotencyKeys.get(invoiceId) ?? newIdempotencyKey();
    idempotencyKeys.set(invoiceId, key);
    return key;
  };
  // Live news of the credit used takes the button away, perhaps before the answer comes.
  const use = async (invoiceId: string, number: string) => {
    const idempotencyKey = idempotencyKeyFor(invoiceId);
    try {
      await application.mutateAsync({ paymentId: payment.id, invoiceId, idempotencyKey });
      toast.success(screen.needs.used(number));
    } catch (error) {
      if (error instanceof ApiError && error.status > 0 && error.status < 500)
        idempotencyKeys.delete(invoiceId);
      toast.error(screen.needs.useFailed, { text: messageOf(error) });
    }
  };
  if (creditFor.length === 0) return null;
  return (
    <span className={`flex flex-wrap gap-2 ${className}`}>
      {creditFor.slice(0, MOST_INVOICES).map(({ invoiceId, invoiceNumber, balance }) => (
        <Button
          key={invoiceId}
          size="sm"
          variant="outline"
          title={texts.openFor(formatMoney(balance, payment.currency))}
          pending={application.isPending && application.variables.invoiceId === invoiceId}
          disabled={application.isPending}
          onClick={() => void use(invoiceId, invoiceNumber)}
        >
          {texts.spendOn(invoiceNumber)}
        </Button>
      ))}
    </span>
  );
}
