import { plusMs } from '#core/dates.ts';
import { type Minor, percentOf, subtract, ZERO } from '#core/money.ts';
import { sharesOf } from '#core/totals.ts';
import { type WithholdingKind, withholdingBps } from '#core/tax-rates.ts';
import type { Invoice } from '../table.ts';

const DAY_MS = 86_400_000;
/** Days after the money came at which its customer is asked for the certificate. */
const LETTER_DAYS = [30, 60, 90];

type Sums = Pick<Invoice, 'total_minor' | 'tax_minor' | 'credited_minor'>;

/**
 * The tax (minor units) a customer keeps of an invoice at a rate in basis points, and what it is counted on: the total without
 * VAT, less its part of what was credited.
 */
export function withheldOf(invoice: Sums, bps: number): { base: Minor; amount: Minor } {
  const { total_minor: total, tax_minor: tax, credited_minor: credited } = invoice;
  const [base = ZERO] = sharesOf(subtract(total, tax), [subtract(total, credited), credited]);
  return { base, amount: percentOf(base, bps) };
}

/** The tax (minor units) a customer keeps of an invoice for a purpose; zero where there was no rate. */
export function keptAt(
  invoice: Sums & Pick<Invoice, 'issue_date'>,
  kind: WithholdingKind,
  terms: { hasTaxId: boolean },
): Minor {
  const bps = withholdingBps(kind, invoice.issue_date, terms);
  return bps === null ? ZERO : withheldOf(invoice, bps).amount;
}

/** The part of what is owed (minor units) that is asked for while `kept` of it is declared as tax; all of it where no more is owed. */
export const askedOf = ({ balance_minor: balance }: Pick<Invoice, 'balance_minor'>, kept: Minor): Minor =>
  kept < balance ? subtract(balance, kept) : balance;

/** The same of an invoice at the rate (basis points) its customer declared; null: they keep nothing. */
export const askedWith = (invoice: Sums & Pick<Invoice, 'balance_minor'>, bps: number | null): Minor =>
  bps === null ? invoice.balance_minor : askedOf(invoice, withheldOf(invoice, bps).amount);

/** When the customer is next asked for the certificate of tax kept on a day, after `now`; null once all letters were due. */
export const nextLetterAt = (keptAt: Date, now: Date): Date | null =>
  LETTER_DAYS.map((days) => plusMs(keptAt, days * DAY_MS)).find((at) => at > now) ?? null;
