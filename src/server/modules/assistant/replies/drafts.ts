import type { Draft } from '#contract/assistant.ts';
import { USUAL_VALID_DAYS } from '#contract/quotes.ts';
import type { FieldError } from '#core/errors.ts';
import { earlySentence } from '#core/invoice/document.ts';
import { type Currency, formatMoney, minor } from '#core/money.ts';
import { formatPhone } from '#core/phone.ts';
import type { Customer } from '#server/modules/customers/queries/by-name.ts';
import type { CreatedInvoice } from '#server/modules/invoices/commands/create.ts';
import {
  DEFAULT_DUE_DAYS,
  type DraftArguments,
  earlyOfDraft,
  totalsOfDraft,
} from '#server/modules/invoices/tools/draft.ts';
import { toldEarly } from '#server/modules/invoices/rules/early-payment.ts';
import {
  depositSum,
  kindNames,
  type QuoteArguments,
  type WrittenQuote,
} from '#server/modules/quotes/tools/draft.ts';
import { escapeMarkdown } from './escape.ts';
import { link, list, paragraphs, table, weekdayText } from './format.ts';
import { invoiceLink } from './invoice-text.ts';
import { onCard, type Reply, reply } from './reply.ts';

/** A quantity, without needless figures. */
export const quantityText = (quantity: number): string => String(Math.round(quantity * 1e6) / 1e6);
const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);
const percentText = (percent: number): string => `${Math.round(percent * 100) / 100}%`;

/** A complete invoice for its owner to look at before it exists. */
export function invoiceProposed(
  args: DraftArguments,
  draft: Draft,
  currency: Currency,
  before: Draft | null,
): Reply {
  const { customer, invoice, dueFilled, usualDays, next } = args;
  return reply(
    onCard(`Please check this invoice for **${escapeMarkdown(customer.name)}**${contactText(args)}:`),
    onCard(linesTable(args, draft, currency)),
    onCard(sums(args, draft, currency)),
    onCard(
      `Due **${weekdayText(invoice.dueDate)}**${dueFilled ? `, ${daysText(usualDays ?? DEFAULT_DUE_DAYS)} from now, ${usualDays === null ? 'as no date was said' : 'as last time'}` : ''}.`,
      dueFilled
        ? `No due date was given, so it is due in ${daysText(usualDays ?? DEFAULT_DUE_DAYS)}${usualDays === null ? '' : ', as last time'}.`
        : '',
    ),
    earlySentence({ earlyPayment: earlyOfDraft(args), currency }, 'en'),
    textsOnPaper(args),
    customerNote(args, draft, 'invoice', before),
    onCard(
      `Nothing is made yet. Say **yes** to create it${next ? ', then I ask about sending it' : ''}, or tell me what to change.`,
      next ? 'Once it is created, I ask about sending it.' : '',
    ),
  );
}

/** A complete quote for its owner to look at before it exists. */
export function quoteProposed(
  quote: QuoteArguments,
  draft: Draft,
  currency: Currency,
  before: Draft | null,
): Reply {
  const { kind, draft: args, validDays = USUAL_VALID_DAYS } = quote;
  const name = kindNames[kind];
  return reply(
    `Please check this ${name} for **${escapeMarkdown(args.customer.name)}**${contactText(args)}:`,
    linesTable(args, draft, currency),
    sums(args, draft, currency),
    textsOnPaper(args),
    customerNote(args, draft, name, before),
    depositTerms(quote, currency),
    `It can be accepted for ${daysText(validDays)} once you send it. Nothing is made yet. Say **yes** to make it, or tell me what to change.`,
  );
}

function depositTerms(quote: QuoteArguments, currency: Currency): string | null {
  const sum = depositSum(quote);
  if (sum === null || !quote.deposit) return null;
  const { type, value } = quote.deposit;
  const amount = formatMoney(sum, currency);
  const deposit = type === 'percent' ? `${percentText(value)} (${amount})` : amount;
  return `A deposit of ${deposit} is asked for on acceptance, the rest when you ask.`;
}

/** Answer after a quote was made. */
export const quoteCreated = ({ id, kind, customer_name, total_minor, currency }: WrittenQuote): string =>
  `The ${link(kindNames[kind], '/quotes', { quote: id })} for **${escapeMarkdown(customer_name)}** is made: ${formatMoney(total_minor, currency)}. Open it to send it.`;

/** The customer's order number and the note, which stand on no card. */
export const textsOnPaper = ({ invoice: { poNumber, notes } }: DraftArguments): string =>
  list(
    poNumber && `Purchase order number: ${escapeMarkdown(poNumber)}`,
    notes && `Note on it: ${escapeMarkdown(notes)}`,
  );

/** The contact of a draft's customer, in brackets. */
export const contactText = ({ customer }: DraftArguments): string => {
  const contact = [customer.email, formatPhone(customer.phone ?? '')]
    .filter(Boolean)
    .map(escapeMarkdown)
    .join(', ');
  return contact ? ` (${contact})` : '';
};

