/** UI texts of the Invoice Details dialog and its share menu. */
export const detailsTexts = {
  title: 'Invoice Details',
  loading: 'Loading the invoice',
  failed: 'Failed to load invoice details. Please try again.',
  gone: 'This invoice is not on your list.',
  invoice: 'Invoice',
  history: 'History',
  wasCreated: 'Invoice created',
  madeByPlan: 'Made by a repeating invoice',
  wasSent: 'Sent to the customer',
  qr: 'QR code of the pay page',
  qrPicture: 'Save as picture',
  qrPictureFailed: 'The picture could not be made',
  qrHint: 'Your customer scans this to pay.',
  notSent: 'Not sent yet. Send it, and its pay page opens for your customer.',
  tried: 'Payment tried',
  paidInFull: 'Paid in full',
  settled: 'Nothing left to pay',
  certificatePending: 'Paid, certificate pending',
  paidOn: (date: string, isWhole: boolean) =>
    isWhole ? `Paid in full on ${date}` : `Nothing left to pay since ${date}`,
  recipients: (most: number, left: number) =>
    left === 0
      ? `You have written to ${most} new customers today, which is as many as you can. Share the link yourself, or send it tomorrow.`
      : `You can write to ${most} new customers a day; ${left} ${left === 1 ? 'is' : 'are'} left today.`,
  payLink: 'Payment link',
  counter: 'Show QR in shop',
  send: 'Send to Client',
  edit: 'Edit',
  revise: 'Change and send again',
  duplicate: 'Duplicate',
  repeat: 'Repeat this invoice',
  revision: (count: number) => `Revision ${count}`,
  revisedFrom: (from: string, to: string) => `${from} → ${to}`,
  parts: {
    amount: 'Amount',
    dueDate: 'Due date',
    schedule: 'Payment in parts',
    customer: 'Customer',
    title: 'Title',
    poNumber: 'Purchase order number',
    description: 'Description',
    paymentTerms: 'Payment terms',
    notes: 'Notes',
    items: 'Items',
    taxRate: 'Tax rate',
    pricesIncludeTax: 'Prices include tax',
    discount: 'Discount',
    earlyPayment: 'Discount for paying early',
  },
  earlierPdf: (count: number) => `PDF of revision ${count}`,
  sendByWhatsapp: 'Send on WhatsApp',
  remind: 'Send Reminder',
  receiptByWhatsapp: 'Send receipt on WhatsApp',
  receiptByEmail: 'Send receipt by email',
  receiptSent: 'Receipt sent successfully',
  receiptFailed: 'Failed to send receipt. Please try again.',
  download: 'Download PDF',
  remove: 'Delete',
  otherActions: 'More actions',
  share: 'Share',
  whatsapp: 'WhatsApp',
  sendYourself: 'Send it yourself',
  copy: 'Copy link',
  copied: 'Link copied',
  copyFailed: 'The link could not be copied. Select it and copy it by hand.',
  showQr: 'QR code',
  more: 'More',
  email: 'Email',
  pdf: 'PDF',
  shareIt: 'Sent. Share it yourself too.',
  shareHint: 'A message from someone they know is opened sooner.',
  previous: 'Previous invoice',
  next: 'Next invoice',
  methods: new Map([
    ['bank_transfer', 'Bank transfer'],
    ['card', 'Card'],
    ['qr_code', 'QR code'],
    ['ussd', 'USSD'],
    ['wallet', 'Wallet'],
    ['cash', 'Cash'],
    ['pos', 'POS terminal'],
    ['cheque', 'Cheque'],
    ['other', 'Other'],
  ]),
} as const;

/** Action of its own texts, which are loaded with their dialog. */
export const withholdingAction = 'Withholding tax';

/** Texts of giving up what is owed. */
export const writeOffTexts = {
  action: 'Write off',
  title: 'Write off what is owed',
  text: (customer: string) =>
    `Do this when you no longer expect the money. ${customer} is not asked for it again, and hears nothing of it. If it comes after all, it counts.`,
  amount: 'Amount to give up',
  amountNeeded: 'Enter an amount above zero',
  tooMuch: (balance: string) => `Only ${balance} is owed`,
  reason: 'Why?',
  reasonNeeded: 'Say why you give it up',
  save: 'Write off',
  saved: 'Written off',
  failed: 'The amount could not be written off. Please try again.',
  undo: 'Ask for the written off amount again',
  undone: 'Your customer owes it again',
  undoFailed: 'That could not be undone. Please try again.',
};

/** Texts of payment in parts. */
export const scheduleTexts = {
  plan: {
    action: 'Pay in parts',
    title: 'Payment in parts',
    text: (customer: string, left: string) =>
      `${left} is left. ${customer} is asked for one part after the other. What is paid stays as it is.`,
    submit: 'Save parts',
    saved: 'The invoice is paid in these parts now',
    failed: 'The parts could not be saved. Please try again.',
  },
  ask: {
    action: 'Ask for the next part',
    title: (part: string) => `Ask for: ${part}`,
    text: (customer: string, sum: string) => `${customer} gets a message that asks for ${sum}.`,
    day: 'Pay by',
    dayNeeded: 'Choose today or a later day',
    message: 'Your words',
    messageHint: 'We add the amount and the pay link for you.',
    submit: 'Ask now',
    saved: (customer: string) => `${customer} was asked for the next part`,
    failed: 'The part could not be asked for. Please try again.',
  },
};

/** In its history: a part settled without money, and one taken back. */
export const adjustmentTexts = {
  credit_note: ['Credit note', 'Credit note taken back'],
  withholding: ['Kept as withholding tax', 'Withholding tax owed again'],
  write_off: ['Written off', 'Written off amount owed again'],
  early_discount: ['Discount for paying early', 'Discount for paying early taken back'],
} as const;
