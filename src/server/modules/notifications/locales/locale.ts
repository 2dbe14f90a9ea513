/** Stage of the dunning schedule, friendly to firm. */
export type ReminderStep = 'before' | 'today' | 'late' | 'later' | 'firm';

/** Texts of one email template. */
export type EmailTexts = { subject: string; heading: string; body: string };

/** Messages of WhatsApp that can be sent at any time. */
export type WhatsAppTemplateName =
  | 'invoice_ready'
  | 'invoice_revised'
  | 'invoice_reminder_before'
  | 'invoice_reminder_today'
  | 'invoice_reminder_after'
  | 'invoice_reminder_firm'
  | 'invoice_promise'
  | 'payment_receipt'
  | 'payment_refund'
  | 'owner_payment_share';

/**
 * All texts for customers in one language. `{names}` are filled in: `business`, `customer`, `number`, `title`,
 * `amount`, `balance`, `due`, `days`, `promised`, `paidOn`, `net`, `fee`, `replaced`.
 */
export type Locale = {
  hello: string;
  /** How a number of days reads; `{count}` of them. */
  days: { one: string; other: string };
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
  };
  buttons: { viewAndPay: string; payTheRest: string; viewReceipt: string };
  /** Before the address of the button, for programs that show no buttons. */
  orOpen: string;
  attached: string;
  footer: string;
  unsubscribe: string;
  invoiceSent: EmailTexts & { bodyWithTitle: string };
  invoiceRevised: EmailTexts;
  reminder: Record<ReminderStep, EmailTexts>;
  promiseDue: EmailTexts;
  receipt: EmailTexts & { rest: string };
  refundSent: EmailTexts;
  /** Business, amount and day in that order; neither beginning nor ending with something filled in. */
  whatsapp: Record<WhatsAppTemplateName, string>;
  /** Text above the button that leads to the page. */
  buttonHint: { pay: string; receipt: string };
  /** At most 20 characters. */
  buttonTitle: { pay: string; receipt: string };
};
