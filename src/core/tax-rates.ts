import type { CalendarDate } from './dates.ts';
import { type Currency, type Minor, minor } from './money.ts';

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

/** Purposes of a payment, as withholding tax tells them apart, the most usual first. */
export const withholdingKinds = [
  'services',
  'goods',
  'professional',
  'construction',
  'other_construction',
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

/**
 * Supplies to one customer in a calendar month (without VAT, kobo) up to which no tax is kept of a small company or an unincorporated
 * seller with a tax ID, the newest first. The same Regulations; naigist.com and dailyreport.ng. One source (bomesresources) says in a year.
 */
const exemptions: Dated<{ upTo: Minor }> = [{ from: '2025-01-01', upTo: minor(2_000_000_00) }];

/** The most (kobo) that a seller may supply to a customer in the month of a day without tax being kept; null where no such rule is known. */
export const exemptUpTo = (day: CalendarDate, currency: Currency): Minor | null =>
  (currency === 'NGN' && onDay(exemptions, day)?.upTo) || null;
