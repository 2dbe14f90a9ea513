import type { Minor } from '#core/money.ts';

/** Why a charge is not made, as its owner reads it. */
export const STOPPED_BEFORE = 'It was stopped before';
const NOTHING_OWED = 'Nothing is owed any more';

/** Why a charge that is planned of a sum is not made while another one is asked for (minor units); null where it is. */
export function plannedHindrance(amount: Minor, asked: Minor): string | null {
  if (asked <= 0) return NOTHING_OWED;
  return asked > amount ? 'The invoice was changed since its customer was told' : null;
}

/** The same of one that was claimed for what was asked for then. */
export const claimedHindrance = (amount: Minor, asked: Minor): string | null =>
  asked > 0 && asked < amount ? 'Less is owed than its customer was told' : plannedHindrance(amount, asked);
