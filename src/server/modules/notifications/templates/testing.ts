import type { Language } from '#core/languages.ts';
import { type Minor, minor } from '#core/money.ts';
import type { Sender } from '../layout-html.ts';
import type { EmailTemplateName, Facts } from '../rules/email.ts';

/** User texts that reach an email. */
export type SampleInput = { business: string; customer: string; title: string; language?: Language };

const defaultInput: SampleInput = {
  business: 'Okafor Kitchen & Events',
  customer: 'Mrs Bello',
  title: 'Catering for naming ceremony',
};

const url = (path: string) => `https://duewell.example${path}`;

/** Paid in full, in part, of several invoices in part, and early. */
const receiptSums = [
  {},
  { balance: minor(5_000_50) },
  {
    balance: minor(5_000_50),
    shares: ['INV-0042', 'INV-0043'].map((number) => ({ number, amount: minor(20_000_00) })),
  },
  { early: minor(750_00) },
];

/** Sample facts for every template and its variants. */
export function samples(input: SampleInput = defaultInput): { [L in EmailTemplateName]: Facts[L][] } {
  const { language, customer: firstName } = input;
  const { business, money, invoice, payment } = basics(input);
  const link = { firstName, url: url('/auth/verify?token=sample&next=%2Fdashboard') };
  return {
    ...aboutAccounts(link),
    pinSet: [
      { firstName, changed: true },
      { firstName, changed: true, reset: true },
    ],
    pinLocked: [{ firstName, minutes: 30 }],
    payoutAccountSet: [
      { firstName, bankName: 'Sample Bank', last4: '4821', opensAt: '2026-12-12T09:00:00.000Z' },
    ],
    staffAccountSet: [{ firstName, name: 'Bisi Adeyemi', bankName: 'Sample Bank', last4: '4821' }],
    whatsappLinked: [
      { firstName, number: '•••• 4567', linked: true },
      { firstName, number: '', linked: false },
    ],
    invoiceSent: [invoice, { ...invoice, title: '' }, { ...invoice, replaces: '2026-11-20' }],
    invoiceReminder: [-3, 0, 3, 7, 14].map((daysLate) => ({
      ...invoice,
      daysLate,
      hour: 13,
      balance: minor(daysLate === 3 ? 250_000_50 : invoice.balance),
    })),
    promiseDue: [{ ...invoice, hour: 9, promised: '2026-12-18' }],
    invoiceOverdue: [{ ...invoice, firstName, invoiceUrl: url('/dashboard/invoices?invoice=inv_1') }],
    ...aboutPayouts(input, business),
    messageFailed: failures(input),
    receipt: receiptSums.map((sums) => ({
      ...payment,
      business,
      language,
      payUrl: invoice.payUrl,
      receiptUrl: url('/receipt/Qe81'),
      ...sums,
    })),
    paymentReceived: [true, false].map((testMode) => ({
      ...payment,
      firstName,
      state: testMode ? ('paid' as const) : ('too_much' as const),
      fee: minor(67_500),
      over: minor(testMode ? 0 : 250_00),
      testMode,
      receiptQueued: !testMode,
      twice: null,
      language,
    })),
    paymentRefunded: [
      { ...payment, firstName, reopened: true, state: 'refunded' },
      { ...payment, firstName, reopened: false, state: 'reversed' },
    ],
    paymentUnmatched: [true, false].map((testMode) => ({
      ...payment,
      firstName,
      amount: 'USD 450.00',
      invoiceCurrency: 'NGN',
      testMode,
    })),
    refundSent: [0, 5_000_50].flatMap((sum) => {
      const owed = minor(sum);
      return [{ owed }, { reversed: { owed } }].map((more) => ({ ...payment, business, language, ...more }));
    }),
    ...aboutSettling(input),
    ...aboutCards(input),
    weeklySummary: [weekOf(input)],
    ...forOperators(money),
  };
}

function aboutCards(input: SampleInput) {
  const { language, customer } = input;
  const { business, invoice, payment } = basics(input);
  const { number, currency, payUrl } = invoice;
  const [last4, amount] = ['4081', minor(50_000_00)];
  const card = {
    business,
    language,
    customerName: customer,
    last4,
    plan: input.title,
    currency,
    stopUrl: url('/card/Qe81'),
  };
  const charge = { ...card, number, amount, payUrl };
  const news = { firstName: 'Adaeze', customerName: customer, last4, number, amount, currency };
  const wording = 'Save this card so that the shop can charge it.';
  return {
    refundFailed: [{ ...payment, firstName: 'Adaeze', reason: 'The card was closed', debt: minor(1_00) }],
    cardSaved: [{ ...card, wording }],
    cardChargeAhead: [{ ...charge, day: '2026-12-18' }],
    cardChargeOff: [amount, minor(0)].map((left) => ({ ...charge, amount: left, day: '2026-12-18' })),
    cardNotCharged: [
      { ...charge, failure: 'funds' as const, again: '2026-12-19', isDead: false },
      { ...charge, failure: 'holder' as const, again: null, isDead: false },
      { ...charge, failure: 'card' as const, again: null, isDead: true },
    ],
    cardStopped: [card],
    cardNews: (['past_due', 'stopped', 'stopped_by_you'] as const).map((kind) => ({ ...news, kind })),
  };
}

