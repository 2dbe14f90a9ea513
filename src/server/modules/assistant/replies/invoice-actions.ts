import { counted, joinWithAnd } from '#core/english.ts';
import type { Action } from '#contract/assistant.ts';
import { displayStatusNames, displayStatusOf } from '#core/invoice/display-status.ts';
import { formatMoney } from '#core/money.ts';
import { formatPhone } from '#core/phone.ts';
import type { DeleteArguments } from '#server/modules/invoices/tools/delete.ts';
import type { SendArguments, SentInvoice } from '#server/modules/invoices/tools/deliver.ts';
import type { Channels, InvoiceSnapshot } from '#server/modules/invoices/tools/snapshot.ts';
import { type MatchedInvoice, MAX_PROPOSED, type Why } from '#server/modules/invoices/tools/targets.ts';
import { escapeMarkdown } from './escape.ts';
import { link, list, paragraphs } from './format.ts';
import { invoiceLink } from './invoice-text.ts';
import { onCard, type Reply, reply } from './reply.ts';

export type InvoiceAction = Extract<Action, 'send_invoice' | 'send_reminder' | 'delete_invoice'>;

const verbs: Record<InvoiceAction, string> = {
  send_invoice: 'send',
  send_reminder: 'remind of',
  delete_invoice: 'delete',
};

const numbersText = (numbers: readonly string[]) =>
  joinWithAnd(numbers.map((number) => escapeMarkdown(number)));

type Held = { covered: readonly string[]; claimed: readonly string[]; charging: readonly string[] };
type Note = {
  missing: readonly string[];
  leftOut?: readonly string[];
  held?: Held | undefined;
  more: number;
};

const heldText = ({ covered, claimed, charging }: Held): string | null =>
  paragraphs(
    covered.length > 0 &&
      `Not reminded of, as their customers’ credit covers them: ${numbersText(covered)}. Use the credit first.`,
    claimed.length > 0 &&
      `Not reminded of, as an alert or a screenshot of a payment was shown for them: ${numbersText(claimed)}. Check your bank first.`,
    charging.length > 0 &&
      `Not reminded of, as a saved card is charged for them first: ${numbersText(charging)}.`,
  ) || null;

const noteText = ({ missing, leftOut = [], held, more }: Note): string | null =>
  paragraphs(
    missing.length > 0 && `I found no invoice ${numbersText(missing)}.`,
    leftOut.length > 0 &&
      `Left out, as their customers have no email address: ${numbersText(leftOut)}. Say “on WhatsApp” to reach them there.`,
    held && heldText(held),
    more > 0 &&
      `${counted(more, 'more invoice')} would be too many at once; I take ${MAX_PROPOSED} at a time.`,
  ) || null;

const owedText = (invoice: InvoiceSnapshot) =>
  invoice.balance === invoice.total
    ? formatMoney(invoice.total, invoice.currency)
    : `${formatMoney(invoice.balance, invoice.currency)} of ${formatMoney(invoice.total, invoice.currency)}`;

const destinationText = (invoice: InvoiceSnapshot, channels: Channels) =>
  joinWithAnd([
    ...(channels.includes('email') ? [`to ${escapeMarkdown(invoice.email)}`] : []),
    ...(channels.includes('whatsapp')
      ? [`${invoice.phone ? `to ${escapeMarkdown(formatPhone(invoice.phone))} ` : ''}by WhatsApp`]
      : []),
  ]);

const deliveryList = (invoices: readonly InvoiceSnapshot[], channels: Channels) =>
  list(
    ...invoices.map(
      (invoice) =>
        `${invoiceLink(invoice)}, **${escapeMarkdown(invoice.customerName)}**, ${owedText(invoice)}, ${destinationText(invoice, channels)}`,
    ),
  );

const whatsappNote = ({ channels, sendsWhatsApp }: SendArguments) =>
  channels.includes('whatsapp') &&
  (sendsWhatsApp
    ? 'By WhatsApp it goes at once to customers who agreed to that; for others I prepare the message, and you send it with one tap.'
    : 'For WhatsApp I prepare the message; you send it yourself with one tap.');

