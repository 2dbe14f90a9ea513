import type { Draft, Extraction } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import { CardFields } from '#web/features/chat/card/fields.tsx';
import { type CardValues, toValues } from '#web/features/chat/card/rules.ts';
import { CardSheet } from '#web/features/chat/card/sheet.tsx';
import { SourceFacts } from '#web/features/chat/card/source-facts.tsx';
import { SourceWarnings } from '#web/features/chat/card/source-warnings.tsx';
import { CardTotals } from '#web/features/chat/card/totals.tsx';
import { Choices } from '#web/features/chat/proposal/choices.tsx';
import { ExpiredNotice, FailureNotice } from '#web/features/chat/proposal/expired.tsx';
import { cardTexts } from '#web/features/chat/card/texts.ts';
import { Button } from '#web/ui/button.tsx';
import type { ReadableCapture } from '../lib/capture-store.ts';
import type { Service } from '../lib/service.ts';
import type { Connection } from '../lib/storage.ts';
import { texts } from '../lib/texts.ts';
import type { ReviewProposal } from './read-capture.ts';
import { useReview } from './use-review.ts';

type ReviewCardProps = {
  captureId: string;
  chosen: ReadableCapture;
  proposed: ReviewProposal;
  corrections: CardValues | undefined;
  connection: Connection;
  service: Service;
  onCreated: (created: { id: string; currency: Currency }) => void;
  onChoose: (values: CardValues) => void;
  onRetry: (values: CardValues) => void;
};

/** The card of the chat, with what was chosen on the page beside it. */
export function ReviewCard({ chosen, onCreated, onChoose, onRetry, ...reviewProps }: ReviewCardProps) {
  const { proposed } = reviewProps;
  const card = useReview(reviewProps);
  const submit = async () => {
    if (card.pending || card.expiredReason) return;
    const invoiceId = await card.create();
    if (invoiceId)
      onCreated({ id: invoiceId, currency: card.values.currency ?? reviewProps.connection.currency });
  };
  return (
    <CardSheet
      doubtCount={Object.keys(card.doubts).length}
      source={<CapturePreview capture={chosen} extraction={proposed.extraction} draft={proposed.draft} />}
      form={card.form}
      onSubmit={submit}
      onInvalid={card.incomplete}
    >
      {proposed.isEmpty && (
        <p role="status" className="rounded-control bg-warn-bg px-3.5 py-3 text-sm">
          {texts.review.empty}
        </p>
      )}
      {proposed.choices.length > 0 && (
        <section aria-label={texts.review.choices} className="rounded-control bg-warn-bg px-3.5 py-3 text-sm">
          {texts.review.choices}
          <Choices choices={proposed.choices} onChoose={({ draft }) => onChoose(toValues(draft))} />
        </section>
      )}
      {proposed.extraction && <SourceWarnings warnings={proposed.extraction.warnings} />}
      <CardFields card={card} asksCurrency={proposed.draft.currency === null} />
      <CardTotals values={card.values} doubt={card.doubts.total} />
      {card.failure && <FailureNotice text={card.failure} />}
      {card.expiredReason ? (
        <ExpiredNotice text={card.expiredReason} onRetry={() => onRetry(card.values)} />
      ) : (
        <div className="flex flex-wrap justify-end gap-2.5 max-sm:flex-col-reverse">
          <Button variant="outline" onClick={() => window.close()}>
            {texts.review.close}
          </Button>
          <Button type="submit" pending={card.pending}>
            {cardTexts.create}
          </Button>
        </div>
      )}
    </CardSheet>
  );
}

type CapturePreviewProps = { capture: ReadableCapture; extraction: Extraction | null; draft: Draft };

const labels = texts.review;

/** The picture or the words an invoice was read from. */
function CapturePreview({ capture, extraction, draft }: CapturePreviewProps) {
  return (
    <div className="border-line bg-sunken p-3.5 max-md:border-b md:border-r">
      <div className="grid content-start gap-4 md:sticky md:top-5">
        <figure>
          {capture.kind === 'picture' ? (
            <a href={capture.dataUrl} download={capture.name}>
              <img
                src={capture.dataUrl}
                alt={labels.picture}
                className="mx-auto block max-h-[70vh] w-auto max-w-full rounded-control max-md:max-h-72"
              />
            </a>
          ) : (
            <blockquote className="max-h-[70vh] overflow-y-auto whitespace-pre-wrap rounded-control border border-line bg-surface p-3 text-sm [overflow-wrap:anywhere] max-md:max-h-52">
              {capture.text}
            </blockquote>
          )}
          <figcaption className="mt-2 text-center text-13 text-muted">
            {capture.kind === 'picture' ? labels.picture : labels.quote}
            {capture.kind === 'text' && capture.cut && (
              <span className="block text-warn">{labels.quoteCut}</span>
            )}
          </figcaption>
        </figure>
        {extraction && <SourceFacts extraction={extraction} draft={draft} />}
      </div>
    </div>
  );
}
