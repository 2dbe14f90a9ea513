import type { Minor } from '#core/money.ts';
import { Money } from '#web/ui/money.tsx';
import type { PaymentDetails } from '../api.ts';
import { Line } from '../details/section.tsx';
import { texts } from '../texts.ts';
import { refundTexts as labels } from './texts.ts';

type RefundSummaryProps = { details: PaymentDetails; amount: Minor; reason: string };

/** The refund about to be sent: amount, recipient and reason. */
export function RefundSummary({ details: { payment }, amount, reason }: RefundSummaryProps) {
  return (
    <dl className="rounded-card bg-sunken px-4 py-2">
      <Line name={labels.summary.amount}>
        <Money amount={amount} currency={payment.currency} className="font-bold text-lg" />
      </Line>
      <Line name={labels.summary.to}>{payment.customerId?.name || texts.unknownCustomer}</Line>
      <Line name={labels.summary.reason}>{reason}</Line>
    </dl>
  );
}