/**
 * Note about a customer who is new, changed, or found by a part of the name; null for none of these. Beside a card it is said once:
 * `before` is the draft as it stood complete before the message.
 */
export function customerNote(
  args: DraftArguments,
  draft: Draft,
  paper: string,
  before: Draft | null,
): Reply | string | null {
  const note = newCustomerNote(args, paper) ?? matchedCustomerNote(args, draft);
  return note && before && isSameCustomer(before, draft)
    ? onCard(typeof note === 'string' ? note : note.text)
    : note;
}

const isSameCustomer = (one: Draft, other: Draft): boolean =>
  one.customerName === other.customerName &&
  one.customerEmail === other.customerEmail &&
  one.customerPhone === other.customerPhone;

function newCustomerNote({ customer }: DraftArguments, paper: string): Reply | string | null {
  const name = escapeMarkdown(customer.name);
  const isNew = `${name} is not among your customers yet and will be saved.`;
  if (customer.setsPhone)
    return `I will save ${formatPhone(customer.phone ?? '')} as the phone number of ${name}.`;
  if (customer.setsEmail)
    return `I will save ${escapeMarkdown(customer.email)} as the email address of ${name}.`;
  if (customer.id === null && customer.email === '')
    return onCard(
      `${isNew} What is their email address? You can also create the ${paper} without it.`,
      isNew,
    );
  return customer.id === null ? isNew : null;
}

// A partial or misspelt name may match a customer; the owner has to see which one was taken.
function matchedCustomerNote({ customer }: DraftArguments, { customerName }: Draft): string | null {
  const same = (a: string, b: string) => a.toLowerCase().trim() === b.toLowerCase().trim();
  if (!customerName || same(customerName, customer.name)) return null;
  return `I take “${escapeMarkdown(customerName)}” to be your customer ${escapeMarkdown(customer.name)}. If it is somebody else, tell me their email address or full name.`;
}

/** The lines of a draft with their sums. */
export function linesTable(args: DraftArguments, draft: Draft, currency: Currency): string {
  const { lines } = totalsOfDraft(args);
  const rows = args.invoice.items.map(({ description, quantity, rate }, at) => [
    `${escapeMarkdown(description)}${apartText(draft.items[at] ?? {}, amountIn(currency))}`,
    quantityText(quantity),
    formatMoney(minor(Math.round(rate * 100)), currency),
    formatMoney(lines[at] ?? minor(0), currency),
  ]);
  return table(['Item', '>Quantity', '>Price', '>Amount'], rows);
}

/** The sums of a draft. */
export function sums(args: DraftArguments, draft: Draft, currency: Currency): string {
  const { subtotal, discount, tax, total } = totalsOfDraft(args);
  const rate = draft.discount?.type === 'percent' ? ` (${percentText(draft.discount.value)})` : '';
  const extras = discount > 0 || tax > 0;
  return list(
    extras && `Subtotal: ${formatMoney(subtotal, currency)}`,
    discount > 0 && `Discount${rate}: ${formatMoney(minor(-discount), currency)}`,
    tax > 0 &&
      `Tax (${percentText(args.invoice.taxRate)}${args.invoice.pricesIncludeTax ? ', in the prices' : ''}): ${formatMoney(tax, currency)}`,
    `**Total: ${formatMoney(total, currency)}**`,
  );
}

/** The known part of an incomplete invoice, above the question about the rest. */
export function draftSummary(draft: Draft, repeats = false): string | null {
  const amount = amountIn(draft.currency);
  const lines = draft.items.map(({ description, quantity, rate, ...rest }) => {
    const what = description ? escapeMarkdown(description) : 'something';
    // Zero is a number that was not clear.
    return `${quantity ? `${quantityText(quantity)} × ` : ''}${what}: ${rate === null ? 'no price yet' : amount(rate)}${apartText(rest, amount)}`;
  });
  const { discount, earlyPayment: early, taxRate, dueDate, total, customerName, deposit, validDays } = draft;
  const extras = [
    discount && `Discount: ${shareText(discount, amount)}`,
    taxRate > 0 && `Tax: ${percentText(taxRate)}`,
    early && `${percentText(early.percent)} off if paid by ${weekdayText(early.until)}`,
    dueDate && `Due: ${weekdayText(dueDate)}`,
    deposit && `Deposit: ${shareText(deposit, amount)}`,
    validDays !== undefined && `Can be accepted for ${daysText(validDays)}`,
    total !== null && `Total: ${amount(total)}`,
  ];
  const details = list(...lines, ...extras);
  if (details === '' && !customerName) return null;
  const who = customerName ? ` for **${escapeMarkdown(customerName)}**` : '';
  const name = draft.quote ? kindNames[draft.quote] : repeats ? 'repeating invoice' : 'invoice';
  return paragraphs(
    `So far, ${/^[ei]/.test(name) ? 'an' : 'a'} ${name}${who}${details === '' ? '.' : ':'}`,
    details,
  );
}

const MOST_LINES_NAMED = 3;

