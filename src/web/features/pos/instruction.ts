import { add, formatMoney } from '#core/money.ts';
import type { PosStatus } from './api.ts';
import { texts } from './texts.ts';

/** The instruction for the person at the till. Test money never makes it safe to hand anything over. */
export function instructionFor({ state, testMode, amountPaid, balance, currency }: PosStatus): string {
  if (state === 'waiting') return texts.waiting;
  if (state === 'cancelled') return texts.cancelled;
  if (state === 'part_paid')
    // Without what was credited, so that it adds up with what is still to pay.
    return texts.partPaid(formatMoney(amountPaid, currency), formatMoney(add(amountPaid, balance), currency));
  if (state === 'recorded') return texts.recorded;
  if (state === 'in_statement') return texts.inStatement;
  if (state === 'settled') return texts.settled;
  return testMode ? texts.safeTest : texts.safe;
}

const waits = new Set<PosStatus['state']>(['part_paid', 'in_statement', 'recorded', 'settled']);

/** How it looks: green is for real money that is in and known to be. */
export function toneOf({ state, testMode }: PosStatus, isLive: boolean): 'go' | 'wait' | 'stop' | 'unknown' {
  if (!isLive) return 'unknown';
  if (state === 'safe') return testMode ? 'wait' : 'go';
  return waits.has(state) ? 'wait' : 'stop';
}
