import { dateIn, formatDate, UNDATED } from '#core/dates.ts';
import { formatMoney } from '#core/money.ts';
import { payUrlOf } from '#server/modules/invoices/rules/invoice.ts';
import { chatName } from '#server/modules/notifications/rules/whatsapp.ts';
import { receiptUrlOf } from '#server/modules/payments/rules.ts';
import type { OwedInvoice, PaidReceipt } from './queries/contacts.ts';

/** So much of a business's name stands in a message. */
const MAX_NAME_LENGTH = 60;
const named = (name: string) => chatName(name, MAX_NAME_LENGTH);

export const unknownSender =
  "This is Duewell's number, through which businesses send invoices. If a business sent you one, its link is in their message. To link your own business, get a code in the Duewell app under Settings, WhatsApp. Write stop to get no messages from businesses here.";

export const wrongCode =
  'That code did not work. A code counts once and for ten minutes. Get a new one in the Duewell app under Settings, WhatsApp, and send: link, then the code.';

export const tooManyCodes = 'That was too often. Please wait an hour, then get a new code in the app.';

export const linked = (business: string): string =>
  `This phone now speaks for *${named(business)}*.\n\nTell me what you need in your own words, for example “Invoice Mrs Bello for 2 cakes at 15k, due Friday”, “Who owes me money?”, or send a photo of an invoice. Nothing is made or sent before you confirm it.\n\nIf you did not mean to, write unlink.`;

export const unlinked = 'This phone does not speak for your business any more. Link it again in the app.';

export const movedAway = (business: string): string =>
  `Another phone was linked to ${named(business)}. This one does not speak for it any more.`;

export const noAccount =
  'Your Duewell account cannot be used here now. Log in to the app to see what it needs, or write unlink.';

export const cannotRead: Record<string, string> = {
  audio: 'I cannot listen to voice notes. Please write it, or send a photo or a PDF of an invoice.',
};
export const cannotReadThat = 'I understand words, photos and PDFs. Please write it, or send one of those.';

export const tooLong = 'That is too long for me. Please keep it to 4,000 characters.';
export const notFetched = 'I could not get that file. Please send it again.';
export const tooLarge = 'That file is larger than 10 MB. Please send a smaller one.';
export const failed = 'Something went wrong on our side. Please send that again.';
export const tookTooLong = 'That took too long, so I stopped. Please try again in a minute.';
export const stopped = 'Reading that was stopped in the app. Please send it again.';
export const noLongerOpen =
  'That is not waiting any more. Ask again if you still want it, and I will show it as it is now.';
export const doneBefore = 'That was done already:';
export const whatToChange =
  'What should change? Write it in a few words, such as “price 50k”, “due next Friday” or “for Mrs Bello instead”. Or answer *no* to drop it.';

export const confirmHint = 'Press a button, or answer *yes*, *no*, or what to change.';
export const pickHint = (count: number): string =>
  count === 1
    ? 'Press the button, or answer *1*.'
    : `Press the button, or answer with a number, *1* to *${count}*.`;
export const sendHint = 'Press a button, or answer *send it*.';
export const moreInApp = (address: string): string => `There is more to it in the app: ${address}`;

export const toForward = (invoice: { customer: string; money: string; payUrl: string }): string =>
  `*${named(invoice.customer)}*, ${invoice.money}. The link: ${invoice.payUrl}\n\nForward the next message as it is:`;

export const cannotForward = 'That invoice is paid or deleted, so there is nothing to hand on.';

export const optedOut =
  'Businesses cannot send you anything through this number any more. You still owe what you owed. Write start to allow it again.';
export const optedIn =
  'Businesses may send you invoices and receipts through this number again. Write stop to end it.';

const hints =
  'Write *invoices* for what is open, *receipt* for what you paid, *stop* to get no more messages here.';

export const customerHelp = `Here you see the invoices businesses sent to this number, and pay them by their link. ${hints}`;

export function invoicesText(invoices: readonly OwedInvoice[], count: number, publicUrl: string): string {
  if (invoices.length === 0) return `There is nothing open that was sent to this number. ${hints}`;
  const lines = invoices.map(
    ({ businessName, number, publicId, ...asked }) =>
      `*${named(businessName)}*, ${named(number)}: ${askedText(asked)}\n${payUrlOf(publicUrl, publicId)}`,
  );
  const more = count > invoices.length ? [`And ${count - invoices.length} more, due later.`] : [];
  return ['To pay:', ...lines, ...more, hints].join('\n\n');
}

function askedText({
  amount,
  early,
  currency,
  due,
}: Pick<OwedInvoice, 'amount' | 'early' | 'currency' | 'due'>) {
  const sum = formatMoney(amount, currency);
  if (early) return `${sum} until ${formatDate(early.until)}, then ${formatMoney(early.full, currency)}`;
  return due === UNDATED ? sum : `${sum}, due ${formatDate(due)}`;
}

export function receiptsText(receipts: readonly PaidReceipt[], publicUrl: string): string {
  if (receipts.length === 0)
    return `No payment from this number has come through Duewell. A transfer can take some minutes. ${hints}`;
  const lines = receipts.map(
    ({ businessName, amount, returned, currency, paidAt, timeZone, publicId }) =>
      `*${named(businessName)}*: ${formatMoney(amount, currency)} on ${formatDate(dateIn(paidAt, timeZone))}${returned > 0 ? `, ${formatMoney(returned, currency)} of it went back` : ''}\n${receiptUrlOf(publicUrl, publicId)}`,
  );
  return ['What you paid last:', ...lines, hints].join('\n\n');
}
