import { lazy, Suspense, useState } from 'react';
import type { Draft, Extraction } from '#contract/assistant.ts';
import { PdfTile } from '../attachment/pdf-tile.tsx';
import { isPdf } from '../attachment/picture.ts';
import { SentPicture } from '../attachment/sent-picture.tsx';
import { cardTexts } from '../texts.ts';
import type { Picture } from '../thread/messages.ts';
import { SourceFacts } from './source-facts.tsx';

const PictureDialog = lazy(() =>
  import('../attachment/picture-dialog.tsx').then((file) => ({ default: file.PictureDialog })),
);

/** The source document of an invoice, with the facts on it that the invoice does not show. */
export function SourceDocument({
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
          {isPdf(picture) ? <PdfTile picture={picture} /> : <EnlargeablePicture picture={picture} />}
          <figcaption className="mt-2 text-center text-13 text-muted">
            {isPdf(picture) ? cardTexts.sourcePdf : cardTexts.source}
          </figcaption>
        </figure>
        {extraction && <SourceFacts extraction={extraction} draft={draft} />}
      </div>
    </div>
  );
}

function EnlargeablePicture({ picture }: { picture: Picture }) {
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const enlarge = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <SentPicture picture={picture} className="mx-auto max-md:max-h-72" onPress={enlarge} />
      {opened && (
        <Suspense>
          <PictureDialog picture={picture} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
