import { kycDocumentNames } from '#contract/business.ts';
import { toastFailure } from '#web/lib/api.ts';
import type { BusinessProfile } from '#web/lib/business-profile.ts';
import { OFFLINE_MESSAGE, useOnline } from '#web/lib/offline/connectivity.ts';
import { KycTileGrid } from '#web/lib/profile/kyc-tiles.tsx';
import { type KycDocuments, useKycTiles } from '#web/lib/profile/use-kyc-tiles.ts';
import { Notice } from '#web/ui/states.tsx';
import { Section } from '../layout.tsx';
import { texts } from '../texts.ts';
import { useAddDocument } from './api.ts';

/** The four documents: which are there, and room for the others. Each is added as soon as it is uploaded. */
export function Documents({ profile }: { profile: BusinessProfile }) {
  const online = useOnline();
  const add = useAddDocument();
  const tiles = useKycTiles(storedOf(profile), (documents, key) => {
    const url = documents[key]?.url;
    if (url) add.mutate({ key, url }, { onError: (error) => toastFailure(error, texts.documents.failed) });
  });
  const done = kycDocumentNames.filter((key) => profile.kycDocuments[key] !== null).length;
  return (
    <Section
      title={texts.documents.title}
      text={texts.documents.text}
      aside={<p className="mt-2 font-semibold text-sm">{texts.documents.count(done)}</p>}
    >
      {!online && <Notice tone="warn">{OFFLINE_MESSAGE}</Notice>}
      {online && <KycTileGrid tiles={tiles} />}
    </Section>
  );
}

function storedOf({ kycDocuments }: BusinessProfile): KycDocuments {
  const stored: KycDocuments = {};
  for (const key of kycDocumentNames) {
    const url = kycDocuments[key];
    if (url) stored[key] = { name: texts.documents.stored, url };
  }
  return stored;
}
