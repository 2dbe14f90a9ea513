import { type Figure, isTableHead, type RowWithAmounts } from './totals/figures.ts';

const invoiceWords =
  /\b(invoice|receipt|bill|cash sale|sales? slip|facture|rechnung|factura|fattura|faktura|factuur|re[cç]u|quittung|proforma|pro forma|credit note|waybill|statement of account|purchase|approved|rrn|terminal id)\b/i;

/** Whether a reading is of an invoice or a receipt, and not of a letter, a menu or a cat. */
export function isInvoiceLike(
  rows: readonly RowWithAmounts[],
  figures: readonly Figure[],
  hasDate: boolean,
): boolean {
  const roles = new Set(figures.filter((figure) => figure.value !== 0).map((figure) => figure.role));
  const amounts = rows.flatMap((row) => row.amounts).filter((amount) => amount.looksLikeMoney);
  const score =
    (['total', 'payable', 'net'] as const).reduce((sum, role) => sum + (roles.has(role) ? 1.5 : 0), 0) +
    (['subtotal', 'tax', 'cash', 'change', 'paid'] as const).reduce(
      (sum, role) => sum + (roles.has(role) ? 0.75 : 0),
      0,
    ) +
    (amounts.length >= 2 ? 0.5 : 0) +
    (amounts.filter((amount) => amount.decimals === 2).length >= 4 ? 0.5 : 0) +
    (rows.some(({ row }) => invoiceWords.test(row.text)) ? 1 : 0) +
    (rows.some(({ row }) => isTableHead(row)) ? 1 : 0) +
    (hasDate ? 0.5 : 0);
  return score >= 2.25 && figures.length > 0;
}
