import { receiptLabels } from '#core/receipt/labels.ts';
import type { Locale } from './locale.ts';
import { savedCard } from './en-cards.ts';

const { methods, labels, sentences } = receiptLabels.en;
const alreadyPaid = 'If you have already paid, thank you: there is nothing to do.';

export const en: Locale = {
  hello: 'Hello {customer},',
  greetings: {
    morning: 'Good morning {customer}',
    afternoon: 'Good afternoon {customer}',
    evening: 'Good evening {customer}',
  },
  days: { one: '1 day', other: '{count} days' },
  when: {
    today: 'today',
    tomorrow: 'tomorrow',
    yesterday: 'yesterday',
    ahead: 'in {days}',
    ago: '{days} ago',
  },
  left: '{amount} (still to pay)',
  early: '{amount} ({net} if you pay by {date})',
  payHere: 'Pay here:',
  labels: {
    amount: 'Amount due',
    stillToPay: 'Still to pay',
    due: 'Due',
    invoice: 'Invoice',
    paid: 'Paid',
    givenBack: 'Refunded',
    on: 'On',
    by: 'By',
    reference: labels.reference,
  },
  methods,
  buttons: {
    viewAndPay: 'View and pay',
    payTheRest: 'Pay the rest',
    viewReceipt: 'View the receipt',
    viewInvoice: 'View the invoice',
    answerQuote: 'See and answer',
    viewQuote: 'See it again',
  },
  orOpen: 'Or open this address:',
  attached: 'It is attached as PDF.',
  footer: 'Sent for {business} with Duewell, invoicing for small businesses.',
  unsubscribe: 'No more reminders by email',
  invoiceSent: {
    subject: 'Invoice {number} from {business}',
    heading: 'Invoice {number}',
    body: '{business} has sent you an invoice.',
    bodyWithTitle: '{business} has sent you an invoice for {title}.',
  },
  invoiceRevised: {
    subject: 'Changed: invoice {number} from {business}',
    heading: 'Invoice {number} was changed',
    body: '{business} has changed this invoice. This replaces the invoice of {replaced}. Please use only this one.',
  },
  quoteSent: {
    subject: '{kind} {number} from {business}',
    heading: '{kind} {number}',
    body: '{business} has made you an offer of {amount}. You can accept it until {until}.',
    changed: 'This replaces what they sent you before. Please use only this one.',
    answer:
      'On its page you can accept it, decline it or ask a question. You owe nothing before you accept it.',
  },
  quoteCode: {
    subject: 'Your code for {kind} {number}',
    heading: 'Your code',
    body: '{business} asks for a code before you accept {kind} {number}. Type it on the page of the quote. It works once, for 15 minutes.',
    label: 'Code',
    keep: 'Tell it to nobody: not to us, and not to {business}. If you did not ask for it, ignore this message.',
  },
  quoteAccepted: {
    subject: 'Accepted: {kind} {number} from {business}',
    heading: 'You accepted {number}',
    body: 'Thank you. {business} knows that you accepted {kind} {number} of {amount}.',
  },
  reminder: {
    before: {
      subject: 'Reminder: invoice {number} from {business}',
      heading: 'Invoice {number} is due in {days}',
      body: alreadyPaid,
    },
    today: {
      subject: 'Reminder: invoice {number} from {business}',
      heading: 'Invoice {number} is due today',
      body: alreadyPaid,
    },
    late: {
      subject: 'Reminder: invoice {number} from {business}',
      heading: 'Invoice {number} was due {days} ago',
      body: `Could you pay it this week? ${alreadyPaid}`,
    },
    later: {
      subject: 'Invoice {number} from {business} is overdue',
      heading: 'Invoice {number} is overdue by {days}',
      body: `{business} has not received your payment yet. Please pay within the next few days. If something about the invoice is not right, tell {business} so that it can be put right. ${alreadyPaid}`,
    },
    firm: {
      subject: 'Invoice {number} from {business} is overdue by {days}',
      heading: 'Invoice {number} is overdue by {days}',
      body: '{business} is still waiting for your payment. Please pay today, or tell {business} on which day you will. If you cannot pay it all at once, ask {business} about paying in parts.',
    },
  },
  promiseDue: {
    subject: 'Your payment of invoice {number} to {business}',
    heading: 'You said {promised}',
    body: `Invoice {number} is still open. ${alreadyPaid}`,
  },
  receipt: {
    subject: 'Receipt for invoice {number}',
    subjectOfThem: 'Receipt for invoices {number}',
    heading: 'Thank you for your payment',
    body: 'Your payment to {business} has arrived.',
    rest: 'Still to pay of this invoice: {balance}.',
    restOfThem: 'Still to pay of them: {balance}.',
    early: 'You paid early, so {early} was taken off. Nothing more is owed.',
    over: '{over} is more than was owed. {business} keeps it for you. Ask them to use it for another invoice, or to refund it.',
    recorded: sentences.recorded,
    inStatement: sentences.inStatement,
  },
  refundSent: {
    subject: '{business} refunded {amount}',
    heading: 'Your refund is on its way',
    body: '{business} refunded {amount} of what you paid for invoice {number}. It goes to the card or account you paid with; some banks take up to ten working days to show it.',
  },
  refundReversed: {
    subject: '{amount} of your payment to {business} went back to you',
    heading: 'Your payment went back to you',
    label: 'Went back',
    body: 'The bank or payment provider returned {amount} of what you paid for invoice {number}. {business} does not have it any more.',
    owed: 'It is owed again. Still to pay for invoice {number}: {balance}.',
  },
  creditNote: {
    subject: 'Credit note {note} from {business}',
    heading: 'A credit note for you',
    body: '{business} credited you {amount} on invoice {number}.',
    owed: '{owed} less is owed on that invoice.',
    credit: '{credit} is kept as your credit with {business}.',
    refund: '{refund} goes back to the card or account you paid with.',
    gaveBack: '{business} says that it gave {gaveBack} back to you. If you did not get it, ask them.',
  },
  creditNoteWithdrawn: {
    subject: 'Credit note {note} from {business} was withdrawn',
    heading: 'A credit note was withdrawn',
    body: '{business} withdrew credit note {note} of {amount} on invoice {number}. It no longer counts.',
    early: 'It was the discount for paying that invoice early.',
    asked: '{asked} is owed on that invoice now.',
    credit: '{credit} of your credit with {business} pays that invoice again.',
  },
  certificateReminder: {
    subject: 'Tax certificate for invoice {number}',
    heading: 'Please send the tax certificate',
    body: 'When you paid invoice {number} you kept {amount} of it as withholding tax. {business} needs the certificate for it.',
    kept: 'Tax kept',
    reply:
      'Reply to this message with a photo or PDF of it. You owe nothing more on this invoice. If you sent it already, thank you.',
  },
  customerStatement: {
    subject: 'Statement from {business}, {to}',
    heading: 'Your statement',
    body: 'Here is your statement until {to}.',
    owes: 'You owe {business} {amount}.',
    credit: '{business} keeps {amount} as your credit.',
    nothing: 'You owe {business} nothing.',
    all: 'See all your invoices from {business}',
  },
  portalLinks: {
    subject: 'Your link to your invoices',
    heading: 'Your invoices',
    body: 'Here is the link you asked for. It works once, for 15 minutes.',
    bodies: 'Here are the links you asked for, one for each business. Each works once, for 15 minutes.',
    link: 'See my invoices from {business}',
    footer:
      'You get this because somebody asked for it with your address. If it was not you, ignore this message.',
  },
  exemptionRequest: {
    subject: 'Invoice {number}: please deduct no tax',
    heading: 'Please pay without deducting tax',
    body: 'Please pay invoice {number} in full, {amount}, without deducting withholding tax.',
    reason:
      'By the tax rules of 2024 (withholding), you deduct nothing from a small firm. It must have a tax ID. It may sell you at most {upTo} in a month. {business} is such a firm. All that it sold you in the month of this invoice is within that.',
    taxId: 'Our tax ID',
    reply: 'If you see it differently, please reply to this message.',
  },
  savedCard,
  whatsapp: {
    invoice_ready: 'Invoice from {business}: {amount}, due {due}. Invoice number: {number}.',
    invoice_revised:
      'Changed invoice from {business}: {amount}, due {due}. This replaces the invoice of {replaced}. Invoice number: {number}.',
    invoice_due: 'Your invoice from {business} for {amount} is due {when}.',
    invoice_overdue: 'Your invoice from {business} for {amount} was due {when}.',
    invoice_firm:
      'Your invoice from {business} for {amount} was due {when}. Please pay today, or tell us on which day you will.',
    invoice_promise: 'You told {business} that you would pay {amount} on {promised}.',
    payment_receipt:
      'Payment received by {business}: {amount} on {paidOn}. Invoice number: {number}. Thank you.',
    payment_refund:
      'Refund from {business}: {amount} is on its way back to you. Invoice number: {number}. Some banks take up to ten working days.',
    owner_payment_share:
      'Payment: {customer} paid {amount} for invoice {number}. {net} is yours, fee {fee}. It is in your Duewell account.',
  },
  buttonHint: { pay: 'Press the button to see it and pay.', receipt: 'Press the button to see the receipt.' },
  buttonTitle: { pay: 'View and pay', receipt: 'View the receipt' },
};
