import { AppError } from '#core/errors.ts';
import { add, type Currency, formatMoney, least, type Minor, minor, subtract } from '#core/money.ts';
import { type Ctx, todayOf } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { adjustInvoice } from '#server/modules/invoices/commands/adjust.ts';
import { insertCreditNote } from '#server/modules/invoices/commands/credit-note.ts';
import { recountEarlyDiscount } from '#server/modules/invoices/commands/early-payment.ts';
import { lockInvoice } from '#server/modules/invoices/commands/lifecycle.ts';
import { recordInvoice } from '#server/modules/invoices/commands/record-activity.ts';
import { standingNotes } from '#server/modules/invoices/queries/credit-notes.ts';
import { itemsOf } from '#server/modules/invoices/queries/details.ts';
import { type Credit, creditNoteNumber } from '#server/modules/invoices/rules/credit-note.ts';
import { type Invoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import type { Division } from '#server/modules/payments/commands/release.ts';
import { effectSentence } from '../rules.ts';
import type { CreditNote } from '../table.ts';
import { sendLetter } from './letters.ts';

/** The business's lock and an invoice that can be credited. Throws 404, 409. */
export async function lockCreditable(
  ctx: Ctx,
  { currency, invoiceId }: { currency: Currency; invoiceId: string },
): Promise<Invoice> {
  const invoice = await lockInvoice(ctx, { currency, invoiceId });
  if (!isActive(invoice)) throw new AppError('conflict', 'This invoice was deleted. Restore it first');
  if (!invoice.sent_at && !invoice.paid_at)
    throw new AppError('conflict', 'This invoice was not sent. Change it as you like, or delete it');
  return invoice;
}

export const creditedSoFar = async (ctx: Ctx, invoice: Invoice) => ({
  items: await itemsOf(ctx.tx, invoice.business_id, invoice.id),
  before: await standingNotes(ctx.tx, invoice),
});

/** The part of a credit note (minor units) that was paid already. */
export const paidPart = (
  { balance_minor, written_off_minor }: Pick<Invoice, 'balance_minor' | 'written_off_minor'>,
  total: Minor,
): Minor => subtract(total, least(total, add(balance_minor, written_off_minor)));

/** `effect` is where the paid part goes, which `release` moves under the note's number. */
type Booked = Credit & {
  reason: CreditNote['reason'];
  note?: string | null | undefined;
  effect: Division;
  release?: (number: string) => Promise<void>;
};

/** Books a credit note on a locked invoice and has its letter sent: what is owed becomes less, then what was written off. */
export async function bookNote(ctx: Ctx, invoice: Invoice, input: Booked): Promise<CreditNote> {
  const { total } = input.totals;
  const paid = paidPart(invoice, total);
  const row = await insertCreditNote(ctx, invoice, {
    totals: input.totals,
    lines: input.lines,
    reason: input.reason,
    note: input.note || '',
    owed_minor: subtract(total, paid),
    credit_minor: input.effect.credit,
    refund_minor: input.effect.refund,
    gave_back_minor: input.effect.gaveBack,
    made_by: ctx.actor.userId,
    issue_date: todayOf(ctx),
  });
  const number = creditNoteNumber(row.number);
  await input.release?.(number);
  const changed = await adjustInvoice(
    ctx,
    await withoutWriteOff(ctx, invoice, total, number),
    { kind: 'credit_note', source_id: row.id, amount_minor: total, note: number, made_by: ctx.actor.userId },
    paid,
  );
  await recordIssue(ctx, await recountEarlyDiscount(ctx, changed), row);
  await sendLetter(ctx, changed, row, 'creditNote');
  return row;
}

// A written off part is credited, not asked for again.
async function withoutWriteOff(ctx: Ctx, invoice: Invoice, total: Minor, note: string): Promise<Invoice> {
  const over = least(subtract(total, least(total, invoice.balance_minor)), invoice.written_off_minor);
  if (over === 0) return invoice;
  return adjustInvoice(ctx, invoice, {
    kind: 'write_off',
    source_id: null,
    amount_minor: minor(-over),
    note,
    made_by: ctx.actor.userId,
  });
}

async function recordIssue(ctx: Ctx, invoice: Invoice, row: CreditNote): Promise<void> {
  const number = creditNoteNumber(row.number);
  const amount = formatMoney(row.total_minor, invoice.currency);
  const effect = effectSentence(row, invoice.currency, invoice.customer_name);
  const told = `Credit note ${number} of ${amount}: ${effect}`;
  recordInvoice(ctx, invoice, 'credit_note', told, row.total_minor);
  await recordActorEvent(ctx, 'credit_note_issued', `${number} of ${amount} for ${invoice.number}`);
}
