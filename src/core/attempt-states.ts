/** The states of an attempt to pay, in the order in which they are looked for. */
export const attemptStates = [
  'started',
  'waiting',
  'declined',
  'not_through',
  'expired',
  'abandoned',
  'other_currency',
  'reversed',
  'refunded',
  'returning',
  'given_back',
  'late',
  'too_much',
  'part_paid',
  'paid',
] as const;

export type AttemptState = (typeof attemptStates)[number];
