import { attempts, attemptValues } from '#core/attempts.ts';
import { formatLongDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { type Language, languageCodes } from '#core/languages.ts';
import { type Currency, formatMoney, type Minor, subtract } from '#core/money.ts';
import type { WhatsAppMessage, WhatsAppTemplate } from '#server/kernel/ports/messaging.ts';
import type { DayTime, Locale, PlainText, ReminderStep, ReminderText } from '../locales/locale.ts';
import { dayTimeOf, locales, whenIn } from '../locales/locales.ts';
import { clip, oneLine, withoutLinks } from '../locales/text.ts';
import { owedText, ownWords, payLine, promisedText, reminderStepOf } from '../templates/customer.ts';
import { attemptNames } from '../templates/payments.ts';
import type { Facts } from './email.ts';

/** Messages that can also be sent by WhatsApp. */
export type WhatsAppEvent =
  | 'invoiceSent'
  | 'invoiceReminder'
  | 'promiseDue'
  | 'receipt'
  | 'refundSent'
  | 'paymentReceived';

type WhatsAppText = PlainText | ReminderText;
type TextMessage = Extract<WhatsAppMessage, { kind: 'text' }>;
type TemplateMessage = Omit<Extract<WhatsAppMessage, { kind: 'template' }>, 'document'>;

const MAX_TEXT_LENGTH = 300;
const MAX_NAME_LENGTH = 60;
const MIN_NAME_LENGTH = 12;

/** Template parameters in the order of `{{n}}`; the same in every language. */
export const parameters: Record<WhatsAppText, readonly string[]> = {
  invoice_ready: ['business', 'amount', 'due', 'number'],
  invoice_revised: ['business', 'amount', 'due', 'replaced', 'number'],
  invoice_due: ['customer', 'business', 'amount', 'when'],
  invoice_overdue: ['customer', 'business', 'amount', 'when'],
  invoice_firm: ['customer', 'business', 'amount', 'when'],
  invoice_promise: ['customer', 'business', 'amount', 'promised'],
  payment_receipt: ['business', 'amount', 'paidOn', 'number'],
  payment_refund: ['business', 'amount', 'number'],
  owner_payment_share: ['customer', 'amount', 'number', 'net', 'fee'],
};

/** Above which template the invoice stands as PDF, and what its button leads to. */
const templateForms: Record<WhatsAppText, { hasDocument?: true; leadsTo?: 'pay' | 'receipt' }> = {
  invoice_ready: { hasDocument: true, leadsTo: 'pay' },
  invoice_revised: { hasDocument: true, leadsTo: 'pay' },
  invoice_due: { leadsTo: 'pay' },
  invoice_overdue: { leadsTo: 'pay' },
  invoice_firm: { leadsTo: 'pay' },
  invoice_promise: { leadsTo: 'pay' },
  payment_receipt: { leadsTo: 'receipt' },
  payment_refund: {},
  owner_payment_share: {},
};

const dayTimes: DayTime[] = ['morning', 'afternoon', 'evening'];
const plainTexts: PlainText[] = [
  'invoice_ready',
  'invoice_revised',
  'payment_receipt',
  'payment_refund',
  'owner_payment_share',
];
const reminderTexts: ReminderText[] = ['invoice_due', 'invoice_overdue', 'invoice_firm', 'invoice_promise'];

/** A template's text; those of reminders are one for each greeting, since a template may not begin with a parameter. */
type Wording = { text: PlainText; dayTime: null } | { text: ReminderText; dayTime: DayTime };

const wordings: Wording[] = [
  ...plainTexts.map((text) => ({ text, dayTime: null })),
  ...reminderTexts.flatMap((text) => dayTimes.map((dayTime) => ({ text, dayTime }))),
];

const nameOf = ({ text, dayTime }: Wording): string => (dayTime ? `${text}_${dayTime}` : text);

const sentenceOf = ({ text, dayTime }: Wording, { greetings, whatsapp }: Locale): string =>
  dayTime ? `${greetings[dayTime]}. ${whatsapp[text]}` : whatsapp[text];

type TemplateInput = {
  wording: Wording;
  values: Record<string, string>;
  url: string | null;
  /** Said instead of the template where the chat is open. */
  text?: string | null;
};

const plain = (text: PlainText): Wording => ({ text, dayTime: null });
const greeting = (text: ReminderText, { hour }: { hour: number }): Wording => ({
  text,
  dayTime: dayTimeOf(hour),
});

const templateInputs: { [L in WhatsAppEvent]: (facts: Facts[L]) => TemplateInput } = {
  invoiceSent: (facts) =>
    facts.replaces
      ? aboutInvoice(plain('invoice_revised'), facts, {
          replaced: formatLongDate(facts.replaces, facts.language),
        })
      : aboutInvoice(plain('invoice_ready'), facts, {}),
  invoiceReminder: (facts) =>
    aboutInvoice(greeting(reminders[reminderStepOf(facts.daysLate)], facts), facts, {
      amount: owedText(facts),
      when: whenIn(locales[facts.language ?? 'en'], facts.daysLate),
    }),
  // Paying early takes something off the whole, not off a part that was promised.
  promiseDue: (facts) => {
    const owed = facts.partPromised ? { ...facts, earlyPayment: null } : facts;
    return aboutInvoice(greeting('invoice_promise', facts), owed, {
      amount: promisedText(facts),
      promised: formatLongDate(facts.promised, facts.language),
    });
  },
  receipt: (facts) => ({
    wording: plain('payment_receipt'),
    values: { ...aboutMoney(facts), paidOn: formatLongDate(facts.paidOn, facts.language) },
    url: facts.receiptUrl ?? facts.payUrl,
  }),
  refundSent: (facts) => ({ wording: plain('payment_refund'), values: aboutMoney(facts), url: null }),
  paymentReceived: (facts) => {
    const { amount, ...values } = attemptValues(attemptNames(facts));
    const money = (sum: Minor) => formatMoney(sum, facts.currency);
    return {
      wording: plain('owner_payment_share'),
      values: {
        ...values,
        amount: facts.testMode ? `${amount} (test)` : amount,
        net: money(subtract(facts.amount, facts.fee)),
        fee: money(facts.fee),
      },
      url: null,
      text: attempts[facts.state].whatsapp,
    };
  },
};

const reminders: Record<ReminderStep, ReminderText> = {
  before: 'invoice_due',
  today: 'invoice_due',
  late: 'invoice_overdue',
  later: 'invoice_overdue',
  firm: 'invoice_firm',
};

/** Text for an open chat: business, amount, day and link in that order, under 300 characters. */
export function whatsappText<L extends WhatsAppEvent>(event: L, facts: Facts[L]): TextMessage {
  const { words, link } = textParts(event, facts);
  return { kind: 'text', body: `${words}${link}` };
}

/** A reminder as its owner may edit it: the words, the line with amount and link under words of their own, and the whole. */
export function reminderText<L extends 'invoiceReminder' | 'promiseDue'>(
  event: L,
  facts: Facts[L],
): { words: string; payLine: string; body: string } {
  const { words, link } = textParts(event, facts);
  const line = payLine(facts);
  const body = facts.words ? `${ownWords(facts, facts.words)}\n${line}` : `${words}${link}`;
  return { words, payLine: line, body };
}

function textParts<L extends WhatsAppEvent>(event: L, facts: Facts[L]): { words: string; link: string } {
  const { wording, values, url, text } = templateInputOf(event, facts);
  const locale = locales[facts.language ?? 'en'];
  const link = !url ? '' : wording.dayTime ? ` ${locale.payHere} ${url}` : `\n${url}`;
  const sentence = text ?? sentenceOf(wording, locale);
  const wordsWith = (longest: number) => fill(sentence, clipped(values, longest));
  let longest = MAX_NAME_LENGTH;
  while (wordsWith(longest).length + link.length >= MAX_TEXT_LENGTH && longest > MIN_NAME_LENGTH)
    longest -= 1;
  return { words: wordsWith(longest), link };
}

/** Template for a chat that is not open. The sender adds the document of a template that has one. */
export function templateFor<L extends WhatsAppEvent>(event: L, facts: Facts[L]): TemplateMessage {
  const { wording, values, url } = templateInputOf(event, facts);
  const filled = clipped(values, MAX_NAME_LENGTH);
  const language = facts.language ?? 'en';
  return {
    kind: 'template',
    ...identity(nameOf(wording), language),
    body: parameters[wording.text].map((name) => fill(`{${name}}`, filled)),
    ...(url && templateForms[wording.text].leadsTo ? { urlSuffix: new URL(url).pathname.slice(1) } : {}),
  };
}

/** WhatsApp content of a message: text, and templates of which the first approved one is sent. */
export function whatsappContentOf<L extends WhatsAppEvent>(
  event: L,
  facts: Facts[L],
): { text: TextMessage; templates: TemplateMessage[] } {
  const own = templateFor(event, facts);
  const english = templateFor(event, { ...facts, language: 'en' });
  const templates = [own, english, ...unrevised(event, facts)];
  const isFirst = ({ name, language }: TemplateMessage, at: number) =>
    templates.findIndex((one) => one.name === name && one.language === language) === at;
  return { text: whatsappText(event, facts), templates: templates.filter(isFirst) };
}

// A changed invoice whose own template nobody has approved yet still goes; its PDF and its page say which it replaces.
function unrevised<L extends WhatsAppEvent>(event: L, facts: Facts[L]): TemplateMessage[] {
  if (!('replaces' in facts) || !facts.replaces) return [];
  const plain = { ...facts, replaces: null };
  return [templateFor(event, plain), templateFor(event, { ...plain, language: 'en' })];
}

/** Whether a template stands below a file; one without refuses it. */
export const acceptsDocument = (name: string): boolean =>
  wordings.some(
    (wording) =>
      templateForms[wording.text].hasDocument && name.replace(/_(pcm|yo|ig)$/, '') === nameOf(wording),
  );

/** Every template, in every language, as it is handed in. `publicUrl` has no slash at its end. */
export const whatsappTemplates = (publicUrl: string): WhatsAppTemplate[] =>
  wordings.flatMap((wording) => languageCodes.map((language) => templateIn(wording, language, publicUrl)));

function templateIn(wording: Wording, language: Language, publicUrl: string): WhatsAppTemplate {
  const locale = locales[language];
  const { hasDocument = false, leadsTo } = templateForms[wording.text];
  const order = parameters[wording.text];
  const text = fill(
    sentenceOf(wording, locale),
    Object.fromEntries(order.map((parameter, at) => [parameter, `{{${at + 1}}}`])),
  );
  const day = formatLongDate('2026-12-11', language);
  const when = whenIn(locale, wording.text === 'invoice_due' ? -3 : 5);
  const dates = { due: day, promised: day, paidOn: day, replaced: day, when };
  const examples: Record<string, string> = { ...example, ...dates };
  return {
    ...identity(nameOf(wording), language),
    body: leadsTo ? `${text} ${locale.buttonHint[leadsTo]}` : text,
    example: order.map((parameter) => fill(`{${parameter}}`, examples)),
    hasDocument,
    button: leadsTo ? { title: locale.buttonTitle[leadsTo], url: `${publicUrl}/` } : null,
  };
}

const example = {
  business: 'Okafor Kitchen',
  customer: 'Mrs Bello',
  amount: '₦45,000.00',
  number: 'INV-0042',
  net: '₦44,225.00',
  fee: '₦775.00',
};

// WhatsApp has a code for English and Hausa only; the other three are templates of their own beside the English one.
function identity(template: string, language: Language): { name: string; language: string } {
  return language === 'en' || language === 'ha'
    ? { name: template, language }
    : { name: `${template}_${language}`, language: 'en' };
}

function templateInputOf<L extends WhatsAppEvent>(event: L, facts: Facts[L]): TemplateInput {
  const writers: { [K in WhatsAppEvent]: (facts: Facts[K]) => TemplateInput } = templateInputs;
  return writers[event](facts);
}

type Money = {
  business: { name: string };
  customerName: string;
  number: string;
  amount: Minor;
  currency: Currency;
};

const aboutMoney = ({ business, customerName, number, amount, currency }: Money) => ({
  business: business.name,
  customer: customerName,
  number,
  amount: formatMoney(amount, currency),
});

function aboutInvoice(
  wording: Wording,
  facts: Facts['invoiceSent'],
  more: Record<string, string>,
): TemplateInput {
  const due = formatLongDate(facts.due, facts.language);
  const values = { ...aboutMoney({ ...facts, amount: facts.balance }), due, ...more };
  return { wording, values: { ...values, amount: withEarly(values.amount, facts) }, url: facts.payUrl };
}

// Inside the amount, so that a template whose text WhatsApp has approved says it too.
function withEarly(
  amount: string,
  { earlyPayment, currency, language = 'en' }: Facts['invoiceSent'],
): string {
  if (earlyPayment?.state !== 'open') return amount;
  const net = formatMoney(earlyPayment.net, currency);
  return fill(locales[language].early, { amount, net, date: formatLongDate(earlyPayment.until, language) });
}

// A parameter may hold no line break, and a name no more than its share of the message.
const clipped = (
  { business = '', customer = '', number = '', ...rest }: TemplateInput['values'],
  longest: number,
) => ({
  ...rest,
  business: chatName(business, longest),
  customer: chatName(customer, longest),
  number: chatName(number, longest),
});

/** The last digits of a number; null where it is hidden. */
export const maskedNumber = (number: string | null): string | null =>
  number === null ? null : `•••• ${number.slice(-4)}`;

/** A name as it may stand in a chat, on one line and in at most `longest` UTF-16 units. */
export const chatName = (name: string, longest: number): string =>
  clip(oneLine(withoutLinks(oneLine(name))), longest);
