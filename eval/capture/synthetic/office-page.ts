import type { Page } from './page.ts';
import type { Rng } from './rng.ts';
import { dateStyles, type Deal, plainMoney } from './trade-data.ts';

export type Money = (minor: number) => string;
export const end = { anchor: 'end' } as const;
export const bold = { weight: 700 } as const;
export const noExtras = { discount: false, vat: false, withholding: false, part: false };
export const signed: Money = (minor) => `₦${plainMoney(minor)}`;

export function head(page: Page, rng: Rng, deal: Deal, title = 'INVOICE'): void {
  page.text(90, 110, deal.seller, { size: 40, weight: 700 });
  page.text(90, 150, deal.address);
  page.text(90, 180, `Tel: ${deal.phone}`);
  page.text(1150, 110, title, { size: 36, ...bold, ...end });
  page.text(1150, 300, `Date: ${rng.pick(dateStyles)(deal.date)}`, end);
}

export function buyer(page: Page, rng: Rng, deal: Deal, y = 300): void {
  page.text(90, y, rng.pick(['Bill To:', 'Customer:', 'Sold To']), bold);
  page.text(90, y + 32, deal.buyer);
  page.text(90, y + 62, deal.buyerAddress);
}

export function table(page: Page, rng: Rng, deal: Deal, money: Money, from = 450): void {
  page.text(90, from, rng.pick(['Description', 'Item', 'Particulars']), bold);
  page.text(690, from, rng.pick(['Qty', 'Quantity']), { ...bold, anchor: 'middle' });
  page.text(900, from, rng.pick(['Rate', 'Unit Price']), { ...bold, ...end });
  page.text(1150, from, 'Amount', { ...bold, ...end });
  deal.lines.forEach((line, at) => {
    const y = from + 50 + at * 44;
    page.text(90, y, line.description);
    page.text(690, y, String(line.quantity), { anchor: 'middle' });
    page.text(900, y, money(line.rate), end);
    page.text(1150, y, money(line.total), end);
  });
}

export function sums(page: Page, from: number, rows: readonly [string, number][], money: Money): number {
  rows.forEach(([label, value], at) => {
    page.text(760, from + at * 38, label);
    page.text(1150, from + at * 38, `${value < 0 ? '-' : ''}${money(Math.abs(value))}`, end);
  });
  return from + rows.length * 38;
}
