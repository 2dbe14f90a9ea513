import { type ConsentPurpose, legalVersions } from '#core/legal.ts';

export type ConsentState = 'given' | 'outdated' | 'withdrawn' | 'never';

/** Purposes required for an account; they end with it. */
export const requiredPurposes: readonly ConsentPurpose[] = ['terms', 'privacy'];

/** State of a purpose by its latest answer. An answer to an older version of the text is outdated. */
export function consentStateOf(
  purpose: ConsentPurpose,
  latest: { given: boolean; version: string } | undefined,
): ConsentState {
  if (!latest) return 'never';
  if (!latest.given) return 'withdrawn';
  return latest.version === legalVersions[purpose] ? 'given' : 'outdated';
}
