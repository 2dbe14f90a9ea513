import { formatInstant } from '#web/lib/format.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import type { PaymentDetails } from '../api.ts';
import { texts as screen } from '../texts.ts';
import { Line, Section } from './section.tsx';
import { detailsTexts as texts } from './texts.ts';

/** How it came, through whom, under which reference and when. */
export function Facts({ details }: { details: PaymentDetails }) {
  const { payment, receipt } = details;
  const { customerId, paymentMethod, provider, transactionReference, createdAt, completedAt } = payment;
  return (
    <Section title={texts.facts}>
      <dl className="divide-y divide-line rounded-card border border-line px-4">
        {customerId?.email && <Line name={texts.customer}>{customerId.email}</Line>}
        <Line name={texts.method}>{screen.methods[paymentMethod]}</Line>
        <Line name={texts.provider}>{provider}</Line>
        <Line name={texts.reference}>
          <span className="break-all">{transactionReference}</span>
        </Line>
        <Line name={texts.started}>{formatInstant(createdAt)}</Line>
        {completedAt && <Line name={texts.cameIn}>{formatInstant(completedAt)}</Line>}
        {receipt && (
          <Line name={texts.receipt}>
            <a
              href={receipt.url}
              target="_blank"
              rel="noreferrer"
              className="font-semibold text-primary underline underline-offset-4"
            >
              {receipt.number}
            </a>
          </Line>
        )}
      </dl>
      <p className="mt-2.5">
        <CopyButton text={transactionReference} label={texts.copy} copied={texts.copied} />
      </p>
    </Section>
  );
}
