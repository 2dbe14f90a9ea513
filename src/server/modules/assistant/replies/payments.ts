import type { Filters } from '#contract/assistant.ts';
import { formatMoney, type Minor, subtract } from '#core/money.ts';
import type { InvoiceSnapshot } from '#server/modules/invoices/tools/snapshot.ts';
import type { MatchedInvoice } from '#server/modules/invoices/tools/targets.ts';
import { inWays } from '#server/modules/payments/rules.ts';
import type { RecordArguments, RecordWhy } from '#server/modules/payments/tools/record.ts';
import { escapeMarkdown } from './escape.ts';
import { dayText, link, paragraphs } from './format.ts';
import { invoiceLink } from './invoice-text.ts';
import { onCard, type Reply, reply } from './reply.ts';

const MAX_SHOWN = 8;
const FORGED = 'Alerts and screenshots can be forged. Check your bank before you release goods.';

const money = (amount: Minor, { currency }: InvoiceSnapshot) => `**${formatMoney(amount, currency)}**`;
const from = ({ customerName }: InvoiceSnapshot) => `**${escapeMarkdown(customerName)}**`;

/** Money to record, for its owner to look at before it is. */
export function paymentProposed(args: RecordArguments): Reply {
  const { invoice, amount, day, method, isClaim } = args;
  const what = isClaim
    ? `Note that ${from(invoice)} says ${money(amount, invoice)} was sent on ${dayText(day)} for ${invoiceLink(invoice)}?`
    : `Record ${money(amount, invoice)} from ${from(invoice)}, ${inWays[method]} on ${dayText(day)}, for ${invoiceLink(invoice)}?`;
  return reply(
    onCard(what, what),
    isClaim ? `It stays a claim and the invoice stays as it is. ${FORGED}` : afterwards(args, ' then'),
    onCard('Nothing is recorded yet. Say **yes** to go ahead, or tell me what to change.'),
  );
}

function afterwards({ invoice, left, over }: RecordArguments, then = ''): string {
  if (left > 0) return `${formatMoney(left, invoice.currency)} is still owed${then}.`;
  if (over === 0) return `The invoice is paid${then}.`;
  return `The invoice is paid${then}, and ${formatMoney(over, invoice.currency)} is kept as their credit.`;
}

/** The money is recorded, or noted as a claim. */
export function paymentRecorded(args: RecordArguments): string {
  const { invoice, amount, method, isClaim } = args;
  if (isClaim)
    return `Noted: ${money(amount, invoice)} for ${invoiceLink(invoice)} stands under ${link('Payments', '/payments')} until you find it in your bank. The invoice stays as it is. ${FORGED}`;
  return `Recorded ${money(amount, invoice)} from ${from(invoice)} ${inWays[method]} for ${invoiceLink(invoice)}. ${afterwards(args)}`;
}

/** The question that is left, or why nothing can be recorded. */
export function paymentNotProposed(why: RecordWhy, about: Filters): string {
  switch (why.kind) {
    case 'unnamed':
      return 'Who paid? Tell me the customer’s name or the invoice number.';
    case 'severalNumbers':
      return 'I record one payment at a time. Which invoice is it for?';
    case 'several':
      return severalText(why.invoices);
    case 'none':
    case 'held':
      return `I found ${nothingText(about)}, so nothing was recorded. ${link('See your invoices', '/invoices')}.`;
    case 'unfit':
    case 'noEmail':
      return paragraphs(
        'Nothing is owed on what I found, so nothing was recorded:',
        why.invoices.slice(0, MAX_SHOWN).map(line).join('\n'),
      );
    case 'day':
      return dayQuestions[why.problem];
    default:
      return questionAbout(why);
  }
}

type Question = Extract<RecordWhy, { invoice: InvoiceSnapshot | null }>;

function questionAbout(why: Question): string {
  const { invoice } = why;
  if (!invoice)
    return `Where did you see the transfer? Say “in my bank app or statement”, or “only an alert or a screenshot”. ${FORGED}`;
  if (why.kind === 'amount')
    return `How much did ${from(invoice)} pay? ${money(why.owed, invoice)} is owed on ${invoiceLink(invoice)}. Say the amount, or “all of it”.`;
  if (why.kind === 'method')
    return `How did ${from(invoice)} pay for ${invoiceLink(invoice)}: cash, POS, bank transfer, cheque, or another way?`;
  if (why.kind === 'duplicate')
    return `${money(why.amount, invoice)} of ${dayText(why.day)} is on ${invoiceLink(invoice)} already. Did the same amount come a second time? Say “yes, record it again”, or “no”.`;
  if (why.kind === 'rest')
    return `Only ${money(subtract(why.amount, why.over), invoice)} is owed on ${invoiceLink(invoice)}. Shall I keep the other ${formatMoney(why.over, invoice.currency)} as credit for ${from(invoice)}? Say “yes, keep it”, or tell me the right amount.`;
  return `Where did you see the transfer from ${from(invoice)}? Say “in my bank app or statement”, or “only an alert or a screenshot”. ${FORGED}`;
}

const dayQuestions: Record<'unsaid' | 'future' | 'old', string> = {
  unsaid: 'Which day did it come? Say “today”, “yesterday” or a date.',
  future: 'That day has not come. Which day did the money come?',
  old: 'That is more than a year ago. Which day did the money come?',
};

const severalText = (invoices: readonly MatchedInvoice[]): string =>
  paragraphs(
    `There are ${invoices.length} that it may be for. Which one was paid?`,
    invoices.map(line).join('\n'),
    'Say a number, such as “the first one”. The oldest is first.',
  );

const line = ({ invoice }: MatchedInvoice, at: number): string =>
  `${at + 1}. ${invoiceLink(invoice)}, ${escapeMarkdown(invoice.customer_name)}, ${formatMoney(invoice.balance_minor, invoice.currency)} owed`;

function nothingText({ invoiceNumbers, customerName }: Filters): string {
  if (invoiceNumbers?.length) return `no invoice ${invoiceNumbers.map(escapeMarkdown).join(', ')}`;
  return customerName ? `no invoice of ${escapeMarkdown(customerName)}` : 'no such invoice';
}
