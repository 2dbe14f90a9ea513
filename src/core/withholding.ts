import type { CalendarDate } from './dates.ts';
import { type Minor, percentOf, subtract, ZERO } from './money.ts';
import { type WithholdingKind, withholdingBps, withholdingKinds } from './tax-rates.ts';
import { sharesOf } from './totals.ts';

/** Whether the tax office knows the seller, and what its customer usually keeps tax for. */
export type WithholdingTerms = { hasTaxId: boolean; usualKind: WithholdingKind | null };

/** Tax of a purpose at a rate in basis points, in minor units. */
export type PossibleTax = { kind: WithholdingKind; bps: number; amount: Minor };

/**
 * The taxes that may be kept of a base (minor units) on a day, each amount once with its likeliest purpose, the likeliest first: what
 * the customer usually keeps it for, then at the rate we know, then at the other, as they may know another tax ID of the seller. An
 * invoice that is short by one of these amounts is short by tax.
 */
export function taxesOn(base: Minor, day: CalendarDate, terms: WithholdingTerms): PossibleTax[] {
  const taxes = new Map<number, PossibleTax>();
  for (const kinds of [terms.usualKind ? [terms.usualKind] : [], withholdingKinds])
    for (const hasTaxId of [terms.hasTaxId, !terms.hasTaxId])
      for (const kind of kinds) {
        const bps = withholdingBps(kind, day, { hasTaxId }) ?? 0;
        const amount = percentOf(base, bps);
        if (amount > 0 && !taxes.has(amount)) taxes.set(amount, { kind, bps, amount });
      }
  return [...taxes.values()];
}

/** The base of tax that is kept (minor units): the total without VAT, less its part of what was credited. */
export const taxBaseOf = ({ total, tax, credited }: { total: Minor; tax: Minor; credited: Minor }): Minor =>
  sharesOf(subtract(total, tax), [subtract(total, credited), credited])[0] ?? ZERO;

/** The part of what is owed that is asked for while `kept` of it stays as tax, in minor units; all of it where no more is owed. */
export const lessTax = (owed: Minor, kept: Minor): Minor => (kept < owed ? subtract(owed, kept) : owed);

/**
 * The tax that a customer usually keeps of a base, and what of all that is `owed` is asked for then (`net`), in minor units; null where it
 * keeps none, there was no rate on that day, or no more than the tax is owed.
 */
export function expectedTax(
  { base, owed }: { base: Minor; owed: Minor },
  day: CalendarDate,
  { hasTaxId, usualKind: kind }: WithholdingTerms,
): (PossibleTax & { net: Minor }) | null {
  const bps = kind && withholdingBps(kind, day, { hasTaxId });
  if (!kind || bps === null) return null;
  const amount = percentOf(base, bps);
  const net = lessTax(owed, amount);
  return net < owed ? { kind, bps, amount, net } : null;
}