// Beside a card the press asks; a typed "yes" leaves the credit where it is.
const creditText = ({ amount, currency, customers }: NonNullable<SendArguments['credit']>): string =>
  `${joinWithAnd(customers.map(escapeMarkdown))} ${customers.length === 1 ? 'has' : 'have'} ${formatMoney(amount, currency)} of credit with you. It stays there: you can use it on the invoice afterwards.`;

/** Proposal to send: the invoices, their recipients and the channels. */
export function deliveryProposed(action: 'send_invoice' | 'send_reminder', args: SendArguments): Reply {
  const { channels, invoices, note, credit } = args;
  const what =
    action === 'send_invoice'
      ? `Send ${invoices.length === 1 ? 'this invoice' : `these ${invoices.length} invoices`}?`
      : `Send ${invoices.length === 1 ? 'a reminder' : `${invoices.length} reminders`}?`;
  return reply(
    onCard(what),
    deliveryList(invoices, channels),
    whatsappNote(args),
    noteText(note),
    credit && onCard(creditText(credit)),
    onCard('Nothing is sent yet. Say **yes** to go ahead, or “no”.'),
  );
}

const RESTORABLE = 'A deleted invoice can be restored.';

/** Proposal to delete: the invoices concerned. */
export const deletionProposed = ({ invoices, note }: DeleteArguments): Reply =>
  reply(
    onCard(`Delete ${invoices.length === 1 ? 'this invoice' : `these ${invoices.length} invoices`}?`),
    list(
      ...invoices.map(
        (invoice) =>
          `${invoiceLink(invoice)}, **${escapeMarkdown(invoice.customerName)}**, ${owedText(invoice)}`,
      ),
    ),
    noteText(note),
    onCard(`Nothing is deleted yet. Say **yes** to go ahead, or “no”. ${RESTORABLE}`, RESTORABLE),
  );

/** Summary of what was sent. Below the list that was agreed to, several that all went the same way are not listed again. */
export function deliveryDone(action: 'send_invoice' | 'send_reminder', sent: readonly SentInvoice[]): Reply {
  const isFirst = action === 'send_invoice';
  const noun = isFirst ? 'invoices' : 'reminders';
  const listed = (text: string, { length }: readonly SentInvoice[], way: string): Reply | string =>
    length > 1 && length === sent.length
      ? onCard(text, `${length === 2 ? 'Both' : `All ${length}`} ${noun} went by ${way}.`)
      : text;
  const mailed = sent.filter(({ mailed: byMail, again }) => byMail && !again);
  const texted = sent.filter((one) => one.texted && !one.again);
  const again = sent.filter((one) => one.again);
  const links = sent.flatMap(({ whatsappUrl, invoice }) => (whatsappUrl ? [{ invoice, whatsappUrl }] : []));
  return reply(
    mailed.length > 0 &&
      listed(
        [
          `${isFirst ? 'Sent by email' : 'Reminded by email'}:`,
          list(...mailed.map(({ invoice }) => `${invoiceLink(invoice)} to ${escapeMarkdown(invoice.email)}`)),
        ].join('\n\n'),
        mailed,
        'email',
      ),
    texted.length > 0 &&
      listed(
        [
          `${isFirst ? 'Sent by WhatsApp' : 'Reminded by WhatsApp'}:`,
          list(
            ...texted.map(
              ({ invoice }) => `${invoiceLink(invoice)} to **${escapeMarkdown(invoice.customerName)}**`,
            ),
          ),
        ].join('\n\n'),
        texted,
        'WhatsApp',
      ),
    again.length > 0 &&
      `You reminded these today, so they get no more: ${joinWithAnd(again.map(({ invoice }) => invoiceLink(invoice)))}.`,
    links.length > 0 &&
      [
        `Ready for WhatsApp. Tap to open the message, then send it:`,
        list(
          ...links.map(
            ({ invoice, whatsappUrl }) =>
              `[WhatsApp for ${escapeMarkdown(invoice.customerName)}](${linkTarget(whatsappUrl)}), ${invoiceLink(invoice)}`,
          ),
        ),
      ].join('\n\n'),
  );
}