function aboutAccounts(link: { firstName: string; url: string }) {
  const person = { firstName: link.firstName };
  const documents = { ...person, url: url('/dashboard/settings#documents') };
  return {
    verification: [link],
    passwordReset: [link],
    passwordChanged: [person],
    emailChange: [link],
    emailChangeAsked: [{ ...person, newEmail: 'new@example.com' }],
    emailChanged: [{ ...person, newEmail: 'new@example.com' }],
    ownPasswordChanged: [person],
    twoFactorSet: [true, false].map((enabled) => ({ ...person, enabled })),
    recoveryCodesMade: [person],
    recoveryCodeUsed: [{ ...person, left: 3 }],
    googleLinked: [person],
    googleUnlinked: [person],
    businessTakenOver: [true, false].map((held) => ({ ...person, held })),
    extensionConnected: [{ ...person, device: 'Chrome on Windows' }],
    newBrowser: [
      { ...person, device: 'Chrome on Android', at: 'Dec 12, 2026, 09:04', address: '102.89.33.7' },
    ],
    signInsSlowed: [person],
    passkeyAdded: [{ ...person, name: 'My phone' }],
    passkeyRemoved: [{ ...person, name: 'My phone' }],
    passkeySuspended: [{ ...person, name: 'Blue key' }],
    proofCode: [{ ...person, code: '402917' }],
    dataExported: [person],
    deletionAsked: [{ ...person, on: '2026-12-20' }],
    deletionCancelled: [person],
    deletionWaits: [person],
    documentsAccepted: [true, false].map((both) => ({ ...documents, hasBadge: both, raised: both })),
    documentsRefused: [{ ...documents, reason: 'The photo of your ID is not readable.' }],
  };
}

function forOperators(money: { amount: Minor; currency: 'NGN' }) {
  return {
    payoutsStopped: [
      { reason: 'The books do not hold.', findings: [{ id: 'balances', breaches: ['biz_1', 'biz_2'] }] },
    ],
    reconciliationFound: [
      {
        provider: 'sandbox',
        findings: [{ meaning: 'A payment differs', subject: 'tx_1', ours: '₦1.00', theirs: '₦2.00' }],
      },
    ],
    moneyOfNobody: [
      { provider: 'sandbox', transactionId: 'tx_1', reference: 'unknown-1', amount: '₦5,000.00' },
    ],
    moneyUnresolved: [{ ...money, what: 'payout', stage: 'week', provider: 'sandbox', reference: 'WDR-19' }],
  } satisfies Partial<{ [L in EmailTemplateName]: Facts[L][] }>;
}

function weekOf({ business: businessName, customer: customerName }: SampleInput): Facts['weeklySummary'] {
  const week = {
    currency: 'NGN' as const,
    received: minor(845_200_00),
    typedIn: minor(0),
    payments: 9,
    open: minor(1_930_000_00),
    openCount: 6,
    overdue: minor(410_000_50),
    overdueCount: 2,
    best: { customerName, amount: minor(320_000_00) },
  };
  return {
    firstName: customerName,
    businessName,
    from: '2026-12-07',
    to: '2026-12-13',
    weeks: [week, { ...week, currency: 'USD', best: null }],
    chase: [3, 0].map((daysLate) => ({
      customerName,
      number: 'INV-0042',
      balance: minor(250_000_50),
      currency: 'NGN' as const,
      daysLate,
    })),
    dashboardUrl: url('/dashboard/invoices?status=overdue'),
    unsubscribeUrl: url('/stop/weekly'),
  };
}

const failures = ({ customer }: SampleInput): Facts['messageFailed'][] =>
  (['email', 'whatsapp'] as const).map((channel) => ({
    firstName: customer,
    channel,
    customerName: customer,
    address: channel === 'email' ? 'hello@bello.example' : '+234 803 555 0142',
    number: channel === 'email' ? 'INV-0042' : null,
    reason: '550 5.1.1 The email account that you tried to reach does not exist',
    bounced: channel === 'email',
    url: url('/dashboard/customers'),
  }));

