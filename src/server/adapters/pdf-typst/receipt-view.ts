import { formatDate } from '#core/dates.ts';
import { type Minor, subtract, ZERO } from '#core/money.ts';
import type { ReceiptDocument } from '#server/kernel/ports/pdf.ts';
import { glyphParts, printable } from './printable.ts';
import { qrSvg } from './qr.ts';
import {
  type Amount,
  amountOf,
  checkOf,
  dateParts,
  type Fact,
  mastheadOf,
  methodName,
  selvedgeOf,
  sheetOf,
  shortLink,
  type Sum,
} from './view.ts';

type Money = (amount: Minor) => Amount;

/** The data of `receipt.typ`, in drawing order. */
export function receiptViewOf(document: ReceiptDocument, hasLogo: boolean) {
  const money: Money = (amount) => amountOf(amount, document.currency);
  const view = {
    kind: 'Receipt',
    number: printable(document.number),
    issuedOn: dateParts(document.paid.date),
    testMode: document.testMode,
    mark: stampOf(document),
    ...sheetOf('en'),
    ...mastheadOf(document, hasLogo),
    paidOn: formatDate(document.paid.date),
    headline: { label: 'Amount paid', amount: money(document.amount) },
    notice: noticeOf(document),
    facts: factsOf(document),
    shares: sharesOf(document, money),
    sums: sumsOf(document, money),
    offer: printable(document.offer),
    foot: {
      url: document.receiptUrl,
      link: shortLink(document.receiptUrl),
      lead: 'See this receipt online',
      hint: 'Scan the code: what you see there must be what is written here.',
    },
    check: checkOf(document.check),
  };
  return {
    ...view,
    letters: glyphParts(JSON.stringify(view)),
    qr: qrSvg(document.receiptUrl),
    cloth: selvedgeOf(document.business),
  };
}

function stampOf({ refunded, amount, undone }: ReceiptDocument) {
  if (undone) return { text: 'Cancelled', landed: false };
  if (!refunded) return { text: 'Paid', landed: true };
  const [part, all] = refunded.returned ? ['Part returned', 'Returned'] : ['Part refunded', 'Refunded'];
  return { text: refunded.amount < amount ? part : all, landed: false };
}

function noticeOf({ refunded, amount, undone, recorded }: ReceiptDocument): string | null {
  if (undone) return 'The business recorded this payment and later undid that. This receipt is cancelled.';
  if (recorded) return printable(recorded);
  if (!refunded) return null;
  const on = formatDate(refunded.on);
  return refunded.amount < amount
    ? `A part of this payment went back to the customer on ${on}.`
    : `All of this payment went back to the customer on ${on}. Nothing of it is paid any more.`;
}

function factsOf({ paid, method, reference, verified }: ReceiptDocument): Fact[] {
  return [
    {
      label: 'Paid',
      lines: [paid.time === null ? formatDate(paid.date) : `${formatDate(paid.date)}, ${paid.time}`],
    },
    { label: 'Method', lines: [methodName(method)] },
    { label: 'Reference', lines: [printable(reference)] },
    ...(verified
      ? [
          {
            label: `Verified with ${printable(verified.by)}`,
            lines: [`${formatDate(verified.date)}, ${verified.time}`],
          },
        ]
      : []),
  ];
}

// Rows and sum agree also after a refund: one invoice has all that was paid, several have what is left of it.
function sharesOf(document: ReceiptDocument, money: Money): Sum[] {
  const { shares, credit, returning, surcharge, refunded, invoice, amount } = document;
  const title = printable(invoice.title);
  const invoiceLabel = (number: string) =>
    number === invoice.number && title !== ''
      ? `Invoice ${printable(number)}: ${title}`
      : `Invoice ${printable(number)}`;
  const fee = surcharge > 0 ? [{ label: 'Payment fee', amount: money(surcharge) }] : [];
  if (shares.length <= 1 && credit + returning === 0) {
    const [{ number } = invoice] = shares;
    return [{ label: invoiceLabel(number), amount: money(subtract(amount, surcharge)) }, ...fee];
  }
  const rows = shares.map((share) => ({ label: invoiceLabel(share.number), amount: money(share.amount) }));
  if (credit > 0) rows.push({ label: 'Kept for the customer as credit', amount: money(credit) });
  if (returning > 0) rows.push({ label: 'On its way back', amount: money(returning) });
  if (refunded) rows.push({ label: backLabel(refunded), amount: money(refunded.amount) });
  return [...rows, ...fee];
}

function sumsOf({ amount, refunded, owed, tax, early, invoice }: ReceiptDocument, money: Money): Sum[] {
  const sums = [{ label: 'Paid', amount: money(amount) }];
  if (refunded) sums.push({ label: backLabel(refunded), amount: money(subtract(ZERO, refunded.amount)) });
  if (tax) sums.push({ label: taxLabel(tax), amount: money(tax.amount) });
  if (early > 0) sums.push({ label: 'Taken off for paying early', amount: money(early) });
  if (owed)
    sums.push({
      label: `Still owed on ${printable(invoice.number)} on ${formatDate(owed.on)}`,
      amount: money(owed.amount),
    });
  return sums;
}

const backLabel = ({ returned }: NonNullable<ReceiptDocument['refunded']>): string =>
  returned ? 'Returned by the bank' : 'Refunded';

const taxLabel = ({ isKept }: NonNullable<ReceiptDocument['tax']>): string =>
  isKept ? 'Withholding tax kept' : 'Withholding tax to be kept';
