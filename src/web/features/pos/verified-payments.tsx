import { formatInstant } from '#web/lib/format.ts';
import { Money } from '#web/ui/money.tsx';
import type { PosStatus } from './api.ts';
import { texts } from './texts.ts';

/** Payments confirmed by the provider: amount, time, method, reference. */
export function VerifiedPayments({ status: { payments, currency } }: { status: PosStatus }) {
  return (
    <ul aria-label={texts.paid} className="grid gap-4">
      {payments.map(({ amount, paymentMethod, provider, reference, verifiedAt }) => (
        <li
          key={reference}
          className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 rounded-card border border-line bg-surface px-6 py-4 text-xl max-md:px-4"
        >
          <Money amount={amount} currency={currency} className="font-bold text-2xl" />
          <span>{texts.in(texts.methods[paymentMethod], provider)}</span>
          <time dateTime={verifiedAt.toISOString()} className="num">
            {formatInstant(verifiedAt)}
          </time>
          <span className="w-full break-all text-base text-muted">
            {texts.reference} {reference}
          </span>
        </li>
      ))}
    </ul>
  );
}
