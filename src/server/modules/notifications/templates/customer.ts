import { formatLongDate, UNDATED } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { earlySentence, netSentence } from '#core/invoice/document.ts';
import { invoiceLabels } from '#core/invoice/labels.ts';
import { partLabels } from '#core/invoice/payment-parts.ts';
import { formatMoney, type Minor, ZERO } from '#core/money.ts';
import type { MailContent } from '../layout-html.ts';
import type { EmailTexts, Locale, ReminderStep } from '../locales/locale.ts';
import { dayTimeOf, daysIn, locales, methodName, whenIn } from '../locales/locales.ts';
import { AMOUNT_PLACE, clip, oneLine, sentences } from '../locales/text.ts';
import type {
  CertificateFacts,
  CreditNoteFacts,
  EmailContent,
  ExemptionFacts,
  InvoiceFacts,
  PortalLinksFacts,
  PromiseFacts,
  ReceiptFacts,
  ReminderFacts,
  StatementFacts,
  ToCustomer,
} from './types.ts';

const MAX_NAME_LENGTH = 80;
const MAX_SUBJECT_LENGTH = 160;
/** From so many days after the due date on a reminder is firmer. */
const LATER_DAYS = 7;
const FIRM_DAYS = 14;

type Values = Record<string, string>;
type Rest = Partial<MailContent> & { more?: string[] };

/** To the customer; the invoice goes along as PDF. One that was changed says which it replaces. */
export function invoiceSent(facts: InvoiceFacts): EmailContent {
  const locale = localeOf(facts);
  if (facts.replaces) {
    const texts = { ...locale.invoiceRevised, body: `${locale.invoiceRevised.body} ${locale.attached}` };
    const values = { ...aboutInvoice(facts), replaced: formatLongDate(facts.replaces, facts.language) };
    return customerEmail(facts, texts, values, payable(facts));
  }
  const { bodyWithTitle, body, ...texts } = locale.invoiceSent;
  const fullBody = `${facts.title ? bodyWithTitle : body} ${locale.attached}`;
  return customerEmail(facts, { ...texts, body: fullBody }, aboutInvoice(facts), payable(facts));
}

/** To the customer: before the due date, on it, and from friendly to firm after it. */
export function invoiceReminder(facts: ReminderFacts): EmailContent {
  const locale = localeOf(facts);
  const { daysLate } = facts;
  const { body, ...texts } = locale.reminder[reminderStepOf(daysLate)];
  const sentence = locale.whatsapp[daysLate > 0 ? 'invoice_overdue' : 'invoice_due'];
  const values = { days: daysIn(locale, Math.abs(daysLate)), when: whenIn(locale, daysLate) };
  return reminderEmail(facts, { ...texts, body: sentence }, values, body);
}

/** To the customer, on the day they said they would pay. */
export function promiseDue(facts: PromiseFacts): EmailContent {
  const locale = localeOf(facts);
  const { body, ...texts } = locale.promiseDue;
  const about = { promised: formatLongDate(facts.promised, facts.language), amount: promisedText(facts) };
  return reminderEmail(facts, { ...texts, body: locale.whatsapp.invoice_promise }, about, body);
}

// Its owner's words stand in place of ours; amount and button stay.
function reminderEmail(
  facts: ReminderFacts | PromiseFacts,
  texts: EmailTexts,
  about: Values,
  more: string,
): EmailContent {
  const values = {
    ...aboutInvoice(facts),
    business: named(facts.business.name),
    customer: named(facts.customerName),
    amount: owedText(facts),
    ...about,
  };
  const { greetings } = localeOf(facts);
  const greeting = `${fill(greetings[dayTimeOf(facts.hour)], values)},`;
  const email = customerEmail(facts, texts, values, payable(facts));
  const ours = [greeting, fill(texts.body, values), fill(more, values)];
  const paragraphs = facts.words ? ownWords(facts, facts.words).split('\n') : ours;
  return { ...email, content: { ...email.content, paragraphs } };
}

/** Owed on an invoice as a sentence says it. */
export const owedText = (
  facts: Pick<InvoiceFacts, 'balance' | 'total' | 'currency' | 'language'>,
): string => {
  const amount = formatMoney(facts.balance, facts.currency);
  return facts.balance < facts.total ? fill(localeOf(facts).left, { amount }) : amount;
};

/** The sum that was promised as a sentence says it. */
export const promisedText = (facts: PromiseFacts): string =>
  facts.partPromised ? formatMoney(facts.partPromised, facts.currency) : owedText(facts);

/** An owner's words with the amount owed today. */
export const ownWords = ({ balance, currency }: InvoiceFacts, words: string): string =>
  words.replaceAll(AMOUNT_PLACE, formatMoney(balance, currency));

/** Line under an owner's words: the amount owed and the address of the pay page, always ours. */
export function payLine(facts: InvoiceFacts): string {
  const { labels, payHere } = localeOf(facts);
  const label = facts.balance < facts.total ? labels.stillToPay : labels.amount;
  const asked = `${label}: ${formatMoney(facts.balance, facts.currency)}`;
  return `${sentences([asked, earlySentence(facts, facts.language ?? 'en'), payHere])} ${facts.payUrl}`;
}

