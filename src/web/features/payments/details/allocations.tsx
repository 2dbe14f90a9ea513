import { Link } from '@tanstack/react-router';
import { Money } from '#web/ui/money.tsx';
import type { PaymentDetails } from '../api.ts';
import { CreditActions } from './credit-actions.tsx';
import { Section } from './section.tsx';
import { detailsTexts as texts } from './texts.ts';

/** Which invoices it paid, and what of it is left as the customer's credit. */
export function Allocations({ details }: { details: PaymentDetails }) {
  const { payment, allocations } = details;
  if (payment.status !== 'completed' && payment.status !== 'refunded') return null;
  const credit = payment.creditAmount;
  return (
    <Section title={texts.allocations}>
      {allocations.length === 0 ? (
        <p className="text-muted text-sm">
          {payment.refundedAmount > 0 ? texts.nothingLeft : texts.noInvoice}
        </p>
      ) : (
        <ul className="rounded-card border border-line px-4">
          {allocations.map(({ invoiceId, invoiceNumber, amount }) => (
            <li
              key={invoiceId}
              className="flex items-center justify-between gap-4 border-line border-t first:border-t-0"
            >
              <Link
                to="/dashboard/invoices"
                search={{ invoice: invoiceId }}
                className="num inline-flex min-h-11 items-center font-semibold text-primary underline-offset-4 hover:underline"
              >
                {invoiceNumber}
              </Link>
              <Money amount={amount} currency={payment.currency} />
            </li>
          ))}
        </ul>
      )}
      {credit > 0 && (
        <div className="mt-3 rounded-card bg-info-bg p-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{texts.credit}</span>
            <Money amount={credit} currency={payment.currency} className="font-bold" />
          </p>
          <p className="mt-1 text-sm">{details.record ? texts.creditHintTyped : texts.creditHint}</p>
          <CreditActions payment={payment} creditFor={details.creditFor} className="mt-3" />
        </div>
      )}
    </Section>
  );
}
