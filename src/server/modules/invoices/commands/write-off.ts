import { AppError, fieldError } from '#core/errors.ts';
import { type Currency, formatMoney, type Minor, minor } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { isActive } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';
import { lockInvoice } from './lifecycle.ts';
import { recordInvoice } from './record-activity.ts';
import { adjustInvoice } from './adjust.ts';

type WriteOff = { currency: Currency; id: string; amount: Minor; reason: string };

/**
 * Gives up an amount (minor units) of what is owed on a sent invoice. Throws 404, 409 where nothing is owed or it was not sent,
 * 422 for more than is owed.
 */
export async function writeOff(ctx: Ctx, { currency, id, amount, reason }: WriteOff): Promise<Invoice> {
  const invoice = await lockInvoice(ctx, { currency, invoiceId: id });
  if (!isActive(invoice)) throw new AppError('conflict', 'This invoice was deleted. Restore it first');
  if (invoice.paid_at) throw new AppError('conflict', 'Nothing is owed on this invoice');
  if (!invoice.sent_at)
    throw new AppError('conflict', 'This invoice was not sent. Delete it, or change it as you like');
  if (amount > invoice.balance_minor)
    throw fieldError('amount', `Only ${formatMoney(invoice.balance_minor, currency)} is owed`);
  return record(ctx, invoice, {
    amount,
    note: reason,
    told: `${formatMoney(amount, currency)} of invoice ${invoice.number} was written off: ${reason}`,
  });
}

type UndoneWriteOff = { currency: Currency; id: string; reason?: string | null | undefined };

/** Asks for all that was written off of an invoice again. Throws 404, 409 where nothing was. */
export async function undoWriteOff(ctx: Ctx, { currency, id, reason }: UndoneWriteOff): Promise<Invoice> {
  const invoice = await lockInvoice(ctx, { currency, invoiceId: id });
  const { written_off_minor: amount } = invoice;
  if (amount === 0) throw new AppError('conflict', 'Nothing of this invoice is written off');
  return record(ctx, invoice, {
    amount: minor(-amount),
    note: reason || '',
    told: `${formatMoney(amount, currency)} of invoice ${invoice.number} is asked for again`,
  });
}

type Told = { amount: Minor; note: string; told: string };

async function record(ctx: Ctx, invoice: Invoice, { amount, note, told }: Told): Promise<Invoice> {
  const changed = await adjustInvoice(ctx, invoice, {
    kind: 'write_off',
    source_id: null,
    amount_minor: amount,
    note,
    made_by: ctx.actor.userId,
  });
  recordInvoice(ctx, changed, 'invoice_written_off', told, minor(Math.abs(amount)));
  await recordActorEvent(ctx, 'invoice_written_off', told);
  return changed;
}
