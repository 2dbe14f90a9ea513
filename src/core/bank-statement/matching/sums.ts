import type { OpenInvoice, Share } from './model.ts';

const MOST_CONSIDERED = 12;
const MOST_TOGETHER = 6;

type Sized = Pick<OpenInvoice, 'id' | 'asked'>;

/**
 * Sums of 2 to 6 of a customer's first twelve invoices, each with the invoices it is made of; of several ways to one sum the one
 * with the fewest and oldest invoices.
 */
export function sumsOf(invoices: readonly Sized[]): Map<number, Share[]> {
  const sums = new Map<number, Share[]>();
  let layer: { total: number; next: number; shares: Share[] }[] = [{ total: 0, next: 0, shares: [] }];
  const considered = invoices.slice(0, MOST_CONSIDERED);
  for (let size = 1; size <= Math.min(MOST_TOGETHER, considered.length); size++) {
    layer = layer.flatMap(({ total, next, shares }) =>
      considered.slice(next).map(({ id, asked }, at) => ({
        total: total + asked,
        next: next + at + 1,
        shares: [...shares, { invoiceId: id, amount: asked }],
      })),
    );
    if (size > 1) for (const { total, shares } of layer) if (!sums.has(total)) sums.set(total, shares);
  }
  return sums;
}
