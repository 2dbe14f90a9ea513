import type { SavedCardTexts } from './saved-cards.ts';

/** Stage of the dunning schedule, friendly to firm. */
export type ReminderStep = 'before' | 'today' | 'late' | 'later' | 'firm';

/** Texts of one email template. */
export type EmailTexts = { subject: string; heading: string; body: string };

/** Time of day a reminder greets by. */
export type DayTime = 'morning' | 'afternoon' | 'evening';

/** Sentences of WhatsApp that stand below a greeting; an email says them too. */
export type ReminderText = 'invoice_due' | 'invoice_overdue' | 'invoice_firm' | 'invoice_promise';

/** Sentences of WhatsApp that stand alone. */
export type PlainText =
  | 'invoice_ready'
  | 'invoice_revised'
  | 'payment_receipt'
  | 'payment_refund'
  | 'owner_payment_share';

/**
 * All texts for customers in one language. `{names}` are filled in: `business`, `customer`, `number`, `title`,
 * `amount`, `balance`, `due`, `days`, `when`, `promised`, `paidOn`, `net`, `fee`, `replaced`, `over`, `upTo`,
 * `kind`, `until`.
 */
export type Locale = {
  hello: string;
  /** Without the mark at the end. */
  greetings: Record<DayTime, string>;
  /** How a number of days reads; `{count}` of them. */
  days: { one: string; other: string };
  /** How a due date reads from today. */
  when: { today: string; tomorrow: string; yesterday: string; ahead: string; ago: string };
  /** Rest of an invoice after a part was paid. */
  left: string;
  /** The same with the lower sum that a discount for paying early asks for until a day. */
  early: string;
  /** Before the address of the pay page. */
  payHere: string;
  labels: {
    amount: string;
    stillToPay: string;
    due: string;
    invoice: string;
    paid: string;
    givenBack: string;
    on: string;
    by: string;
    reference: string;
  };
  methods: {
    bank_transfer: string;
    card: string;
    qr_code: string;
    ussd: string;
    wallet: string;
    cash: string;
    pos: string;
    cheque: string;
    other: string;
  };
  buttons: {
    viewAndPay: string;
    payTheRest: string;
    viewReceipt: string;
    viewInvoice: string;
    answerQuote: string;
    viewQuote: string;
  };
  /** Before the address of the button, for programs that show no buttons. */
  orOpen: string;
  attached: string;
  footer: string;
  unsubscribe: string;
  invoiceSent: EmailTexts & { bodyWithTitle: string };
  invoiceRevised: EmailTexts;
  /** `changed` of a later revision; `answer` says what can be done on its page. `kind` is the paper's name. */
  quoteSent: EmailTexts & { changed: string; answer: string };
  /** `label` names the code; `keep` says whom it is for, and that nobody asks for it. */
  quoteCode: EmailTexts & { label: string; keep: string };
  quoteAccepted: EmailTexts;
  reminder: Record<ReminderStep, EmailTexts>;
  promiseDue: EmailTexts;
  /** `recorded` and `inStatement`: who says that it was paid, where no provider does. */
  receipt: EmailTexts & {
    subjectOfThem: string;
    rest: string;
    restOfThem: string;
    /** The discount for paying early that it took. */
    early: string;
    over: string;
    recorded: string;
    inStatement: string;
  };
  refundSent: EmailTexts;
  /** Returned by a bank or the provider; `label` names the amount, `owed` says that its invoices owe it again. */
  refundReversed: EmailTexts & { label: string; owed: string };
  /** A sentence for each way its amount goes. */
  creditNote: EmailTexts & { owed: string; credit: string; refund: string; gaveBack: string };
  /** One that was taken back: what is asked for now, and the credit that pays its invoice again. */
  creditNoteWithdrawn: EmailTexts & { early: string; asked: string; credit: string };
  /** `kept` names the amount of the tax; `reply` says how the certificate is sent, and that no money is asked for. */
  certificateReminder: EmailTexts & { kept: string; reply: string };
  /** `reason` says the rule and that the business keeps to it; `taxId` names its number. */
  exemptionRequest: EmailTexts & { reason: string; taxId: string; reply: string };
  /** A sentence for what is owed in all, for credit that is left, and where nothing is owed; `all` leads to their own page. */
  customerStatement: EmailTexts & {
    owes: string;
    credit: string;
    nothing: string;
    all: string;
  };
  /** Links to the page of a customer: `bodies` for several, `link` names one, `footer` says why it came. */
  portalLinks: EmailTexts & { bodies: string; link: string; footer: string };
  savedCard: SavedCardTexts;
  /** Business, amount and day in that order; not beginning with something filled in, nor two side by side. */
  whatsapp: Record<PlainText | ReminderText, string>;
  /** Text above the button that leads to the page. */
  buttonHint: { pay: string; receipt: string };
  /** At most 20 characters. */
  buttonTitle: { pay: string; receipt: string };
};
