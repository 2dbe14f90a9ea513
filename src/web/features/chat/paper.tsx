import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Draft, Extraction } from '#contract/assistant.ts';
import { formatDate } from '../../lib/format.ts';
import { factsOf } from './card-doubts.ts';
import type { Picture } from './messages.ts';
import { PdfTile } from './pdf-tile.tsx';
import { isPdf } from './picture.ts';
import { SentPicture } from './sent-picture.tsx';
import { cardTexts } from './texts.ts';

const PictureDialog = lazy(() =>
  import('./picture-dialog.tsx').then((file) => ({ default: file.PictureDialog })),
);

/** What an invoice was read from, and what stands on it that the invoice does not say. */
export function Paper({
  picture,
  extraction,
  draft,
}: {
  picture: Picture;
  extraction: Extraction | null;
  draft: Draft;
}) {
  const facts = extraction ? factsOf(extraction, draft, formatDate) : [];
  return (
    <div className="border-line bg-sunken p-3.5 max-md:border-b md:border-r">
      <div className="grid content-start gap-4 md:sticky md:top-20">
        <figure>
          {isPdf(picture) ? <PdfTile picture={picture} /> : <Enlargeable picture={picture} />}
          <figcaption className="mt-2 text-center text-13 text-muted">
            {isPdf(picture) ? cardTexts.sourcePdf : cardTexts.source}
          </figcaption>
        </figure>
        {facts.length > 0 && (
          <div>
            <h3 className="mb-1.5 font-semibold text-sm">{cardTexts.paper.title}</h3>
            <dl className="grid gap-x-3 gap-y-1.5 text-13 max-md:grid-cols-2">
              {facts.map(({ name, value }) => (
                <div key={name} className="min-w-0">
                  <dt className="text-muted">{name}</dt>
                  <dd className="[overflow-wrap:anywhere]">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
    </div>
  );
}

/** What was wrong or odd on the paper. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div className="flex items-start gap-2.5 rounded-control bg-warn-bg px-3.5 py-3 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0">
        <h3 className="font-semibold">{cardTexts.warnings}</h3>
        <ul className="mt-0.5 grid gap-0.5">
          {warnings.map((warning) => (
            <li key={warning} className="[overflow-wrap:anywhere]">
              {warning}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Enlargeable({ picture }: { picture: Picture }) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const enlarge = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <SentPicture picture={picture} className="mx-auto max-md:max-h-72" onPress={enlarge} />
      {asked && (
        <Suspense>
          <PictureDialog picture={picture} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
