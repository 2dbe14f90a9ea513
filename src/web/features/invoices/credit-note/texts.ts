import type { creditReasons } from '#contract/credit-notes.ts';

const reasons: Record<(typeof creditReasons)[number], string> = {
  return: 'Goods came back',
  price: 'The price was wrong',
  discount: 'A discount after all',
  cancelled: 'The order was cancelled',
  early_payment: 'Paid early',
  other: 'Something else',
};

/** Texts of credit notes. */
export const texts = {
  action: 'Credit note',
  title: 'Credit note',
  text: (number: string) =>
    `Takes lines of ${number} back. Your customer gets the credit note by email, and owes less.`,
  loading: 'Loading the lines',
  loadFailed: 'The lines could not be loaded.',
  reason: 'Why?',
  reasons,
  lines: 'What do you credit?',
  left: (left: string) => `${left} left to credit`,
  quantity: (description: string) => `How many of ${description}`,
  amount: (description: string) => `How much of ${description}`,
  note: 'Note',
  noteHint: 'Only you see it.',
  nothingChosen: 'Choose what to credit',
  nothingLeft: 'All of this invoice is credited already.',
  total: 'Credit note',
  tax: 'of which tax',
  where: (rest: string) => `${rest} of this was paid already. Where does it go?`,
  whereNeeded: 'Choose where the money goes',
  ways: {
    credit: ['Keep it as their credit', 'It pays their next invoice, or you refund it later.'],
    refund: ['Send it back now', 'Through the payment provider, with your PIN.'],
    gaveBack: ['I gave it back myself', 'In cash or from my own account.'],
  },
  issue: 'Issue credit note',
  issued: (number: string) => `${number} issued`,
  failed: 'The credit note could not be issued. Please try again.',
  confirmTitle: 'Confirm the refund',
  confirm: 'Issue and refund',
  correct: 'Correct this invoice',
  correctTitle: 'Correct this invoice',
  correctText: (number: string) =>
    `All of ${number} is credited. You get a new invoice with the same lines: change it, then send it. What was paid is kept as credit for it.`,
  correctGo: 'Credit and make a new one',
  corrected: (number: string) => `${number} is ready. Correct it, then send it.`,
  correctFailed: 'The invoice could not be corrected. Please try again.',
  pdf: 'PDF',
  pdfFailed: 'The credit note could not be downloaded. Please try again.',
  withdraw: 'Take back',
  withdrawn: (number: string) => `${number} was taken back`,
  withdrawFailed: 'The credit note could not be taken back.',
} as const;
