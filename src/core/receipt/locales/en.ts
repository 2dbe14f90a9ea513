/** The English words of a receipt: on its page, on paper and in messages. */
export const en = {
  methods: {
    bank_transfer: 'Bank transfer',
    card: 'Card',
    qr_code: 'QR code',
    ussd: 'USSD',
    wallet: 'Wallet',
    cash: 'Cash',
    pos: 'POS terminal',
    cheque: 'Cheque',
    other: 'Other',
  },
  labels: {
    receipt: 'Receipt',
    receivedFrom: 'Received from',
    amount: 'Amount',
    purpose: 'For',
    paidOn: 'Paid',
    method: 'Method',
    reference: 'Reference',
    verifiedWith: 'Verified with {provider}',
    whatItPaid: 'What it paid',
    paid: 'Paid',
    givenBack: 'Refunded',
    taxToKeep: 'Withholding tax to be kept',
    takenOffEarly: 'Taken off for paying early',
    stillOwed: 'Still owed on {number}',
    stillOwedOn: 'Still owed on {number} on {date}',
    credit: 'Kept for the customer as credit',
    returning: 'On its way back',
    fee: 'Payment fee',
  },
  numbered: {
    invoice: 'Invoice {number}',
    invoices: 'Invoices {number}',
  },
  states: {
    paid: 'Paid',
    cancelled: 'Cancelled',
    partRefunded: 'Part refunded',
    refunded: 'Refunded',
    partReturned: 'Part returned by the bank',
    returned: 'Returned by the bank',
  },
  sentences: {
    refundedPart: '{amount} of this payment went back to the person who paid.',
    refundedPartOn: 'On {date}, {amount} of this payment went back to the person who paid.',
    refundedAll:
      'All of it, {amount}, went back to the person who paid. {business} does not have this money any more.',
    refundedAllOn:
      'On {date}, all of it, {amount}, went back to the person who paid. {business} does not have this money any more.',
    received: '{business} received this payment. {provider} confirmed it.',
    recorded: 'Recorded by {business}. Not confirmed by a bank or a payment provider.',
    inStatement: "Seen in the business's bank statement.",
    undone: 'This receipt was cancelled',
    undoneBy: '{business} recorded this payment and later undid that. It does not count any more.',
    online: 'See this receipt online',
  },
};

export type ReceiptWords = typeof en;
