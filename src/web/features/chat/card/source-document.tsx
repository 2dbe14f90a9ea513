import { lazy, Suspense, useState } from 'react';
import type { Draft, Extraction } from '#contract/assistant.ts';
import { PdfTile } from '../attachment/pdf-tile.tsx';
import { isPdf } from '../attachment/picture.ts';
import { SentPicture } from '../attachment/sent-picture.tsx';
import { cardTexts } from '../texts.ts';
import type { Picture } from '../thread/messages.ts';
import { PaperFacts } from './source-facts.tsx';

const PictureDialog = lazy(() =>
  import('../attachment/picture-dialog.tsx').then((file) => ({ default: file.PictureDialog })),
);

/** The source document of an invoice, with the facts on it that the invoice does not show. */
export function Paper({
  picture,
  extraction,
  draft,
}: {
  picture: Picture;
  extraction: Extraction | null;
  draft: Draft;
}) {
  return (
    <div className="border-line bg-sunken p-3.5 max-md:border-b md:border-r">
      <div className="grid content-start gap-4 md:sticky md:top-20">
        <figure>
          {isPdf(picture) ? <PdfTile picture={picture} /> : <Enlargeable picture={picture} />}
          <figcaption className="mt-2 text-center text-13 text-muted">
            {isPdf(picture) ? cardTexts.sourcePdf : cardTexts.source}
          </figcaption>
        </figure>
        {extraction && <PaperFacts extraction={extraction} draft={draft} />}
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
