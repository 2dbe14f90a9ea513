import { creditReasonNames } from '#contract/credit-notes.ts';
import { formatMoney, type Minor, subtract } from '#core/money.ts';
import { withholdingNames } from '#core/withholding-names.ts';
import type { CreditArguments } from '#server/modules/credit-notes/tools/credit.ts';
import type { InvoiceSnapshot } from '#server/modules/invoices/tools/snapshot.ts';
import type { WriteOffArguments } from '#server/modules/invoices/tools/write-off.ts';
import type { PromiseArguments } from '#server/modules/reminders/tools/promise.ts';
import type { KeepArguments } from '#server/modules/withholding/tools/keep.ts';
import { escapeMarkdown } from './escape.ts';
import { list, percentText, weekdayText } from './format.ts';
import { invoiceLink } from './invoice-text.ts';
import { onCard, type Reply, reply } from './reply.ts';

const plain = (amount: Minor, { currency }: InvoiceSnapshot) => formatMoney(amount, currency);
const money = (amount: Minor, invoice: InvoiceSnapshot) => `**${plain(amount, invoice)}**`;
const whose = ({ customerName }: InvoiceSnapshot) => `**${escapeMarkdown(customerName)}**`;
const owedAfter = (taken: Minor, invoice: InvoiceSnapshot): string =>
  taken < invoice.balance
    ? `${plain(subtract(invoice.balance, taken), invoice)} is still owed then.`
    : 'Nothing is owed on it then.';

const proposal = (what: string, ...effects: string[]): Reply =>
  reply(
    onCard(what, what),
    ...effects,
    onCard('Nothing is done yet. Say **yes** to go ahead, or tell me what to change.'),
  );

/** A promise to note, for its owner to look at before it is. */
export const promiseProposed = ({ invoice, day, amount }: PromiseArguments): Reply =>
  proposal(
    `Note that ${whose(invoice)} promised to pay ${amount === null ? 'what is owed' : money(amount, invoice)} on ${invoiceLink(invoice)} by **${weekdayText(day)}**?`,
    'They are not reminded until that day. No figure changes.',
  );

export const promiseDone = ({ invoice, day }: PromiseArguments): string =>
  `Noted: ${whose(invoice)} promised to pay ${invoiceLink(invoice)} by ${weekdayText(day)}. They are not reminded until then.`;

/** Something to give up. */
export const writeOffProposed = ({ invoice, amount }: WriteOffArguments): Reply =>
  proposal(
    `Write off ${money(amount, invoice)} of what ${whose(invoice)} owes on ${invoiceLink(invoice)}?`,
    `It counts as lost, and you stop asking for it. ${owedAfter(amount, invoice)} If the money comes later, it is taken back by itself.`,
  );

export const writeOffDone = ({ invoice, amount }: WriteOffArguments): string =>
  `Written off: ${money(amount, invoice)} of ${invoiceLink(invoice)}. ${afterwards(amount, invoice)}`;

/** Tax that was kept. */
export const taxProposed = ({ invoice, kind, bps, amount }: KeepArguments): Reply =>
  proposal(
    `Note that ${whose(invoice)} keeps ${money(amount, invoice)} of ${invoiceLink(invoice)} as withholding tax (${percentText(bps / 100)}, ${withholdingNames[kind].toLowerCase()})?`,
    amount === invoice.balance
      ? 'It settles what is left of the invoice. Their tax certificate is awaited then.'
      : `${plain(subtract(invoice.balance, amount), invoice)} is asked for then. The tax is settled once that came, and their certificate is awaited.`,
  );

export const taxDone = ({ invoice, amount }: KeepArguments): string =>
  `Noted: ${whose(invoice)} keeps ${money(amount, invoice)} of ${invoiceLink(invoice)} as withholding tax.`;

/** Something to take off an invoice. */
export const creditProposed = ({ invoice, shown, reason, total }: CreditArguments): Reply => {
  const what = `Take ${money(total, invoice)} off ${invoiceLink(invoice)} of ${whose(invoice)} by a credit note?`;
  const lines = list(
    ...shown.map(
      ({ description, quantityMicro, amount }) =>
        `${quantityMicro > 0 ? `${quantityMicro / 1_000_000} × ` : ''}${escapeMarkdown(description)}: ${plain(amount, invoice)}`,
    ),
  );
  return proposal(
    what,
    lines,
    `Reason: ${creditReasonNames[reason].toLowerCase()}. ${owedAfter(total, invoice)} ${invoice.email === '' ? 'They have no email, so the note is not sent.' : 'The credit note is emailed to them.'}`,
  );
};

export const creditDone = ({ invoice, total }: CreditArguments): string =>
  `Done: a credit note of ${money(total, invoice)} stands on ${invoiceLink(invoice)}. ${afterwards(total, invoice)}`;

const afterwards = (taken: Minor, invoice: InvoiceSnapshot): string =>
  taken < invoice.balance
    ? `${plain(subtract(invoice.balance, taken), invoice)} is still owed.`
    : 'Nothing is owed on it now.';
