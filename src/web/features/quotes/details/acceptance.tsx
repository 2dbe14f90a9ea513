import { type DrawnSignature, drawnSignature } from '#core/signature.ts';
import { formatInstant } from '#web/lib/format.ts';
import type { QuoteDetail } from '../api.ts';
import { texts } from '../texts.ts';

const { acceptance: labels } = texts;

type SignatureProps = { drawn: DrawnSignature; label: string };

/** The ground of an acceptance beside a typed name: a drawn signature, a code by email. */
export function AcceptanceProof({ acceptance }: { acceptance: NonNullable<QuoteDetail['acceptance']> }) {
  const { name, acceptedAt, signature, codeSentTo } = acceptance;
  const drawn = drawnSignature(signature ?? '');
  if (!drawn && codeSentTo === null) return null;
  return (
    <section aria-labelledby="quote-acceptance" className="rounded-card border border-line bg-surface p-4">
      <h3 id="quote-acceptance" className="mb-1 text-lg">
        {labels.title}
      </h3>
      <p className="wrap-anywhere text-15">
        {name} · <time dateTime={acceptedAt.toISOString()}>{formatInstant(acceptedAt)}</time>
      </p>
      {codeSentTo !== null && <p className="wrap-anywhere text-muted text-sm">{labels.code(codeSentTo)}</p>}
      {drawn && <Signature drawn={drawn} label={labels.signature(name)} />}
    </section>
  );
}

function Signature({ drawn: { path, viewBox, width, height, line }, label }: SignatureProps) {
  return (
    <svg
      viewBox={viewBox}
      width={width / 2}
      height={height / 2}
      role="img"
      aria-label={label}
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
  );
}