function aboutPayouts({ customer: firstName, title }: SampleInput, business: Sender) {
  const money = { amount: minor(45_000_00), currency: 'NGN' } as const;
  const payout = { ...money, bankName: 'Sample Bank', last4: '4821', reference: 'WDR-19' };
  const failed = { ...payout, firstName, reason: 'Account closed' };
  const paid = { paid: minor(180_000_00), currency: 'NGN', people: 4 } as const;
  const several = { ...paid, firstName, missed: 1, description: title };
  return {
    staffPaid: [{ ...payout, business, staffName: firstName, description: title }],
    severalPaid: [several, { ...several, debt: minor(1_000_00) }],
    withdrawalCompleted: [{ ...payout, firstName }],
    withdrawalFailed: [failed, { ...failed, debt: minor(1_000_00) }],
  } satisfies Partial<{ [L in EmailTemplateName]: Facts[L][] }>;
}

function basics({ business: name, customer: customerName, title, language }: SampleInput) {
  const business = {
    id: 'biz_01kbsampleokaforkitchen000',
    name,
    primaryColor: '#b42025',
    secondaryColor: '#f2b01e',
  };
  const money = { amount: minor(45_000_00), currency: 'NGN' } as const;
  const invoice = {
    business,
    customerName,
    language,
    number: 'INV-0042',
    title,
    total: minor(1_250_000_50),
    balance: minor(1_250_000_50),
    currency: 'NGN' as const,
    due: '2026-12-11',
    payUrl: url('/pay/Xk29fMq0aLw7Tn3e'),
    unsubscribeUrl: url('/stop/Xk29fMq0aLw7Tn3e'),
  };
  const payment = {
    ...money,
    number: 'INV-0042',
    customerName,
    balance: minor(0),
    method: 'bank_transfer',
    reference: 'DUE-7F3K-2M9Q',
    paidOn: '2026-12-11',
  };
  return { business, money, invoice, payment };
}

function aboutSettling(input: SampleInput) {
  const { language } = input;
  const { business, invoice, payment } = basics(input);
  const note = { ...payment, note: 'CRN-0001', business, language, payUrl: invoice.payUrl };
  const nothing = { owed: minor(0), credit: minor(0), refund: minor(0), gaveBack: minor(0), asked: minor(0) };
  return {
    creditNote: [
      { ...note, ...nothing, owed: payment.amount },
      { ...note, ...nothing, credit: minor(1_00), refund: minor(2_00), gaveBack: minor(3_00) },
    ],
    creditNoteWithdrawn: [
      { ...note, ...nothing, asked: payment.amount, paidEarly: true },
      { ...note, ...nothing, credit: minor(1_00) },
    ],
    certificateReminder: [{ ...payment, paidOn: '2026-10-22', business, language }],
    customerStatement: [minor(45_000_00), minor(0)].flatMap((owed) =>
      [minor(2_000_00), minor(0)].map((credit) => ({
        ...payment,
        business,
        language,
        to: '2026-11-30',
        owed,
        credit,
        portalUrl: url('/my'),
      })),
    ),
    portalLinks: [[business], [business, { ...business, name: 'Bisi Stores' }]].map((known) => ({
      language: language ?? ('en' as const),
      links: known.map(({ name }) => ({ business: name, url: url('/my/open/sample') })),
    })),
    exemptionRequest: [{ ...payment, upTo: minor(2_000_000_00), taxId: '20114477-0001', business, language }],
    ...aboutQuotes(input),
  };
}

function aboutQuotes(input: SampleInput) {
  const { business, invoice, payment } = basics(input);
  const { customer: customerName, title, language } = input;
  const quote = { business, customerName, language, title, kind: 'quote' as const, number: 'QUO-0007' };
  const offer = { total: invoice.total, currency: payment.currency, validUntil: '2026-12-24' };
  const facts = { ...quote, ...offer, changed: false, quoteUrl: url('/quote/Xk29fMq0aLw7Tn3e') };
  const answer = { firstName: customerName, by: customerName, customerName, number: quote.number };
  const told = { ...answer, amount: '₦1,250,000.50', quoteUrl: url('/dashboard/quotes?quote=quo_1') };
  return {
    quoteSent: [facts, { ...facts, kind: 'proforma', title: '', changed: true }],
    quoteCode: [{ ...quote, code: '048213' }],
    quoteAccepted: [facts],
    quoteAnswered: [
      { ...told, kind: 'accepted', words: '' },
      { ...told, kind: 'declined', words: 'Too dear for us' },
      { ...told, kind: 'question', words: 'Is delivery to Aba in it?' },
    ],
  } satisfies Partial<{ [L in EmailTemplateName]: Facts[L][] }>;
}