/** A draft in one line: where it differs from the other reading of the same words, and its total. */
export function draftLine(draft: Draft, other: Draft): string {
  const amount = amountIn(draft.currency);
  const known = new Set(other.items.map(lineKey));
  const apart = draft.items.filter((line) => !known.has(lineKey(line)));
  const lines = apart.length > 0 ? apart : draft.items;
  const named = lines
    .slice(0, MOST_LINES_NAMED)
    .map(
      ({ description, quantity, rate }) =>
        `${quantityText(quantity ?? 1)} × ${description ?? ''} at ${amount(rate ?? 0)}`,
    );
  const who = draft.customerName === other.customerName ? '' : `${draft.customerName ?? ''}: `;
  const more = lines.length > MOST_LINES_NAMED ? ', …' : '';
  return `${who}${named.join(', ')}${more} = ${amount(draft.total ?? 0)}`;
}

const lineKey = ({ description, quantity, rate }: Draft['items'][number]): string =>
  JSON.stringify([description, quantity, rate]);

/** Question which of two readings is meant. */
export const whichReading = (labels: readonly string[]): Reply =>
  reply(
    'I can read that in two ways. Which one do you mean?',
    onCard(labels.map((label, at) => `${at + 1}. ${escapeMarkdown(label)}`).join('\n')),
    onCard('Say “1” or “2”, or tell me in other words.'),
  );

const taxWords = { standard: null, zero: 'tax 0%', exempt: 'exempt from tax', outside: 'not taxed' };

/** A share or an amount of it: `10%`, `₦500.00`. */
export const shareText = (
  { type, value }: NonNullable<Draft['discount']>,
  amount: (major: number) => string,
): string => (type === 'percent' ? percentText(value) : amount(value));

/** The discount of a line and how it is taxed, behind its name. */
export function apartText(
  { discount, taxCode = 'standard' }: Pick<Draft['items'][number], 'discount' | 'taxCode'>,
  amount: (major: number) => string,
): string {
  const off = discount && shareText(discount, amount);
  const words = [off && `${off} off`, taxWords[taxCode]].filter(Boolean);
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

/** Amounts in major units; bare figures while nobody knows the currency. */
export const amountIn = (currency: Currency | null) => (amount: number) => {
  const kobo = Math.round(amount * 100);
  if (!Number.isSafeInteger(kobo)) return 'too much';
  return currency ? formatMoney(minor(kobo), currency) : formatMoney(minor(kobo), 'NGN').slice(1);
};

/** Maximum number of customers listed to choose from. */
export const MAX_CUSTOMERS = 20;

/** Question which of several matching customers is meant. */
export const whichCustomer = (searched: string | null, customers: readonly Customer[]): string =>
  paragraphs(
    `You have ${customers.length} customers called ${searched ? `**${escapeMarkdown(searched)}**` : 'so'}. Which one is it for?${customers.length > MAX_CUSTOMERS ? ` The first ${MAX_CUSTOMERS}:` : ''}`,
    customers
      .slice(0, MAX_CUSTOMERS)
      .map(
        ({ name, email, phone }, at) =>
          `${at + 1}. ${[name, email, formatPhone(phone ?? '')].filter(Boolean).map(escapeMarkdown).join(', ')}`,
      )
      .join('\n'),
    'Say “the first one”, or an email address.',
  );

const fieldNames: Record<string, string> = {
  customerName: 'Customer',
  customerEmail: 'Email address',
  customerPhone: 'Phone number',
  dueDate: 'Due date',
  taxRate: 'Tax',
  discount: 'Discount',
  deposit: 'Deposit',
  poNumber: 'Purchase order number',
  notes: 'Note',
};

/** Reasons why the form would refuse this invoice. */
export function invalidInvoice(errors: readonly FieldError[], draft: Draft): string {
  const messages = errors.map(({ path, message }) => {
    const at = /^items\.(\d+)/.exec(path)?.[1];
    const item = at === undefined ? null : draft.items[Number(at)]?.description;
    const where = item ? escapeMarkdown(item) : (fieldNames[path] ?? null);
    return where ? `${where}: ${message}` : message;
  });
  return paragraphs(
    'I cannot make this invoice as it is:',
    list(...new Set(messages)),
    'Tell me what to change.',
  );
}

/** Answer after an invoice was created. */
export function invoiceCreated({ invoice, today }: CreatedInvoice, offersToSend: boolean): Reply {
  const name = escapeMarkdown(invoice.customer_name);
  const offer = invoice.customer_email
    ? onCard(`Shall I send it to ${escapeMarkdown(invoice.customer_email)}? Say “send it”.`)
    : onCard(
        `${name} has no email address, so it goes by WhatsApp. Say “send it”.`,
        'There is no email address, so it goes by WhatsApp.',
      );
  const sum = `${formatMoney(invoice.total_minor, invoice.currency)}, due ${weekdayText(invoice.due_date)}.`;
  return reply(
    onCard(`Invoice ${invoiceLink(invoice)} for **${name}** is created: ${sum}`, `For **${name}**: ${sum}`),
    earlySentence({ earlyPayment: toldEarly(invoice, today), currency: invoice.currency }, 'en'),
    offersToSend && offer,
  );
}
