import { attempts, attemptValues } from '#core/attempts.ts';
import { formatLongDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { type Language, languageCodes } from '#core/languages.ts';
import { type Currency, formatMoney, type Minor, subtract } from '#core/money.ts';
import type { WhatsAppMessage, WhatsAppTemplate } from '#server/kernel/ports/messaging.ts';
import type { ReminderStep, WhatsAppTemplateName } from '../locales/locale.ts';
import { locales } from '../locales/locales.ts';
import { clip, oneLine, withoutLinks } from '../locales/text.ts';
import { reminderStepOf } from '../templates/customer.ts';
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

type TextMessage = Extract<WhatsAppMessage, { kind: 'text' }>;
type TemplateMessage = Omit<Extract<WhatsAppMessage, { kind: 'template' }>, 'document'>;

const MAX_TEXT_LENGTH = 300;
const MAX_NAME_LENGTH = 60;
const MIN_NAME_LENGTH = 12;

/** Template parameters in the order of `{{n}}`; the same in every language. */
export const parameters: Record<WhatsAppTemplateName, readonly string[]> = {
  invoice_ready: ['business', 'amount', 'due', 'number'],
  invoice_revised: ['business', 'amount', 'due', 'replaced', 'number'],
  invoice_reminder_before: ['business', 'amount', 'due', 'number'],
  invoice_reminder_today: ['business', 'amount', 'due', 'number'],
  invoice_reminder_after: ['business', 'amount', 'due', 'number'],
  invoice_reminder_firm: ['business', 'amount', 'due', 'number'],
  invoice_promise: ['business', 'amount', 'promised', 'number'],
  payment_receipt: ['business', 'amount', 'paidOn', 'number'],
  payment_refund: ['business', 'amount', 'number'],
  owner_payment_share: ['customer', 'amount', 'number', 'net', 'fee'],
};

/** Above which template the invoice stands as PDF, and what its button leads to. */
const templateForms: Record<WhatsAppTemplateName, { hasDocument?: true; leadsTo?: 'pay' | 'receipt' }> = {
  invoice_ready: { hasDocument: true, leadsTo: 'pay' },
  invoice_revised: { hasDocument: true, leadsTo: 'pay' },
  invoice_reminder_before: { leadsTo: 'pay' },
  invoice_reminder_today: { leadsTo: 'pay' },
  invoice_reminder_after: { leadsTo: 'pay' },
  invoice_reminder_firm: { leadsTo: 'pay' },
  invoice_promise: { leadsTo: 'pay' },
  payment_receipt: { leadsTo: 'receipt' },
  payment_refund: {},
  owner_payment_share: {},
};

const names: WhatsAppTemplateName[] = [
  'invoice_ready',
  'invoice_revised',
  'invoice_reminder_before',
  'invoice_reminder_today',
  'invoice_reminder_after',
  'invoice_reminder_firm',
  'invoice_promise',
  'payment_receipt',
  'payment_refund',
  'owner_payment_share',
];

type TemplateInput = {
  template: WhatsAppTemplateName;
  values: Record<string, string>;
  url: string | null;
  /** Said instead of the template where the chat is open. */
  text?: string | null;
};

const templateInputs: { [L in WhatsAppEvent]: (facts: Facts[L]) => TemplateInput } = {
  invoiceSent: (facts) =>
    facts.replaces
      ? aboutInvoice('invoice_revised', facts, { replaced: formatLongDate(facts.replaces, facts.language) })
      : aboutInvoice('invoice_ready', facts, {}),
  invoiceReminder: (facts) => aboutInvoice(reminders[reminderStepOf(facts.daysLate)], facts, {}),
  promiseDue: (facts) =>
    aboutInvoice('invoice_promise', facts, { promised: formatLongDate(facts.promised, facts.language) }),
  receipt: (facts) => ({
    template: 'payment_receipt',
    values: { ...aboutMoney(facts), paidOn: formatLongDate(facts.paidOn, facts.language) },
    url: facts.receiptUrl ?? facts.payUrl,
  }),
  refundSent: (facts) => ({ template: 'payment_refund', values: aboutMoney(facts), url: null }),
  paymentReceived: (facts) => {
    const { amount, ...values } = attemptValues(attemptNames(facts));
    const money = (sum: Minor) => formatMoney(sum, facts.currency);
    return {
      template: 'owner_payment_share',
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

const reminders: Record<ReminderStep, WhatsAppTemplateName> = {
  before: 'invoice_reminder_before',
  today: 'invoice_reminder_today',
  late: 'invoice_reminder_after',
  later: 'invoice_reminder_after',
  firm: 'invoice_reminder_firm',
};

/**
 * Text for an open chat: business, amount, day and link in that order, under 300 characters.
 */
export function whatsappText<L extends WhatsAppEvent>(event: L, facts: Facts[L]): TextMessage {
  const { template, values, url, text: open } = templateInputOf(event, facts);
  const text = open ?? locales[facts.language ?? 'en'].whatsapp[template];
  const bodyWith = (longest: number) =>
    [fill(text, clipped(values, longest)), ...(url ? [url] : [])].join('\n');
  let longest = MAX_NAME_LENGTH;
  while (bodyWith(longest).length >= MAX_TEXT_LENGTH && longest > MIN_NAME_LENGTH) longest -= 1;
  return { kind: 'text', body: bodyWith(longest) };
}

/** Template for a chat that is not open. The sender adds the document of a template that has one. */
export function templateFor<L extends WhatsAppEvent>(event: L, facts: Facts[L]): TemplateMessage {
  const { template, values, url } = templateInputOf(event, facts);
  const filled = clipped(values, MAX_NAME_LENGTH);
  const language = facts.language ?? 'en';
  return {
    kind: 'template',
    ...identity(template, language),
    body: parameters[template].map((name) => fill(`{${name}}`, filled)),
    ...(url && templateForms[template].leadsTo ? { urlSuffix: new URL(url).pathname.slice(1) } : {}),
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
  names.some(
    (template) => templateForms[template].hasDocument && name.replace(/_(pcm|yo|ig)$/, '') === template,
  );

/** Every template, in every language, as it is handed in. `publicUrl` has no slash at its end. */
export const whatsappTemplates = (publicUrl: string): WhatsAppTemplate[] =>
  names.flatMap((name) => languageCodes.map((language) => templateIn(name, language, publicUrl)));

function templateIn(name: WhatsAppTemplateName, language: Language, publicUrl: string): WhatsAppTemplate {
  const { whatsapp, buttonHint, buttonTitle } = locales[language];
  const { hasDocument = false, leadsTo } = templateForms[name];
  const order = parameters[name];
  const text = fill(
    whatsapp[name],
    Object.fromEntries(order.map((parameter, at) => [parameter, `{{${at + 1}}}`])),
  );
  const examples = { ...example, due: formatLongDate('2026-12-11', language) };
  const dated: Record<string, string> = {
    ...examples,
    promised: examples.due,
    paidOn: examples.due,
    replaced: examples.due,
  };
  return {
    ...identity(name, language),
    body: leadsTo ? `${text} ${buttonHint[leadsTo]}` : text,
    example: order.map((parameter) => fill(`{${parameter}}`, dated)),
    hasDocument,
    button: leadsTo ? { title: buttonTitle[leadsTo], url: `${publicUrl}/` } : null,
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
function identity(template: WhatsAppTemplateName, language: Language): { name: string; language: string } {
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
  template: WhatsAppTemplateName,
  facts: Facts['invoiceSent'],
  more: Record<string, string>,
): TemplateInput {
  const due = formatLongDate(facts.due, facts.language);
  const values = { ...aboutMoney({ ...facts, amount: facts.balance }), due, ...more };
  return { template, values, url: facts.payUrl };
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
