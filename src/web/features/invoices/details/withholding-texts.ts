/** Texts of the tax a customer keeps of an invoice. */
export const withholdingTexts = {
  title: 'Withholding tax',
  text: (customer: string) =>
    `Some companies keep a part of what they owe and pay it to the tax office in your name. ${customer} is asked for the rest, and you wait for the certificate.`,
  person: (customer: string) =>
    `By law only companies, institutions and government keep tax, never a person. Check that ${customer} is one.`,
  kind: 'What is the invoice for?',
  save: 'Save',
  saved: (net: string) => `${net} is asked for now`,
  failed: 'It could not be saved. Please try again.',
  withdraw: 'No tax is kept',
  withdrawn: 'The whole amount is asked for again',
};
