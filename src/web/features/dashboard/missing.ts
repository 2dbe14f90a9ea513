import { kycDocumentNames } from '#contract/business.ts';
import { joinWithAnd } from '#core/english.ts';
import type { BusinessProfile } from '#web/lib/business-profile.ts';
import { texts } from './texts.ts';

type Parts = Pick<
  BusinessProfile,
  'businessName' | 'country' | 'city' | 'logo' | 'kycDocuments' | 'documents' | 'profileScore'
>;

/** The missing parts of an incomplete profile, by kind for the headline and one by one for the line below. */
export function missingParts(profile: Parts): { kinds: string; items: string } {
  const details = (['businessName', 'country', 'city'] as const)
    .filter((name) => !profile[name])
    .map((name) => texts.missing.details[name]);
  const refused = profile.documents.state === 'refused' ? [texts.missing.refused] : [];
  const absent = kycDocumentNames.filter((name) => !profile.kycDocuments[name]);
  const documents = [...absent.map((name) => texts.missing.documents[name]), ...refused];
  // Colours that were never chosen read as the usual ones: only the score tells.
  const onlyColours = profile.logo && details.length === 0 && documents.length === 0;
  const brand = onlyColours ? [texts.missing.colours] : profile.logo ? [] : [texts.missing.logo];
  const kinds = [
    brand.length > 0 && texts.profile.brand,
    documents.length > 0 && texts.profile.documents,
    details.length > 0 && texts.profile.details,
  ].filter((kind) => kind !== false);
  return { kinds: joinWithAnd(kinds), items: joinWithAnd([...brand, ...documents, ...details]) };
}
