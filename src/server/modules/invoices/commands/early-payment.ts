import { assert } from '#core/assert.ts';
import { dateIn } from '#core/dates.ts';
import { add, formatMoney, type Minor, ZERO } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { timeZoneOf } from '#server/modules/business/queries.ts';
import { standingNotes } from '../queries/credit-notes.ts';
import { itemsOf } from '../queries/details.ts';
import { paidAfter } from '../queries/early-payment.ts';
import { leftToPay } from '../queries/withholding.ts';
import { creditNoteNumber, earlyCredit } from '../rules/credit-note.ts';
import { asPaidOn } from '../rules/early-payment.ts';
import { isActive } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';
import { adjustInvoice } from './adjust.ts';
import { insertCreditNote } from './credit-note.ts';
import { recordInvoice } from './record-activity.ts';

/**
 * Credits the discount for paying early on a locked invoice, where an amount (minor units) that came at an instant pays all the rest:
 * a credit note with its share of the tax. Money that is late, or a kobo short, changes nothing.
 */
export async function takeEarlyDiscount(
  ctx: SystemCtx,
  invoice: Invoice,
  amount: Minor,
  at: Date,
): Promise<Invoice> {
  const { business_id, early_discount_minor: discount, early_bps: bps, early_until: until } = invoice;
  if (discount === 0 || bps === null || until === null || !isActive(invoice)) return invoice;
  const timeZone = await timeZoneOf(ctx.tx, business_id);
  const lowered = asPaidOn(invoice, dateIn(at, timeZone));
  if (lowered === invoice) return invoice;
  // The news of money that came in time may be later than that of money that did not, which pays none of the lower sum.
  const late = await paidAfter(ctx.tx, invoice, until, timeZone);
  if (amount < add(await leftToPay(ctx.tx, lowered), late)) return invoice;
  const credit = await creditFor(ctx, invoice, bps);
  assert(credit?.totals.total === discount, `the discount of invoice ${invoice.id} is its credit note`);
  const row = await insertCreditNote(ctx, invoice, {
    ...credit,
    reason: 'early_payment',
    note: '',
    owed_minor: discount,
    credit_minor: ZERO,
    refund_minor: ZERO,
    gave_back_minor: ZERO,
    made_by: null,
    issue_date: dateIn(ctx.now, timeZone),
  });
  const note = creditNoteNumber(row.number);
  const taken = await storeDiscount(ctx, invoice, ZERO);
  const changed = await adjustInvoice(
    ctx,
    taken,
    { kind: 'early_discount', source_id: row.id, amount_minor: discount, note, made_by: null },
    ZERO,
    at,
  );
  const told = `Credit note ${note} of ${formatMoney(discount, invoice.currency)}: ${invoice.customer_name} paid ${invoice.number} early`;
  recordInvoice(ctx, changed, 'credit_note', told, discount);
  return changed;
}

/** After a credit note on a locked invoice, or its withdrawal: the discount is of what is left. One that was taken stays taken. */
export async function recountEarlyDiscount(ctx: SystemCtx, invoice: Invoice): Promise<Invoice> {
  const { early_bps: bps } = invoice;
  if (bps === null || (await wasTaken(ctx, invoice))) return invoice;
  const credit = await creditFor(ctx, invoice, bps);
  return storeDiscount(ctx, invoice, credit?.totals.total ?? ZERO);
}

const creditFor = async (ctx: SystemCtx, invoice: Invoice, bps: number) =>
  earlyCredit(
    invoice,
    await itemsOf(ctx.tx, invoice.business_id, invoice.id),
    await standingNotes(ctx.tx, invoice),
    bps,
  );

async function wasTaken(ctx: SystemCtx, { business_id, id }: Invoice): Promise<boolean> {
  const taken = await ctx.tx
    .selectFrom('adjustments')
    .select('id')
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', id)
    .where('kind', '=', 'early_discount')
    .limit(1)
    .executeTakeFirst();
  return taken !== undefined;
}

const storeDiscount = (ctx: SystemCtx, invoice: Invoice, discount: Minor): Promise<Invoice> =>
  ctx.tx
    .updateTable('invoices')
    .set({ early_discount_minor: discount })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow();
