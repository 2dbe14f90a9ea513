import type { ReactNode } from 'react';
import { subtract } from '#core/money.ts';
import { formatInstant } from '../../lib/format.ts';
import { Money } from '../../ui/money.tsx';
import type { Payment } from './api.ts';
import { texts } from './texts.ts';

/** What a row leaves out: what was paid, taken as a fee and received, and where the money went. */
export function PaymentDetails({ payment }: { payment: Payment }) {
  const { amount, currency, fee, appliedAmount, creditAmount, completedAt } = payment;
  const { details, recent } = texts;
  // Only money that arrived has been settled: before that neither fee nor sum is known.
  const settled = payment.status === 'completed' || payment.status === 'refunded';
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-control bg-sunken px-4 py-3.5 text-sm md:grid-cols-4">
      {settled && (
        <>
          <Detail name={details.paid}>
            <Money amount={amount} currency={currency} />
          </Detail>
          <Detail name={details.fee}>
            <Money amount={fee} currency={currency} />
          </Detail>
          {payment.status === 'completed' && (
            <Detail name={details.received}>
              <Money amount={subtract(amount, fee)} currency={currency} className="font-semibold" />
            </Detail>
          )}
          <Detail name={details.applied}>
            <Money amount={appliedAmount} currency={currency} />
          </Detail>
        </>
      )}
      {creditAmount > 0 && (
        <Detail name={details.credit}>
          <Money amount={creditAmount} currency={currency} />
        </Detail>
      )}
      <Detail name={recent.columns.method}>{texts.methods[payment.paymentMethod]}</Detail>
      <Detail name={details.started}>{formatInstant(payment.createdAt)}</Detail>
      {completedAt && <Detail name={details.completed}>{formatInstant(completedAt)}</Detail>}
      <Detail name={details.reference}>
        <span className="break-all">{payment.transactionReference}</span>
      </Detail>
      {payment.testMode && <Detail name={details.mode}>{texts.testMode}</Detail>}
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