/** To the customer who paid. */
export function receipt(facts: ReceiptFacts): EmailContent {
  const locale = localeOf(facts);
  const { labels, buttons } = locale;
  const { over = ZERO, early = ZERO, shares = [], receiptUrl: page = facts.payUrl } = facts;
  const values = {
    number: named(facts.number),
    balance: formatMoney(facts.balance, facts.currency),
    over: formatMoney(over, facts.currency),
    business: named(facts.business.name),
  };
  const { rest, restOfThem, over: tooMuch, recorded, inStatement, ...texts } = locale.receipt;
  const evidence = { provider: [], statement: [inStatement], hand: [recorded] };
  const owes = facts.balance > 0;
  const subject = shares.length > 1 ? texts.subjectOfThem : texts.subject;
  return customerEmail(facts, { ...texts, subject }, values, {
    amount: { label: labels.paid, money: formatMoney(facts.amount, facts.currency), tone: 'good' },
    facts: [
      ...(shares.length > 1
        ? shares.map(({ number, amount }): [string, string] => [number, formatMoney(amount, facts.currency)])
        : ([[labels.invoice, facts.number]] satisfies [string, string][])),
      [labels.on, formatLongDate(facts.paidOn, facts.language)],
      [labels.by, methodName(locale, facts.method)],
      [labels.reference, facts.reference],
    ],
    more: [
      ...evidence[facts.evidence ?? 'provider'],
      ...(owes ? [shares.length > 1 ? restOfThem : rest] : early > 0 ? [texts.early] : []),
      ...[earlySentence(facts, facts.language ?? 'en')].filter(Boolean),
      ...(over > 0 ? [tooMuch] : []),
    ].map((text) => fill(text, { ...values, early: formatMoney(early, facts.currency) })),
    button: owes
      ? { label: buttons.payTheRest, url: facts.payUrl }
      : { label: buttons.viewReceipt, url: page },
    ...(owes && facts.receiptUrl ? { links: [{ label: buttons.viewReceipt, url: page }] } : {}),
  });
}

/** To the customer, with the credit note as PDF. */
export function creditNote(facts: CreditNoteFacts): EmailContent {
  const { owed, credit, refund, gaveBack, ...texts } = localeOf(facts).creditNote;
  return noteEmail(facts, texts, { owed, credit, refund, gaveBack }, 'creditTotal');
}

/** To the customer, with the PDF of a credit note that no longer counts. */
export function creditNoteWithdrawn(facts: CreditNoteFacts): EmailContent {
  const { early, asked, credit, ...texts } = localeOf(facts).creditNoteWithdrawn;
  const body = facts.paidEarly ? `${texts.body} ${early}` : texts.body;
  return noteEmail(facts, { ...texts, body }, { credit, asked }, 'withdrawn');
}

const noteWays = ['owed', 'credit', 'refund', 'gaveBack', 'asked'] as const;
type NoteWay = (typeof noteWays)[number];

// A sentence for each way in which there is something.
function noteEmail(
  facts: CreditNoteFacts,
  texts: EmailTexts,
  sentences: Partial<Record<NoteWay, string>>,
  label: 'creditTotal' | 'withdrawn',
): EmailContent {
  const locale = localeOf(facts);
  const money = (amount: Minor) => formatMoney(amount, facts.currency);
  const business = named(facts.business.name);
  const more = noteWays
    .filter((way) => sentences[way] !== undefined && facts[way] > 0)
    .map((way) => fill(sentences[way] ?? '', { [way]: money(facts[way]), business }));
  return customerEmail(
    facts,
    { ...texts, body: `${texts.body} ${locale.attached}` },
    { number: named(facts.number), note: facts.note, amount: money(facts.amount) },
    {
      more,
      amount: { label: invoiceLabels[facts.language ?? 'en'][label], money: money(facts.amount) },
      facts: [[locale.labels.invoice, facts.number]],
      // Often nothing is left to pay.
      links: [{ label: locale.buttons.viewInvoice, url: facts.payUrl }],
    },
  );
}

/** To the customer who kept tax of what they paid: its certificate is asked for, no money. */
export function certificateReminder(facts: CertificateFacts): EmailContent {
  const { certificateReminder: texts, labels } = localeOf(facts);
  const amount = formatMoney(facts.amount, facts.currency);
  return customerEmail(
    facts,
    texts,
    { number: named(facts.number), amount },
    {
      facts: [
        [labels.invoice, facts.number],
        [labels.on, formatLongDate(facts.paidOn, facts.language)],
        [texts.kept, amount],
      ],
      more: [texts.reply],
    },
  );
}

/** To a customer who need not keep tax of an invoice, at its owner's wish. */
export function exemptionRequest(facts: ExemptionFacts): EmailContent {
  const { exemptionRequest: texts, labels } = localeOf(facts);
  const money = (amount: Minor) => formatMoney(amount, facts.currency);
  const values = { upTo: money(facts.upTo), business: named(facts.business.name) };
  return customerEmail(
    facts,
    texts,
    { number: named(facts.number), amount: money(facts.amount) },
    {
      facts: [
        [labels.invoice, facts.number],
        [texts.taxId, facts.taxId],
      ],
      more: [fill(texts.reason, values), texts.reply],
    },
  );
}

