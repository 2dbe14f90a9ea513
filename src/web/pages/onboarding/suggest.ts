import type { OnboardingDraft } from './draft.ts';

/** NIPOST's code of the head post office in a state's capital, by ISO 3166-2:NG. Where it is not certain the owner types it. */
const HEAD_OFFICES: Partial<Record<string, string>> = {
  AB: '440001',
  AD: '640001',
  AK: '520001',
  AN: '420001',
  BA: '740001',
  BE: '970001',
  BO: '600001',
  BY: '560001',
  CR: '540001',
  DE: '320001',
  EB: '480001',
  ED: '300001',
  EK: '360001',
  EN: '400001',
  FC: '900001',
  GO: '760001',
  IM: '460001',
  JI: '720001',
  KD: '800001',
  KN: '700001',
  KO: '260001',
  KT: '820001',
  KW: '240001',
  LA: '100001',
  NI: '920001',
  OG: '110001',
  ON: '340001',
  OS: '230001',
  OY: '200001',
  PL: '930001',
  RI: '500001',
  SO: '840001',
  TA: '660001',
  YO: '620001',
};

type Place = Pick<OnboardingDraft, 'country' | 'state'>;

/** The postal code most addresses of a state can use; blank where none is known. */
export const zipOfState = ({ country, state }: Place): string =>
  country === 'NG' ? (HEAD_OFFICES[state] ?? '') : '';

/** A change of the place, with the postal code that goes with it unless another was typed. */
export function withZip(before: OnboardingDraft, change: Partial<OnboardingDraft>): Partial<OnboardingDraft> {
  const isOurs = before.zipCode.trim() === '' || before.zipCode === zipOfState(before);
  return isOurs ? { ...change, zipCode: zipOfState({ ...before, ...change }) } : change;
}

/** A change of the type, with the size of those who work alone unless another was chosen. */
export function withSize(
  { businessType, companySize }: Pick<OnboardingDraft, 'businessType' | 'companySize'>,
  chosen: string,
): Partial<OnboardingDraft> {
  const isOurs = companySize === '' || (businessType === 'Freelancer' && companySize === 'Just me');
  return { businessType: chosen, ...(isOurs && { companySize: chosen === 'Freelancer' ? 'Just me' : '' }) };
}

/** A change of the industry, with the description that says the same unless another was typed. */
export function withDescription(
  { industry, description }: Pick<OnboardingDraft, 'industry' | 'description'>,
  chosen: string,
): Partial<OnboardingDraft> {
  const isOurs = description.trim() === '' || description === industry;
  return { industry: chosen, ...(isOurs && { description: chosen === 'Other' ? '' : chosen }) };
}
