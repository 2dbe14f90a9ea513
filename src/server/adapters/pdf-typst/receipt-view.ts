import type { Minor } from '#core/money.ts';
import type { PrintedReceipt } from '#server/kernel/ports/pdf.ts';
import { glyphParts, printable } from './printable.ts';
import { qrSvg } from './qr.ts';
import {
  amountOf,
  checkOf,
  dateParts,
  mastheadOf,
  selvedgeOf,
  sheetOf,
  shortLink,
  type Sum,
} from './view.ts';

/** The data of `receipt.typ`, in drawing order. */
export function receiptViewOf(printed: PrintedReceipt, hasLogo: boolean) {
  const { document, business, receiptUrl } = printed;
  const { number, stamp, payer, shares } = document;
  const rowOf = ({ label, amount }: { label: string; amount: Minor }): Sum => ({
    label: printable(label),
    amount: amountOf(amount, document.currency),
  });
  const view = {
    kind: printable(document.kind),
    number: printable(number),
    issuedOn: dateParts(document.paidOn),
    testMode: printed.testMode,
    mark: { text: printable(stamp.text), landed: stamp.isGood },
    ...sheetOf(document.language),
    ...mastheadOf({ number, business, customer: payer }, hasLogo),
    payer: printable(payer.label),
    headline: rowOf(document.headline),
    notices: document.notices.map(printable),
    facts: document.facts.map(({ label, lines }) => ({
      label: printable(label),
      lines: lines.map(printable),
    })),
    shares: shares && {
      label: printable(shares.label),
      amountLabel: printable(shares.amountLabel),
      rows: shares.rows.map(rowOf),
    },
    sums: document.sums.map(rowOf),
    offer: printable(document.offer),
    foot: { url: receiptUrl, link: shortLink(receiptUrl), lead: printable(document.online), hint: '' },
    check: checkOf(printed.check),
  };
  return {
    ...view,
    letters: glyphParts(JSON.stringify(view)),
    qr: qrSvg(receiptUrl),
    cloth: selvedgeOf(business),
  };
}