// Round brackets would end the link.
const linkTarget = (url: string) => url.replaceAll('(', '%28').replaceAll(')', '%29');

/** Summary of what was deleted. */
export const deletionDone = (invoices: readonly InvoiceSnapshot[]): string =>
  `${invoices.length === 1 ? 'Invoice' : 'Invoices'} ${joinWithAnd(invoices.map(invoiceLink))} ${invoices.length === 1 ? 'is deleted. It can be restored from its page.' : 'are deleted. Each can be restored from its page.'}`;

const foundText = ({ invoice, status }: MatchedInvoice, at: number) =>
  `${at + 1}. ${invoiceLink(invoice)}, ${escapeMarkdown(invoice.customer_name)}, ${formatMoney(invoice.total_minor, invoice.currency)}, ${displayStatusNames[displayStatusOf(status, invoice.paid_minor)].toLowerCase()}`;

const notPossibleText: Record<InvoiceAction, string> = {
  send_invoice: 'Only an invoice that was not sent yet can be sent.',
  send_reminder: 'Only a sent invoice that is not paid can be reminded of.',
  delete_invoice: 'You can only delete an invoice that nobody has paid.',
};

const MAX_SHOWN = 8;

/** Reason why nothing is proposed. */
export function notProposed(
  action: InvoiceAction,
  why: Why,
  filters: { customerName?: string | undefined; invoiceNumbers?: string[] | undefined },
): string {
  const shown = 'invoices' in why ? why.invoices.slice(0, MAX_PROPOSED) : [];
  if (why.kind === 'unnamed')
    return `Which invoice shall I ${verbs[action]}? Tell me its number or the customer’s name.`;
  if (why.kind === 'held') return heldText(why.held) ?? nothingFound(action, filters);
  if (why.kind === 'none') return nothingFound(action, filters);
  if (why.kind === 'several')
    return paragraphs(
      `There are ${shown.length} that it may be. Which one shall I ${verbs[action]}?`,
      shown.map(foundText).join('\n'),
      'Say a number, “the first one”, or “all”.',
    );
  if (why.kind === 'noEmail')
    return `${joinWithAnd([...new Set(shown.map(({ invoice }) => escapeMarkdown(invoice.customer_name)))])} ${shown.length > 1 ? 'have' : 'has'} no email address. Add it under ${link('Customers', '/customers')}, or say “on WhatsApp”.`;
  return paragraphs(
    `${notPossibleText[action]} I found:`,
    shown.slice(0, MAX_SHOWN).map(foundText).join('\n'),
    suggestedStep(action, shown),
  );
}

function suggestedStep(action: InvoiceAction, shown: readonly MatchedInvoice[]): string | null {
  if (action === 'send_invoice' && shown.some(({ status }) => ['sent', 'due', 'overdue'].includes(status)))
    return 'Shall I remind the customer instead? Say “send a reminder”.';
  return action === 'send_reminder' && shown.some(({ status }) => status === 'pending')
    ? 'It was not sent yet. Say “send it” first.'
    : null;
}

function nothingFound(
  action: InvoiceAction,
  {
    customerName,
    invoiceNumbers = [],
  }: { customerName?: string | undefined; invoiceNumbers?: string[] | undefined },
): string {
  const what =
    invoiceNumbers.length > 0
      ? `no invoice ${numbersText(invoiceNumbers)}`
      : customerName
        ? `no invoice of ${escapeMarkdown(customerName)}`
        : 'no such invoice';
  return `I found ${what}, so there is nothing to ${verbs[action]}. ${link('See your invoices', '/invoices')}.`;
}
