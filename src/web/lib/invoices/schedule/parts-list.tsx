import { type DocumentPart, partLabels } from '#core/invoice/payment-parts.ts';
import type { Currency } from '#core/money.ts';
import { Money } from '#web/ui/money.tsx';

/** The parts of a document with their days, and what is paid of them; nothing where it is paid in one. */
export function PartsList({ parts, currency }: { parts: readonly DocumentPart[]; currency: Currency }) {
  if (parts.length === 0) return null;
  return (
    <section aria-label={partLabels.en.title} className="grid gap-1 border-line border-t pt-4 text-15">
      <h4 className="font-semibold">{partLabels.en.title}</h4>
      <ol className="divide-y divide-line">
        {parts.map(({ label, when, amount, note }, at) => (
          // Parts have no id of their own and never change places.
          <li key={at} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <span className="wrap-anywhere min-w-0 flex-1 basis-40">
              <span className="block font-semibold">{label}</span>
              <span className="block text-13 text-muted">{note === '' ? when : `${when} · ${note}`}</span>
            </span>
            <Money amount={amount} currency={currency} className="ml-auto font-semibold" />
          </li>
        ))}
      </ol>
    </section>
  );
}
