import { CircleAlert, Clock, FileUp, ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { kycDocumentNames } from '#contract/business.ts';
import { toastFailure } from '#web/lib/api.ts';
import type { BusinessProfile } from '#web/lib/business-profile.ts';
import { formatDay } from '#web/lib/format.ts';
import { OFFLINE_MESSAGE, useOnline } from '#web/lib/offline/connectivity.ts';
import { KycTileGrid } from '#web/lib/profile/kyc-tiles.tsx';
import { type KycDocuments, useKycTiles } from '#web/lib/profile/use-kyc-tiles.ts';
import { Notice } from '#web/ui/states.tsx';
import { Section } from '../layout.tsx';
import { texts } from './texts.ts';
import { useAddDocument } from './api.ts';

/** The four documents: which are there, and room for the others. Each is added as soon as it is uploaded. */
export function Documents({ profile, isMeant }: { profile: BusinessProfile; isMeant?: boolean }) {
  const online = useOnline();
  const add = useAddDocument();
  const tiles = useKycTiles(storedOf(profile), (documents, key) => {
    const url = documents[key]?.url;
    if (url) add.mutate({ key, url }, { onError: (error) => toastFailure(error, texts.documents.failed) });
  });
  const anchor = useRef<HTMLDivElement>(null);
  // This part comes after the page.
  useEffect(() => {
    if (isMeant) anchor.current?.scrollIntoView();
  }, [isMeant]);
  const done = kycDocumentNames.filter((key) => profile.kycDocuments[key] !== null).length;
  return (
    <div ref={anchor} className="scroll-mt-20">
      <Section
        title={texts.documents.title}
        text={texts.documents.text}
        aside={<p className="mt-2 font-semibold text-sm">{texts.documents.count(done)}</p>}
      >
        <ReviewNotice {...profile.documents} />
        {!online && <Notice tone="warn">{OFFLINE_MESSAGE}</Notice>}
        {online && <KycTileGrid tiles={tiles} />}
      </Section>
    </div>
  );
}

const looks = {
  not_sent: { tone: 'info', icon: FileUp },
  waiting: { tone: 'info', icon: Clock },
  accepted: { tone: 'info', icon: ShieldCheck },
  refused: { tone: 'bad', icon: CircleAlert },
} as const;

/** How the review of the documents stands, since when, and whether customers see the badge. */
function ReviewNotice({ state, since, reason, hasBadge }: BusinessProfile['documents']) {
  const { tone, icon: Icon } = looks[state];
  const { states, badge, noBadge } = texts.documents;
  const text = states[state](since ? formatDay(since) : '', reason ?? '');
  return (
    <div className="mb-3.5">
      <Notice tone={tone} icon={<Icon aria-hidden />}>
        {state === 'accepted' ? `${text} ${hasBadge ? badge : noBadge}` : text}
      </Notice>
    </div>
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
