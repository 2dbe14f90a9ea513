import type { offlineMethods } from '#core/payment-methods.ts';

const methods: Record<(typeof offlineMethods)[number], string> = {
  cash: 'Cash',
  pos: 'POS terminal',
  bank_transfer: 'Bank transfer',
  cheque: 'Cheque',
  other: 'Other',
};

/** Texts of recording money that came without a payment provider. */
export const texts = {
  action: 'Record payment',
  title: 'Record a payment',
  text: (customer: string, number: string) =>
    `For money from ${customer} for ${number} that you got yourself. Your balance here does not change.`,
  amount: 'Amount',
  day: 'Day',
  method: 'How was it paid?',
  methods,
  seen: 'Where did you see it?',
  inBank: 'In my bank app or statement',
  alert: 'Only an alert or a screenshot',
  forged: 'Alerts and screenshots can be forged. Check your bank before you release goods.',
  claimed: 'The invoice stays as it is. Reminders wait for a day while you check.',
  keepRest: (rest: string, customer: string) => `Keep ${rest} as credit of ${customer}`,
  reference: 'Reference',
  note: 'Note',
  noteHint: 'Only you see it.',
  slip: 'Photo of the slip',
  screenshot: 'Screenshot of the alert',
  save: 'Record payment',
  saveAgain: 'Record it again',
  saveClaim: 'Keep as a claim',
  saved: 'Payment recorded',
  savedClaim: 'Kept under Claims. Check your bank',
  failed: 'The payment was not recorded',
  chooseSeen: 'Say where you saw it',
  tooMuch: (owed: string) => `Only ${owed} is owed. Correct the amount, or keep the rest as credit`,
} as const;
