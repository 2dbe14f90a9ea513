import { drawnSignature } from '#core/signature.ts';
import { formatInstant } from '#web/lib/format.ts';
import type { QuoteDetail } from '../api.ts';
import { texts } from '../texts.ts';

const { acceptance: labels } = texts;

/** What the customer's answer rests on beside their name: the drawn signature. */
export function AcceptanceProof({ acceptance }: { acceptance: NonNullable<QuoteDetail['acceptance']> }) {
  const { name, acceptedAt, signature } = acceptance;
  const drawn = drawnSignature(signature ?? '');
  if (!drawn) return null;
  const { path, viewBox, width, height, line } = drawn;
  return (
    <section aria-labelledby="quote-acceptance" className="rounded-card border border-line bg-surface p-4">
      <h3 id="quote-acceptance" className="mb-1 text-lg">
        {labels.title}
      </h3>
      <p className="wrap-anywhere text-15">
        {name} · <time dateTime={acceptedAt.toISOString()}>{formatInstant(acceptedAt)}</time>
      </p>
      <svg
        viewBox={viewBox}
        width={width / 2}
        height={height / 2}
        role="img"
        aria-label={labels.signature(name)}
        className="mt-3 h-auto max-w-full"
      >
        <path
          d={path}
          strokeWidth={line}
          fill="none"
          stroke="currentColor"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </section>
  );
}
