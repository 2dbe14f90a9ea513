import { receiptLabels } from '#core/receipt/labels.ts';
import type { Locale } from './locale.ts';
import { savedCard } from './pcm-cards.ts';

const { methods, labels, sentences } = receiptLabels.pcm;
const alreadyPaid = 'If you don already pay, thank you, nothing remain to do.';

export const pcm: Locale = {
  hello: 'Good day {customer},',
  greetings: {
    morning: 'Good morning o {customer}',
    afternoon: 'Good afternoon o {customer}',
    evening: 'Good evening o {customer}',
  },
  days: { one: '1 day', other: '{count} days' },
  when: {
    today: 'today',
    tomorrow: 'tomorrow',
    yesterday: 'yesterday',
    ahead: 'in {days} time',
    ago: '{days} ago',
  },
  left: '{amount} (na im remain)',
  early: '{amount} (na {net} if you pay on or before {date})',
  payHere: 'Pay am here:',
  labels: {
    amount: 'Money to pay',
    stillToPay: 'Wetin remain to pay',
    due: 'Pay by',
    invoice: 'Invoice',
    paid: 'Money wey you pay',
    givenBack: 'Money wey dey come back',
    on: 'Date',
    by: 'How you take pay',
    reference: labels.reference,
  },
  methods,
  buttons: {
    viewAndPay: 'See am and pay',
    payTheRest: 'Pay wetin remain',
    viewReceipt: 'See the receipt',
    viewInvoice: 'See the invoice',
    answerQuote: 'See am and answer',
    viewQuote: 'See am again',
  },
  orOpen: 'Or open this address:',
  attached: 'The PDF dey inside this message.',
  footer: 'Na Duewell carry this message for {business}.',
  unsubscribe: 'Make una no send me reminder by email again',
  invoiceSent: {
    subject: 'Invoice {number} from {business}',
    heading: 'Invoice {number}',
    body: '{business} don send you invoice.',
    bodyWithTitle: '{business} don send you invoice for {title}.',
  },
  invoiceRevised: {
    subject: 'E don change: invoice {number} from {business}',
    heading: 'Invoice {number} don change',
    body: '{business} don change this invoice. This one take the place of the invoice of {replaced}. Abeg use only this one.',
  },
  quoteSent: {
    subject: '{kind} {number} from {business}',
    heading: '{kind} {number}',
    body: '{business} don give you price of {amount}. You fit agree reach {until}.',
    changed: 'This one take the place of the one wey dem send before. Abeg use only this one.',
    answer: 'For the page you fit agree, say no, or ask question. You no owe anything before you agree.',
  },
  quoteCode: {
    subject: 'Your code for {kind} {number}',
    heading: 'Your code',
    body: '{business} want code before you agree to {kind} {number}. Type am for the page of the quote. E go work one time, for 15 minutes.',
    label: 'Code',
    keep: 'No tell anybody: no be us, no be {business}. If no be you ask for am, no mind this message.',
  },
  quoteAccepted: {
    subject: 'You don agree: {kind} {number} from {business}',
    heading: 'You don agree to {number}',
    body: 'Thank you. {business} don know say you agree to {kind} {number} of {amount}.',
  },
  reminder: {
    before: {
      subject: 'Reminder: invoice {number} from {business}',
      heading: 'E remain {days} to pay invoice {number}',
      body: alreadyPaid,
    },
    today: {
      subject: 'Reminder: invoice {number} from {business}',
      heading: 'Na today to pay invoice {number}',
      body: alreadyPaid,
    },
    late: {
      subject: 'Reminder: invoice {number} from {business}',
      heading: 'Invoice {number} don pass the day by {days}',
      body: `Abeg pay am this week. ${alreadyPaid}`,
    },
    later: {
      subject: 'Invoice {number} from {business} don pass the day',
      heading: 'Invoice {number} don pass the day by {days}',
      body: `{business} never see your money. Abeg pay within the next few days. If anything no correct for the invoice, tell {business} make dem correct am. ${alreadyPaid}`,
    },
    firm: {
      subject: 'Invoice {number} from {business} don pass the day by {days}',
      heading: 'Invoice {number} don pass the day by {days}',
      body: '{business} still dey wait for your money. Abeg pay today, or tell {business} which day you go pay. If you no fit pay everything at once, ask {business} whether you fit pay am small small.',
    },
  },
  promiseDue: {
    subject: 'Your payment of invoice {number} to {business}',
    heading: 'You talk say na {promised}',
    body: `You never pay invoice {number} finish. ${alreadyPaid}`,
  },
  receipt: {
    subject: 'Receipt for invoice {number}',
    subjectOfThem: 'Receipt for invoice dem: {number}',
    heading: 'Thank you, your money don land',
    body: 'The money wey you pay {business} don reach.',
    rest: 'Wetin remain to pay for this invoice: {balance}.',
    restOfThem: 'Wetin remain to pay for dem: {balance}.',
    early: 'You pay early, so dem comot {early} from am. Nothing remain for you to pay.',
    over: 'You don pay {over} pass wetin you owe. {business} dey keep am for you. Tell dem make dem use am for another invoice, or refund am.',
    recorded: sentences.recorded,
    inStatement: sentences.inStatement,
  },
  refundSent: {
    subject: '{business} don give you back {amount}',
    heading: 'Your money dey come back',
    body: '{business} don give back {amount} from wetin you pay for invoice {number}. E go enter the card or account wey you use pay; some banks fit take up to ten working days to show am.',
  },
  refundReversed: {
    subject: '{amount} wey you pay {business} don go back to you',
    heading: 'Your money don go back to you',
    label: 'Money wey go back',
    body: 'The bank or the payment company return {amount} from wetin you pay {business} for invoice {number}, so e no dey with {business} again.',
    owed: 'You owe am again. Wetin remain to pay for invoice {number}: {balance}.',
  },
  creditNote: {
    subject: 'Credit note {note} from {business}',
    heading: 'Credit note for you',
    body: '{business} don credit you {amount} for invoice {number}.',
    owed: 'You go pay {owed} less for that invoice.',
    credit: '{credit} dey with {business} as your credit.',
    refund: '{refund} dey go back to the card or account wey you use pay.',
    gaveBack: '{business} talk say dem don give you back {gaveBack}. If you never see am, ask dem.',
  },
  creditNoteWithdrawn: {
    subject: '{business} don take back credit note {note}',
    heading: 'Dem don take back your credit note',
    body: '{business} don take back credit note {note} of {amount} for invoice {number}. E no count again.',
    early: 'Na the money wey dem comot because you pay that invoice early.',
    asked: 'You go pay {asked} for that invoice now.',
    credit: 'Dem don use {credit} of your credit with {business} pay that invoice again.',
  },
  certificateReminder: {
    subject: 'Tax certificate for invoice {number}',
    heading: 'Abeg send the tax certificate',
    body: 'When you pay invoice {number}, you keep {amount} comot as withholding tax. {business} need the certificate for am.',
    kept: 'Tax wey you keep',
    reply:
      'Reply this message with photo or PDF of am. You no dey owe any more money for this invoice. If you don send am already, thank you.',
  },
  customerStatement: {
    subject: 'Statement from {business}, {to}',
    heading: 'Your statement',
    body: 'See your statement reach {to}.',
    owes: 'You still get {amount} to pay {business}.',
    credit: '{business} dey keep {amount} for you as credit.',
    nothing: 'You no owe {business} anything.',
    all: 'See all your invoice dem from {business}',
  },
  portalLinks: {
    subject: 'The link to your invoice dem',
    heading: 'Your invoice dem',
    body: 'See the link wey you ask for. E go work one time, for 15 minutes.',
    bodies:
      'See the links wey you ask for, one for each business. Each one go work one time, for 15 minutes.',
    link: 'Make I see my invoice from {business}',
    footer:
      'You get this one because somebody ask for am with your email. If no be you, no mind this message.',
  },
  exemptionRequest: {
    subject: 'Invoice {number}: abeg no deduct tax',
    heading: 'Abeg pay without deducting tax',
    body: 'Abeg pay invoice {number} complete, {amount}. No deduct withholding tax from am.',
    reason:
      'The withholding tax regulations of 2024 talk say dem no dey deduct tax from small company, or from business wey no be company, if e get tax ID and wetin e supply you no pass {upTo} for one calendar month. {business} na that kind business, and wetin e supply you for the month of this invoice no pass that money.',
    taxId: 'Our tax ID',
    reply: 'If you no see am like that, abeg reply this message.',
  },
  savedCard,
  whatsapp: {
    invoice_ready: 'Invoice from {business}: {amount}, pay by {due}. Invoice number: {number}.',
    invoice_revised:
      'Invoice from {business} don change: {amount}, pay by {due}. This one take the place of the invoice of {replaced}. Invoice number: {number}.',
    invoice_due: 'Your invoice from {business} for {amount} go due {when}.',
    invoice_overdue: 'Your invoice from {business} for {amount} don due since {when}.',
    invoice_firm:
      'Your invoice from {business} for {amount} don due since {when}. Abeg pay today, or tell us which day you go pay.',
    invoice_promise: 'You tell {business} say you go pay {amount} on {promised}.',
    payment_receipt:
      'Your money don reach {business}: {amount} on {paidOn}. Invoice number: {number}. Thank you.',
    payment_refund:
      'Refund from {business}: {amount} dey come back to you. Invoice number: {number}. Some banks fit take up to ten working days.',
    owner_payment_share:
      'Alert: {customer} don pay {amount} for invoice {number}. {net} na your own, fee {fee}. E dey your Duewell account.',
  },
  buttonHint: { pay: 'Press the button to see am and pay.', receipt: 'Press the button to see the receipt.' },
  buttonTitle: { pay: 'See am and pay', receipt: 'See the receipt' },
};
