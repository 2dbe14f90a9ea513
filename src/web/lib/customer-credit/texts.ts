/** Texts of a customer's credit. */
export const texts = {
  title: 'Credit',
  caption: 'For their next invoice',
  refundable: (amount: string) => `${amount} of it can go back through the payment provider`,
  has: (customer: string, credit: string) => `${customer} has ${credit} of credit with you.`,
  use: (amount: string) => `Use ${amount} for this invoice`,
  used: (amount: string) => `${amount} of credit used`,
  failed: 'The credit could not be used. Please try again.',
} as const;
