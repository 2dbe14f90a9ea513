/** Texts of the tax a customer keeps of an invoice. */
export const withholdingTexts = {
  title: 'Withholding tax',
  text: (customer: string) =>
    `Some companies keep a part of what they owe and pay it to the tax office in your name. ${customer} is asked for the rest, and you wait for the certificate.`,
  kind: 'What is the invoice for?',
  kept: (amount: string, rate: string, net: string) => `They keep ${amount} (${rate}) and pay ${net}.`,
  twice: 'It is twice the rate, because your tax ID (TIN) is missing.',
  save: 'Save',
  saved: (net: string) => `${net} is asked for now`,
  settled: 'The invoice is paid. Now wait for the certificate',
  failed: 'It could not be saved. Please try again.',
  withdraw: 'No tax is kept',
  withdrawn: 'The whole amount is asked for again',
  missing: (amount: string, rate: string, base: string, customer: string) =>
    `${amount} is missing: exactly ${rate}% of ${base}. Did ${customer} keep withholding tax?`,
  keptIt: 'Yes, they kept it',
  exemption: {
    title: 'Must they deduct?',
    rule: (upTo: string) =>
      `No tax is kept from a small firm that has a tax ID. It may sell one customer ${upTo} or less in a month.`,
    supplied: (customer: string, amount: string, month: string) =>
      `You sold to ${customer} for ${amount} in ${month}, before VAT.`,
    accountant: 'Check with your accountant whether this is you.',
    missing: {
      tax_id: 'Your tax ID (TIN) is missing.',
      limit: 'That is more, so they deduct.',
    },
    addTaxId: 'Add it in your settings',
    ask: 'Ask them not to deduct',
    letter: 'Letter to them',
    copy: 'Copy',
    copied: 'Copied',
    send: (to: string) => `Email to ${to}`,
    sent: 'Sent',
    sendFailed: 'The email was not sent. Please try again.',
  },
};
