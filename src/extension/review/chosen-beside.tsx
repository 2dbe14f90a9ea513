import type { Draft, Extraction } from '#contract/assistant.ts';
import { PaperFacts } from '#web/features/chat/card/source-facts.tsx';
import { texts } from '../lib/texts.ts';
import type { Chosen } from './review.tsx';

type ChosenBesideProps = { chosen: Chosen; extraction: Extraction | null; draft: Draft };

const words = texts.review;

/** The picture or the words an invoice was read from. */
export function ChosenBeside({ chosen, extraction, draft }: ChosenBesideProps) {
  return (
    <div className="border-line bg-sunken p-3.5 max-md:border-b md:border-r">
      <div className="grid content-start gap-4 md:sticky md:top-5">
        <figure>
          {chosen.kind === 'picture' ? (
            <a href={chosen.dataUrl} download={chosen.name}>
              <img
                src={chosen.dataUrl}
                alt={words.picture}
                className="mx-auto block max-h-[70vh] w-auto max-w-full rounded-control max-md:max-h-72"
              />
            </a>
          ) : (
            <blockquote className="max-h-[70vh] overflow-y-auto whitespace-pre-wrap rounded-control border border-line bg-surface p-3 text-sm [overflow-wrap:anywhere] max-md:max-h-52">
              {chosen.text}
            </blockquote>
          )}
          <figcaption className="mt-2 text-center text-13 text-muted">
            {chosen.kind === 'picture' ? words.picture : words.quote}
            {chosen.kind === 'text' && chosen.cut && (
              <span className="block text-warn">{words.quoteCut}</span>
            )}
          </figcaption>
        </figure>
        {extraction && <PaperFacts extraction={extraction} draft={draft} />}
      </div>
    </div>
  );
}
