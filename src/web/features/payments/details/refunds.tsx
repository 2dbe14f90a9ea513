import { formatMoney } from '#core/money.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import type { PaymentDetails, Refund } from '../api.ts';
import { Section } from './section.tsx';
import { detailsTexts as texts, refundNext, refundStates } from './texts.ts';

/** Refunds of the payment, completed, pending or failed, newest first. */
export function Refunds({ details }: { details: PaymentDetails }) {
  const { payment, refunds, refundable } = details;
  if (refunds.length === 0) return null;
  return (
    <Section title={texts.refunds}>
      <ul className="rounded-card border border-line px-4">
        {refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} />
        ))}
      </ul>
      {refundable > 0 && (
        <p className="mt-2 text-muted text-sm">
          {texts.refundable(formatMoney(refundable, payment.currency))}
        </p>
      )}
    </Section>
  );
}

function RefundRow({ refund }: { refund: Refund }) {
  const { amount, currency, status, reason, note, updatedAt } = refund;
  const { label: word, tone } = refundStates[status];
  const next = refundNext(refund);
  return (
    <li className="border-line border-t py-3 first:border-t-0">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Money amount={amount} currency={currency} className="font-semibold" />
        <Badge dot tone={tone}>
          {word}
        </Badge>
      </p>
      <p className="wrap-anywhere mt-1 text-15">{reason}</p>
      <time dateTime={updatedAt.toISOString()} className="block text-13 text-muted">
        {formatInstant(updatedAt)}
      </time>
      {note && <p className="wrap-anywhere mt-1.5 text-sm">{texts.note(note)}</p>}
      {next && <p className="mt-1.5 text-muted text-sm">{next}</p>}
    </li>
  );
}