/** To the customer, with their statement as PDF. */
export function customerStatement(facts: StatementFacts): EmailContent {
  const locale = localeOf(facts);
  const { owes, credit: keeps, nothing, all, ...texts } = locale.customerStatement;
  const { owed, credit } = facts;
  const business = named(facts.business.name);
  const said = (text: string, sum: Minor) =>
    fill(text, { amount: formatMoney(sum, facts.currency), business });
  return customerEmail(
    facts,
    { ...texts, body: `${texts.body} ${locale.attached}` },
    { to: formatLongDate(facts.to, facts.language) },
    {
      more: [
        ...(owed > 0 ? [said(owes, owed)] : []),
        ...(credit > 0 ? [said(keeps, credit)] : []),
        ...(owed + credit > 0 ? [] : [said(nothing, owed)]),
      ],
      links: [{ label: fill(all, { business }), url: facts.portalUrl }],
    },
  );
}

/** To an address that asked for its own pages, a link for each business. Duewell writes, for all of them. */
export function portalLinks(facts: PortalLinksFacts): EmailContent {
  const { subject, heading, body, bodies, link, footer } = localeOf(facts).portalLinks;
  return {
    subject,
    content: {
      language: facts.language,
      heading,
      paragraphs: [facts.links.length > 1 ? bodies : body],
      links: facts.links.map(({ business, url }) => ({
        label: fill(link, { business: named(business) }),
        url,
      })),
      footer,
    },
  };
}

/** Stage of the dunning schedule for a day. */
export function reminderStepOf(daysLate: number): ReminderStep {
  if (daysLate < 0) return 'before';
  if (daysLate === 0) return 'today';
  if (daysLate < LATER_DAYS) return 'late';
  return daysLate < FIRM_DAYS ? 'later' : 'firm';
}

/** The texts of a customer's language. */
export const localeOf = ({ language = 'en' }: Pick<ToCustomer, 'language'>): Locale => locales[language];

/** A name as it stands inside a sentence. */
export const named = (text: string): string => clip(oneLine(text), MAX_NAME_LENGTH);

/** An email to a customer in their language; `more` fills in the texts, `rest` stands beside them. */
export function customerEmail(facts: ToCustomer, texts: EmailTexts, more: Values, rest: Rest): EmailContent {
  const locale = localeOf(facts);
  const values = { business: named(facts.business.name), customer: named(facts.customerName), ...more };
  const { more: paragraphs = [], ...content } = rest;
  const { language = 'en', business, unsubscribeUrl } = facts;
  return {
    subject: clip(fill(texts.subject, values), MAX_SUBJECT_LENGTH),
    content: {
      language,
      heading: fill(texts.heading, values),
      paragraphs: [fill(locale.hello, values), fill(texts.body, values), ...paragraphs],
      orOpen: locale.orOpen,
      footer: fill(locale.footer, values),
      business,
      ...(unsubscribeUrl ? { unsubscribe: { label: locale.unsubscribe, url: unsubscribeUrl } } : {}),
      ...content,
    },
  };
}

function aboutInvoice({ number, title, due, language }: InvoiceFacts): Values {
  return { number: named(number), title: named(title), due: formatLongDate(due, language) };
}

function payable(facts: InvoiceFacts): Rest {
  const { labels, buttons } = localeOf(facts);
  if (facts.balance === 0)
    return {
      amount: { label: labels.paid, money: formatMoney(facts.total, facts.currency), tone: 'good' },
      button: { label: labels.invoice, url: facts.payUrl },
    };
  return {
    amount: {
      label: facts.balance < facts.total ? labels.stillToPay : labels.amount,
      money: formatMoney(facts.balance, facts.currency),
      note: askedNote(facts),
    },
    facts: wholeFacts(facts),
    button: { label: buttons.viewAndPay, url: facts.payUrl },
  };
}

function askedNote(facts: InvoiceFacts): string {
  const { due, language = 'en' } = facts;
  const dueOn = due === UNDATED ? '' : `${localeOf(facts).labels.due}: ${formatLongDate(due, language)}`;
  return sentences([dueOn, earlySentence(facts, language), netSentence(facts, invoiceLabels[language])]);
}

// The whole stands beside a part, and beside what is less by tax: a customer knows the invoice by it.
function wholeFacts({ part, kept, currency, language = 'en' }: InvoiceFacts): [string, string][] {
  const { total, withheld } = invoiceLabels[language];
  const whole = part ?? kept;
  return [
    ...(part ? [[partLabels[language].title, part.label] satisfies [string, string]] : []),
    ...(whole ? [[total, formatMoney(whole.of, currency)] satisfies [string, string]] : []),
    ...(kept ? [[withheld, formatMoney(kept.tax, currency)] satisfies [string, string]] : []),
  ];
}
