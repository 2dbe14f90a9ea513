import type { CalendarDate } from '#core/dates.ts';
import { add, least, type Minor, subtract, ZERO } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { forgivenRest } from '#server/modules/business/queries.ts';
import { asPaidOn } from '../rules/early-payment.ts';
import { collectible } from '../rules/invoice.ts';
import { isSmallRest } from '../rules/small-rest.ts';
import { withheldOf } from '../rules/withholding.ts';
import type { Invoice } from '../table.ts';
import { leftToPay, withholdingOf } from './withholding.ts';

/** The sum (minor units) that pays all of an invoice on a day, less tax that is kept and a discount for paying early. */
export const payingAll = (db: Db, invoice: Invoice, day: CalendarDate): Promise<Minor> =>
  leftToPay(db, asPaidOn(invoice, day));

/** The part still owed of an invoice after a payment, and the part of the payment that is more than was owed; minor units. */
export type AfterPayment = { left: Minor; over: Minor };

/** The same of an amount (minor units) before it is recorded for a day, as `payInvoice` will have it. */
export async function afterPayment(
  db: Db,
  invoice: Invoice,
  { amount, day }: { amount: Minor; day: CalendarDate },
): Promise<AfterPayment> {
  const owing = amount < (await payingAll(db, invoice, day)) ? invoice : asPaidOn(invoice, day);
  const applied = least(amount, collectible(owing));
  const recovered = least(applied, owing.written_off_minor);
  const paid = {
    paid_minor: add(owing.paid_minor, applied),
    written_off_minor: subtract(owing.written_off_minor, recovered),
    balance_minor: subtract(add(owing.balance_minor, recovered), applied),
  };
  const isSettled = await settlesRest(db, { ...owing, ...paid });
  return { left: isSettled ? ZERO : paid.balance_minor, over: subtract(amount, applied) };
}

// By the tax its customer keeps, else as a rest its owner gives up.
async function settlesRest(db: Db, invoice: Invoice): Promise<boolean> {
  const tax = await withholdingOf(db, invoice);
  if (tax?.state === 'declared') return withheldOf(invoice, tax.rate_bps).amount === invoice.balance_minor;
  if (tax?.state === 'pending') return false;
  return isSmallRest(invoice, await forgivenRest(db, invoice.business_id, invoice.currency));
}
