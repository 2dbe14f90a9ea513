/** Ways money comes in without a payment provider. */
export const offlineMethods = ['cash', 'pos', 'bank_transfer', 'cheque', 'other'] as const;

/** Every way money comes in, those of providers first. */
export const allMethods = [
  'bank_transfer',
  'card',
  'qr_code',
  'ussd',
  'wallet',
  'cash',
  'pos',
  'cheque',
  'other',
] as const;

/**
 * Filters of payments: by a method of a provider, all that came without one, or such by its method. A transfer to the own
 * account is under `no_provider`.
 */
export const methodFilters = [
  'bank_transfer',
  'card',
  'qr_code',
  'ussd',
  'wallet',
  'no_provider',
  'cash',
  'pos',
  'cheque',
] as const;
export type MethodFilter = (typeof methodFilters)[number];

/** How a payment is known. `provider`: confirmed by one. `statement`: seen in that of the bank. `hand`: typed by somebody. */
export const evidences = ['provider', 'statement', 'hand'] as const;
