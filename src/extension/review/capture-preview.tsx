import type { Draft, Extraction } from '#contract/assistant.ts';
import { SourceFacts } from '#web/features/chat/card/source-facts.tsx';
import type { ReadableCapture } from '../lib/capture-store.ts';
import { texts } from '../lib/texts.ts';

type CapturePreviewProps = { capture: ReadableCapture; extraction: Extraction | null; draft: Draft };

const labels = texts.review;

/** The picture or the words an invoice was read from. */
export function CapturePreview({ capture, extraction, draft }: CapturePreviewProps) {
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
