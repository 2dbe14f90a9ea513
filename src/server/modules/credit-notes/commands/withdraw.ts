import { AppError } from '#core/errors.ts';
import { type Currency, formatMoney, minor } from '#core/money.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { lockInvoice } from '#server/modules/invoices/commands/lifecycle.ts';
import { recordInvoice } from '#server/modules/invoices/commands/record-activity.ts';
import { adjustInvoice } from '#server/modules/invoices/commands/adjust.ts';
import { recountEarlyDiscount } from '#server/modules/invoices/commands/early-payment.ts';
import { reapplyPayments } from '#server/modules/payments/commands/release.ts';
import { type ListedNote, noteById } from '../queries/notes.ts';
import { creditNoteNumber } from '#server/modules/invoices/rules/credit-note.ts';
import { sendWithdrawal } from './letters.ts';

/**
 * Takes back a credit note: its invoice owes again, and the credit it gave pays it again. Throws 404, 409 where money of it went
 * back or its credit was used.
 */
export async function withdrawCreditNote(
  ctx: Ctx,
  { currency, id }: { currency: Currency; id: string },
): Promise<ListedNote> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const row = await noteById(ctx.tx, businessId, currency, id);
  if (row.withdrawn_at) throw new AppError('conflict', 'This credit note was taken back already');
  if (row.refund_minor > 0 || row.gave_back_minor > 0)
    throw new AppError(
      'conflict',
      'Money of this credit note went back, so it stays. Make a new invoice instead',
    );
  const invoice = await lockInvoice(ctx, { currency, invoiceId: row.invoice_id });
  if ((await reapplyPayments(ctx, invoice, row.credit_minor)) > 0)
    throw new AppError('conflict', 'Credit of this note was used already, so it stays');
  const number = creditNoteNumber(row.number);
  const changed = await adjustInvoice(
    ctx,
    invoice,
    {
      kind: row.made_by === null ? 'early_discount' : 'credit_note',
      source_id: row.id,
      amount_minor: minor(-row.total_minor),
      note: number,
      made_by: ctx.actor.userId,
    },
    minor(-row.credit_minor),
  );
  await ctx.tx
    .updateTable('credit_notes')
    .set({ withdrawn_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
  await recountEarlyDiscount(ctx, changed);
  const told = `Credit note ${number} of ${formatMoney(row.total_minor, currency)} for ${invoice.number} was taken back`;
  recordInvoice(ctx, changed, 'credit_note', told, row.total_minor);
  await recordActorEvent(ctx, 'credit_note_withdrawn', told);
  await sendWithdrawal(ctx, changed, row);
  return { ...row, withdrawn_at: ctx.now };
}
