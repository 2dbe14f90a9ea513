import { type ConsentPurpose, legalVersions } from '#core/legal.ts';

export type ConsentState = 'given' | 'outdated' | 'withdrawn' | 'never';

/** What comes with the account and ends with it. */
export const withTheAccount: readonly ConsentPurpose[] = ['terms', 'privacy'];

/** Where a purpose stands by its latest answer. Words that changed count for no more than what they said then. */
export function stateOf(
  purpose: ConsentPurpose,
  latest: { given: boolean; version: string } | undefined,
): ConsentState {
  if (!latest) return 'never';
  if (!latest.given) return 'withdrawn';
  return latest.version === legalVersions[purpose] ? 'given' : 'outdated';
}
