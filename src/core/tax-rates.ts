import type { CalendarDate } from './dates.ts';
import { type Minor, percentOf } from './money.ts';

type Dated<T> = readonly ({ from: CalendarDate } & T)[];
const onDay = <T>(rates: Dated<T>, day: CalendarDate) => rates.find(({ from }) => from <= day);

/**
 * The standard rate of VAT in basis points, the newest first, each from its day on. Nigeria Tax Act 2025, section 148, in force
 * 1 January 2026, at the rate of the Finance Act 2019; before that the VAT Act of 1993.
 */
const vatRates: Dated<{ bps: number }> = [
  { from: '2026-01-01', bps: 750 },
  { from: '2020-02-01', bps: 750 },
  { from: '1994-01-01', bps: 500 },
];

/** The standard rate of VAT on the day a document is of, in basis points; zero before there was one. */
export const standardVatBps = (day: CalendarDate): number => onDay(vatRates, day)?.bps ?? 0;

/** Purposes of a payment, as withholding tax tells them apart. */
export const withholdingKinds = [
  'goods',
  'services',
  'construction',
  'other_construction',
  'professional',
  'rent',
  'royalty',
  'royalty_person',
  'dividend',
  'director',
] as const;
export type WithholdingKind = (typeof withholdingKinds)[number];

/**
 * Rates of withholding tax in basis points, the newest first, each from its day on. Deduction of Tax at Source (Withholding)
 * Regulations 2024, in force 1 January 2025; PwC Worldwide Tax Summaries, Nigeria, reviewed 14 April 2025. `goods` are not sold
 * by their maker, `construction` is of roads, bridges, buildings and power plants, `rent` is also hire and lease, `royalty_person`
 * goes to a person and not a company, `dividend` is also interest, `director` is a director's fee.
 */
const withholdingRates: Dated<{ bps: Record<WithholdingKind, number> }> = [
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
      royalty_person: 500,
      dividend: 1000,
      director: 1500,
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
  const rates = onDay(withholdingRates, day);
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
