import type { CalendarDate } from './dates.ts';
import { type Minor, percentOf } from './money.ts';

/** Purposes of a payment, as withholding tax tells them apart. */
export const withholdingKinds = [
  'goods',
  'services',
  'construction',
  'other_construction',
  'professional',
  'rent',
  'royalty',
] as const;
export type WithholdingKind = (typeof withholdingKinds)[number];

/**
 * Rates of withholding tax in basis points, the newest first, each from its day on. Deduction of Tax at Source (Withholding)
 * Regulations 2024, in force 1 January 2025; PwC Worldwide Tax Summaries, Nigeria, reviewed 14 April 2025. `goods` are not sold
 * by their maker, `construction` is of roads, bridges, buildings and power plants, `rent` is also hire and lease.
 */
const withholdingRates: readonly { from: CalendarDate; bps: Record<WithholdingKind, number> }[] = [
  {
    from: '2025-01-01',
    bps: {
      goods: 200,
      services: 200,
      construction: 200,
      other_construction: 500,
      professional: 500,
      rent: 1000,
      royalty: 1000,
    },
  },
];

/** The Regulations of 2024: a seller without tax ID has twice the rate kept back. */
const WITHOUT_TAX_ID = 2;

/** Basis points kept of a payment on a day; null before there was a rate. */
export function withholdingBps(
  kind: WithholdingKind,
  day: CalendarDate,
  { hasTaxId }: { hasTaxId: boolean },
): number | null {
  const rates = withholdingRates.find(({ from }) => from <= day);
  return rates ? rates.bps[kind] * (hasTaxId ? 1 : WITHOUT_TAX_ID) : null;
}

/** Purposes that are the likeliest at their rates. */
const usualKinds: readonly WithholdingKind[] = ['goods', 'professional', 'rent'];

/** Tax of a purpose, in minor units. */
export type PossibleTax = { kind: WithholdingKind; amount: Minor };

/**
 * The taxes that may be kept of a base (minor units) on a day: once for each rate, with the likeliest purpose that has it. An invoice that is
 * short by one of these amounts is short by tax.
 */
export function taxesOn(base: Minor, day: CalendarDate, terms: { hasTaxId: boolean }): PossibleTax[] {
  const taxes = new Map<number, PossibleTax>();
  for (const kind of [...usualKinds, ...withholdingKinds]) {
    const amount = percentOf(base, withholdingBps(kind, day, terms) ?? 0);
    if (amount > 0 && !taxes.has(amount)) taxes.set(amount, { kind, amount });
  }
  return [...taxes.values()];
}
