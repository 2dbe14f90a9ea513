/** Texts of a customer's credit. */
export const texts = {
  title: 'Credit',
  caption: 'For their next invoice',
  refundable: (amount: string) => `${amount} of it can go back through the payment provider`,
  has: (customer: string, credit: string) => `${customer} has ${credit} of credit with you.`,
  use: (amount: string) => `Use ${amount} for this invoice`,
  used: (amount: string) => `${amount} of credit used`,
  question: (amount: string) => `Use ${amount} of credit?`,
  questionText: ([customer = '', ...others]: readonly string[]) =>
    others.length === 0
      ? `${customer} has money with you from before. Use it, and this invoice asks only for the rest.`
      : `${customer} and ${others.length} more have money with you from before. Use it, and their invoices ask only for the rest.`,
  sendUsingIt: 'Use it and send',
  sendWithout: 'Send without it',
  failed: 'The credit could not be used. Please try again.',
} as const;
