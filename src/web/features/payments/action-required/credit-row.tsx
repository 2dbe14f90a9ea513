import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { type Payment, paymentDetails } from '../api.ts';
import { CreditActions } from '../details/credit-actions.tsx';
import { creditLeft, pendingRefundTotal } from '../refund/rules.ts';
import { texts } from '../texts.ts';
import { ActionRow } from './row.tsx';

/** A customer's overpayment: applied to another of their invoices, or refunded. */
export function CreditRow({ payment, onOpen }: { payment: Payment; onOpen: () => void }) {
  const { data: details } = useQuery(paymentDetails(payment.currency, payment.id));
  const left = details ? creditLeft(details) : payment.creditAmount;
  const goesBack = details !== undefined && pendingRefundTotal(details) > 0;
  const name = payment.customerId?.name || texts.unknownCustomer;
  return (
    <ActionRow
      amount={
        <Money
          amount={left > 0 ? left : payment.creditAmount}
          currency={payment.currency}
          className="font-bold"
        />
      }
      title={texts.needs.overpaid(name)}
      text={texts.needs.overpaidText(
        payment.invoiceId?.invoiceNumber ?? texts.noInvoice,
        formatDay(payment.createdAt),
      )}
    >
      {goesBack && (
        <Badge dot tone="info">
          {texts.needs.goesBack}
        </Badge>
      )}
      {left > 0 && details && <CreditActions details={details} />}
      <Button size="sm" variant="outline" aria-label={texts.needs.openFor(name)} onClick={onOpen}>
        {left > 0 ? texts.needs.giveBackOrSee : texts.needs.see}
      </Button>
    </ActionRow>
  );
}
