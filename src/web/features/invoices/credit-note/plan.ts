import {
  type Credited,
  type CreditTotals,
  creditTotals,
  groupsToCredit,
  lineCredit,
} from '#core/credit-note.ts';
import { add, least, type Minor, subtract, ZERO } from '#core/money.ts';
import type { InvoiceDetail } from '../api.ts';
import type { CreditNote } from './api.ts';

/** A line of an invoice with all that is left of it to credit: millionths of a quantity, minor units. */
export type LineLeft = { item: number; description: string; quantity: number; amount: Minor };

type Invoice = Pick<
  InvoiceDetail,
  'items' | 'taxRate' | 'pricesIncludeTax' | 'discount' | 'balance' | 'writtenOff'
>;

const standing = (notes: readonly CreditNote[]) => notes.filter((note) => note.withdrawnAt === null);

/** The lines of an invoice of which something is left to credit. */
export const linesLeft = ({ items }: Invoice, notes: readonly CreditNote[]): LineLeft[] =>
  items.flatMap(({ description, quantity, total }, item) => {
    const before = creditedOf(notes, item);
    const amount = subtract(total, before.amount);
    return amount > 0 ? [{ item, description, quantity: quantity - before.quantityMicro, amount }] : [];
  });

/** A pick of a line: a quantity in millionths, or an amount in minor units. */
export type Chosen = { item: number; quantity: number } | { item: number; amount: Minor };

/** The first line of which more is picked than is left. */
export const overIn = (lines: readonly LineLeft[], picks: readonly Chosen[]): LineLeft | undefined =>
  lines.find((line) =>
    picks.some(
      (pick) =>
        pick.item === line.item &&
        ('amount' in pick ? pick.amount > line.amount : pick.quantity > line.quantity),
    ),
  );

/** The sums of a credit note over picks, and the part of it that was paid already; null where a pick is more than is left. */
export function sumsOf(
  invoice: Invoice,
  notes: readonly CreditNote[],
  picks: readonly Chosen[],
): (CreditTotals & { paid: Minor }) | null {
  const terms = { taxBps: invoice.taxRate, pricesIncludeTax: invoice.pricesIncludeTax };
  const creditable = invoice.items.map((line) => ({ ...line, quantityMicro: line.quantity }));
  const lines = picks.map((pick) => {
    const line = creditable[pick.item];
    const asked = 'amount' in pick ? { amount: pick.amount } : { quantityMicro: pick.quantity };
    const credit = line && lineCredit({ ...line, discountBps: null }, creditedOf(notes, pick.item), asked);
    return line && credit && { code: line.taxCode, amount: credit.amount };
  });
  const found = lines.filter((line) => line !== null && line !== undefined);
  if (found.length < lines.length) return null;
  const totals = creditTotals(
    groupsToCredit(
      creditable.map((line) => ({ ...line, discountBps: null })),
      terms,
      invoice.discount,
    ),
    standing(notes).flatMap((note) => note.groups),
    found,
    terms,
  );
  const owed = least(totals.total, add(invoice.balance, invoice.writtenOff));
  return { ...totals, paid: subtract(totals.total, owed) };
}

function creditedOf(notes: readonly CreditNote[], item: number): Credited {
  const lines = standing(notes).flatMap((note) => note.lines.filter((line) => line.item === item));
  return {
    quantityMicro: lines.reduce((sum, line) => sum + line.quantity, 0),
    amount: lines.reduce((sum, line) => add(sum, line.amount), ZERO),
  };
}
