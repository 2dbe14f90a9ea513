import { formatLongDate } from '#core/dates.ts';
import { formatMoney } from '#core/money.ts';
import type { MailContent } from '../layout.ts';
import { clip, fill, oneLine } from '../wording/text.ts';
import type { ReminderStep, Wording, Words } from '../wording/wording.ts';
import { daysIn, wordings } from '../wording/wordings.ts';
import type {
  InvoiceFacts,
  Letter,
  PromiseFacts,
  ReceiptFacts,
  RefundFacts,
  ReminderFacts,
  ToCustomer,
} from './letter.ts';

const LONGEST_NAME = 80;
const LONGEST_SUBJECT = 160;
/** From so many days after the due date on a reminder is firmer. */
const LATER_DAYS = 7;
const FIRM_DAYS = 14;

type Values = Record<string, string>;
type Rest = Partial<MailContent> & { more?: string[] };

/** To the customer; the invoice goes along as PDF. */
export function invoiceSent(facts: InvoiceFacts): Letter {
  const wording = wordingOf(facts);
  const { bodyWithTitle, body, ...words } = wording.invoiceSent;
  const whole = `${facts.title ? bodyWithTitle : body} ${wording.attached}`;
  return letterTo(facts, { ...words, body: whole }, aboutInvoice(facts), payable(facts));
}

/** To the customer: before the due date, on it, and from friendly to firm after it. */
export function invoiceReminder(facts: ReminderFacts): Letter {
  const wording = wordingOf(facts);
  const values = { ...aboutInvoice(facts), days: daysIn(wording, Math.abs(facts.daysLate)) };
  return letterTo(facts, wording.reminder[stepOf(facts.daysLate)], values, payable(facts));
}

/** To the customer, on the day they said they would pay. */
export function promiseDue(facts: PromiseFacts): Letter {
  const promised = formatLongDate(facts.promised, facts.language);
  const values = { ...aboutInvoice(facts), promised };
  return letterTo(facts, wordingOf(facts).promiseDue, values, payable(facts));
}

/** To the customer who paid. */
export function receipt(facts: ReceiptFacts): Letter {
  const wording = wordingOf(facts);
  const { labels, buttons } = wording;
  const values = { number: named(facts.number), balance: formatMoney(facts.balance, facts.currency) };
  const { rest, ...words } = wording.receipt;
  const page = facts.receiptUrl ?? facts.payUrl;
  const owes = facts.balance > 0;
  return letterTo(facts, words, values, {
    amount: { label: labels.paid, money: formatMoney(facts.amount, facts.currency), tone: 'good' },
    facts: [
      [labels.invoice, facts.number],
      [labels.on, formatLongDate(facts.paidOn, facts.language)],
      [labels.by, methodName(wording, facts.method)],
      [labels.reference, facts.reference],
    ],
    more: owes ? [fill(rest, values)] : [],
    button: owes
      ? { label: buttons.payTheRest, url: facts.payUrl }
      : { label: buttons.viewReceipt, url: page },
    ...(owes && facts.receiptUrl ? { link: { label: buttons.viewReceipt, url: page } } : {}),
  });
}

/** To the customer. */
export function refundSent(facts: RefundFacts & ToCustomer): Letter {
  const wording = wordingOf(facts);
  const money = formatMoney(facts.amount, facts.currency);
  return letterTo(
    facts,
    wording.refundSent,
    { number: named(facts.number), amount: money },
    {
      amount: { label: wording.labels.givenBack, money },
      facts: [
        [wording.labels.invoice, facts.number],
        [wording.labels.reference, facts.reference],
      ],
    },
  );
}

/** Stage of the dunning schedule for a day. */
export function stepOf(daysLate: number): ReminderStep {
  if (daysLate < 0) return 'before';
  if (daysLate === 0) return 'today';
  if (daysLate < LATER_DAYS) return 'late';
  return daysLate < FIRM_DAYS ? 'later' : 'firm';
}

/** The texts of a customer's language. */
export const wordingOf = ({ language = 'en' }: Pick<ToCustomer, 'language'>): Wording => wordings[language];

/** A name as it stands inside a sentence. */
export const named = (text: string): string => clip(oneLine(text), LONGEST_NAME);

function letterTo(facts: ToCustomer, words: Words, more: Values, rest: Rest): Letter {
  const wording = wordingOf(facts);
  const values = { business: named(facts.business.name), customer: named(facts.customerName), ...more };
  const { more: paragraphs = [], ...content } = rest;
  const { language = 'en', business, unsubscribeUrl } = facts;
  return {
    subject: clip(fill(words.subject, values), LONGEST_SUBJECT),
    content: {
      language,
      heading: fill(words.heading, values),
      paragraphs: [fill(wording.hello, values), fill(words.body, values), ...paragraphs],
      orOpen: wording.orOpen,
      footer: fill(wording.footer, values),
      business,
      ...(unsubscribeUrl ? { unsubscribe: { label: wording.unsubscribe, url: unsubscribeUrl } } : {}),
      ...content,
    },
  };
}

function aboutInvoice({ number, title, due, language }: InvoiceFacts): Values {
  return { number: named(number), title: named(title), due: formatLongDate(due, language) };
}

function payable(facts: InvoiceFacts) {
  const { labels, buttons } = wordingOf(facts);
  return {
    amount: {
      label: facts.balance < facts.total ? labels.stillToPay : labels.amount,
      money: formatMoney(facts.balance, facts.currency),
      note: `${labels.due}: ${formatLongDate(facts.due, facts.language)}`,
    },
    button: { label: buttons.viewAndPay, url: facts.payUrl },
  };
}

function methodName({ methods }: Wording, method: string): string {
  const names: Record<string, string> = methods;
  return names[method] ?? method;
}
