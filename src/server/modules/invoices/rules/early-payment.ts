import type { SettlingSums } from '#core/bank-statement/matching/model.ts';
import type { CalendarDate } from '#core/dates.ts';
import { type EarlyPayment, earlyPaymentFault, type ToldEarly } from '#core/early-payment.ts';
import { fieldError } from '#core/errors.ts';
import { add, type Minor, subtract, ZERO } from '#core/money.ts';
import type { Invoice, InvoiceItem } from '../table.ts';
import { type CreditedInvoice, earlyCredit } from './credit-note.ts';
import { askedWith } from './withholding.ts';

type EarlyColumns = Pick<Invoice, 'early_bps' | 'early_until' | 'early_discount_minor'>;
type Offering = CreditedInvoice &
  Pick<Invoice, 'total_minor' | 'due_date' | 'schedule'> & { items: InvoiceItem[] };

const noOffer: EarlyColumns = { early_bps: null, early_until: null, early_discount_minor: ZERO };

/**
 * The columns of a discount for paying early; of an offer that `stands` already its last day may be over. Throws 422 where it cannot
 * be offered.
 */
export function earlyColumns(
  terms: EarlyPayment | null | undefined,
  invoice: Offering,
  { today, stands = false }: { today: CalendarDate; stands?: boolean },
): EarlyColumns {
  if (!terms) return noOffer;
  const { percent, until } = terms;
  const fault = earlyPaymentFault(terms, {
    today: stands && until < today ? until : today,
    due: invoice.due_date,
    inParts: invoice.schedule !== null,
  });
  if (fault) throw fieldError(fault.path, fault.message);
  const discount = earlyCredit(invoice, invoice.items, [], percent)?.totals.total ?? ZERO;
  if (discount === 0 || discount >= invoice.total_minor)
    throw fieldError(
      'earlyPayment.percent',
      discount === 0 ? 'That takes nothing off this invoice' : 'That leaves nothing to pay',
    );
  return { early_bps: percent, early_until: until, early_discount_minor: discount };
}

/** The terms of the discount that stands on an invoice; null where none was offered. */
export const earlyTermsOf = ({
  early_bps,
  early_until,
}: Pick<EarlyColumns, 'early_bps' | 'early_until'>): EarlyPayment | null =>
  early_bps === null || early_until === null ? null : { percent: early_bps, until: early_until };

type Owing = EarlyColumns &
  Pick<Invoice, 'balance_minor' | 'credited_minor' | 'written_off_minor' | 'deleted_at'>;

/** Whether money of a day (in the business's zone) may still take the discount; nothing was given up of the invoice then. */
export const isEarly = (invoice: Owing, day: CalendarDate): boolean =>
  invoice.early_until !== null &&
  day <= invoice.early_until &&
  invoice.early_discount_minor > 0 &&
  invoice.early_discount_minor < invoice.balance_minor &&
  invoice.written_off_minor === 0 &&
  invoice.deleted_at === null;

/** The discount that money of its days still takes (minor units), whenever that is booked. */
export const offeredEarly = (invoice: Owing): Minor =>
  invoice.early_until !== null && isEarly(invoice, invoice.early_until) ? invoice.early_discount_minor : ZERO;

/** An invoice as money of a day settles it: with the discount credited while it may be taken, so that all that is asked follows. */
export const asPaidOn = <Asked extends Owing>(invoice: Asked, day: CalendarDate): Asked =>
  isEarly(invoice, day)
    ? {
        ...invoice,
        credited_minor: add(invoice.credited_minor, invoice.early_discount_minor),
        balance_minor: subtract(invoice.balance_minor, invoice.early_discount_minor),
      }
    : invoice;

/**
 * The sums (minor units) that settle an open invoice: `asked` is less the tax its customer declared at a rate (basis points), `early`
 * less its discount too, until a day.
 */
export function settlingSums(invoice: Owing & Parameters<typeof askedWith>[0], bps: number): SettlingSums {
  const sums = (one: typeof invoice) => ({
    outstanding: one.balance_minor,
    asked: askedWith(one, bps || null),
  });
  const until = invoice.early_until;
  const early = until && asPaidOn(invoice, until);
  return { ...sums(invoice), early: early && early !== invoice ? { ...sums(early), until } : null };
}

/** The discount as it is told today, `net` being of the balance left; null where none was offered. */
export function toldEarly(invoice: Owing, today: CalendarDate): ToldEarly | null {
  const terms = earlyTermsOf(invoice);
  return (
    terms && {
      ...terms,
      amount: invoice.early_discount_minor,
      net: asPaidOn(invoice, today).balance_minor,
      state: isEarly(invoice, today) ? 'open' : 'ended',
    }
  );
}
