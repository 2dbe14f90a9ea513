import { plusMs } from '#core/dates.ts';
import { type Minor, percentOf, subtract, ZERO } from '#core/money.ts';
import { sharesOf } from '#core/totals.ts';
import { type WithholdingKind, withholdingBps, withholdingKinds } from '#core/tax-rates.ts';
import type { Invoice } from '../table.ts';

const DAY_MS = 86_400_000;
/** Days after the money came at which its customer is asked for the certificate. */
const LETTER_DAYS = [30, 60, 90];

type Sums = Pick<Invoice, 'total_minor' | 'tax_minor' | 'credited_minor'>;
type Dated = Sums & Pick<Invoice, 'issue_date'>;
type Open = Dated & Pick<Invoice, 'balance_minor' | 'paid_minor'>;

/** Whether the tax office knows the seller, and what its customer usually keeps tax for. */
export type TaxTerms = { hasTaxId: boolean; usualKind: WithholdingKind | null };

/**
 * The tax (minor units) a customer keeps of an invoice at a rate in basis points, and what it is counted on: the total without
 * VAT, less its part of what was credited.
 */
export function withheldOf(invoice: Sums, bps: number): { base: Minor; amount: Minor } {
  const { total_minor: total, tax_minor: tax, credited_minor: credited } = invoice;
  const [base = ZERO] = sharesOf(subtract(total, tax), [subtract(total, credited), credited]);
  return { base, amount: percentOf(base, bps) };
}

/**
 * The rate (basis points) at which tax is kept of an invoice for a purpose; null where there was none. Its customer may know another
 * tax ID of the seller than we: where the other rate comes to just what is `short` (minor units), that one was kept.
 */
export function rateKept(
  invoice: Dated,
  kind: WithholdingKind,
  { hasTaxId }: Pick<TaxTerms, 'hasTaxId'>,
  short: Minor,
): number | null {
  const rates = [hasTaxId, !hasTaxId].flatMap(
    (known) => withholdingBps(kind, invoice.issue_date, { hasTaxId: known }) ?? [],
  );
  return rates.find((bps) => withheldOf(invoice, bps).amount === short) ?? rates[0] ?? null;
}

/** The part of what is owed (minor units) that is asked for while `kept` of it is declared as tax; all of it where no more is owed. */
export const askedOf = ({ balance_minor: balance }: Pick<Invoice, 'balance_minor'>, kept: Minor): Minor =>
  kept < balance ? subtract(balance, kept) : balance;

/** The same of an invoice at a rate (basis points) of tax; null: they keep nothing. */
export const askedWith = (invoice: Sums & Pick<Invoice, 'balance_minor'>, bps: number | null): Minor =>
  bps === null ? invoice.balance_minor : askedOf(invoice, withheldOf(invoice, bps).amount);

/**
 * Tax nobody declared: `missing` where exactly that is short of an invoice after money came, `expected` where its customer usually
 * keeps it. The rate in basis points, amounts in minor units; `net` is what is asked for.
 */
export type LikelyTax = {
  state: 'missing' | 'expected';
  kind: WithholdingKind;
  bps: number;
  base: Minor;
  amount: Minor;
  net: Minor;
};

/** The tax that an invoice's customer may keep, or has kept, without a word of it; null where nothing speaks for it. */
export const likelyTax = (invoice: Open, terms: TaxTerms): LikelyTax | null =>
  missingTax(invoice, terms) ?? expectedTax(invoice, terms);

function missingTax(invoice: Open, { hasTaxId, usualKind }: TaxTerms): LikelyTax | null {
  if (invoice.paid_minor === 0 || invoice.balance_minor === 0) return null;
  const usual = usualKind ? [usualKind] : [];
  const at = (kinds: readonly WithholdingKind[], known: boolean) =>
    kinds.map((kind) => ({ kind, rate: withholdingBps(kind, invoice.issue_date, { hasTaxId: known }) }));
  const rates = [usual, withholdingKinds].flatMap((kinds) => [
    ...at(kinds, hasTaxId),
    ...at(kinds, !hasTaxId),
  ]);
  for (const { kind, rate: bps } of rates) {
    const tax = bps === null ? null : withheldOf(invoice, bps);
    if (bps !== null && tax?.amount === invoice.balance_minor)
      return { state: 'missing', kind, bps, ...tax, net: invoice.balance_minor };
  }
  return null;
}

function expectedTax(invoice: Open, { hasTaxId, usualKind: kind }: TaxTerms): LikelyTax | null {
  const bps = kind && withholdingBps(kind, invoice.issue_date, { hasTaxId });
  if (!kind || bps === null) return null;
  const tax = withheldOf(invoice, bps);
  const net = askedOf(invoice, tax.amount);
  return net < invoice.balance_minor ? { state: 'expected', kind, bps, ...tax, net } : null;
}

/** When the customer is next asked for the certificate of tax kept on a day, after `now`; null once all letters were due. */
export const nextLetterAt = (keptAt: Date, now: Date): Date | null =>
  LETTER_DAYS.map((days) => plusMs(keptAt, days * DAY_MS)).find((at) => at > now) ?? null;
