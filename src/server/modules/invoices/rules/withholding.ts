import { plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { type Minor, percentOf } from '#core/money.ts';
import { type WithholdingKind, withholdingBps } from '#core/tax-rates.ts';
import {
  expectedTax,
  lessTax,
  type PossibleTax,
  taxBaseOf,
  taxesOn,
  type WithholdingTerms,
} from '#core/withholding.ts';
import type { Invoice } from '../table.ts';

/** Days after the money came at which its customer is asked for the certificate. */
const LETTER_DAYS = [30, 60, 90];

type Sums = Pick<Invoice, 'total_minor' | 'tax_minor' | 'credited_minor'>;
type Dated = Sums & Pick<Invoice, 'issue_date'>;
type Open = Dated & Pick<Invoice, 'balance_minor' | 'paid_minor'>;

/**
 * The tax (minor units) a customer keeps of an invoice at a rate in basis points, and what it is counted on.
 */
export function withheldOf(invoice: Sums, bps: number): { base: Minor; amount: Minor } {
  const { total_minor: total, tax_minor: tax, credited_minor: credited } = invoice;
  const base = taxBaseOf({ total, tax, credited });
  return { base, amount: percentOf(base, bps) };
}

/**
 * The rate (basis points) at which tax is kept of an invoice for a purpose; null where there was none. Its customer may know another
 * tax ID of the seller than we: where the other rate comes to just what is `short` (minor units), that one was kept.
 */
export function rateKept(
  invoice: Dated,
  kind: WithholdingKind,
  { hasTaxId }: Pick<WithholdingTerms, 'hasTaxId'>,
  short: Minor,
): number | null {
  const rates = [hasTaxId, !hasTaxId].flatMap(
    (known) => withholdingBps(kind, invoice.issue_date, { hasTaxId: known }) ?? [],
  );
  return rates.find((bps) => withheldOf(invoice, bps).amount === short) ?? rates[0] ?? null;
}

/** The part of an invoice's balance (minor units) that is asked for at a rate (basis points) of tax; null: they keep nothing. */
export const askedWith = (invoice: Sums & Pick<Invoice, 'balance_minor'>, bps: number | null): Minor =>
  bps === null ? invoice.balance_minor : lessTax(invoice.balance_minor, withheldOf(invoice, bps).amount);

/**
 * Tax nobody declared: `missing` where exactly that is short of an invoice after money came, `expected` where its customer usually
 * keeps it. The rate in basis points, amounts in minor units; `net` is what is asked for.
 */
export type LikelyTax = PossibleTax & { state: 'missing' | 'expected'; base: Minor; net: Minor };

/** The tax that an invoice's customer may keep, or has kept, without a word of it; null where nothing speaks for it. */
export function likelyTax(invoice: Open, terms: WithholdingTerms): LikelyTax | null {
  const { balance_minor: owed, paid_minor: paid, issue_date: day } = invoice;
  const { base } = withheldOf(invoice, 0);
  const missing = paid > 0 && taxesOn(base, day, terms).find(({ amount }) => amount === owed);
  if (missing) return { state: 'missing', base, ...missing, net: owed };
  const expected = expectedTax({ base, owed }, day, terms);
  return expected && { state: 'expected', base, ...expected };
}

/** When the customer is next asked for the certificate of tax kept on a day, after `now`; null once all letters were due. */
export const nextLetterAt = (keptAt: Date, now: Date): Date | null =>
  LETTER_DAYS.map((days) => plusMs(keptAt, days * DAY_MS)).find((at) => at > now) ?? null;
