import { dateIn } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { type Currency, formatMoney } from '#core/money.ts';
import { type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { exhaustedRecipients, requireRecipient } from '#server/modules/business/queries.ts';
import { lockInvoice } from '#server/modules/invoices/commands/lifecycle.ts';
import { recordInvoice } from '#server/modules/invoices/commands/record-activity.ts';
import { getInvoice, invoiceById } from '#server/modules/invoices/queries/details.ts';
import { type Invoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import { nextLetterAt } from '#server/modules/invoices/rules/withholding.ts';
import { reachOf } from '#server/modules/reminders/queries/dunning-context.ts';
import { type BusinessSchedule, scheduleOf } from '#server/modules/reminders/queries/settings.ts';
import { allowedFrom } from '#server/modules/reminders/rules/sending-hours.ts';
import { jobs } from '../jobs.ts';
import type { WithholdingKey } from '../queries/due-letters.ts';
import { exemptionOf } from '../queries/exemption.ts';
import { withholdingById } from '../queries/withholdings.ts';
import type { Withholding } from '../table.ts';

/**
 * Has the customer asked for a tax certificate that is due, in the hours of the business's reminders. Where they do not go by
 * themselves, the owner reads that it is still missing. A concurrent second call finds nothing to do.
 */
export async function askForCertificate(ctx: SystemCtx, { businessId, id }: WithholdingKey): Promise<void> {
  await lockBusiness(ctx.tx, businessId);
  const row = await ctx.tx
    .selectFrom('withholdings')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('letter_at', '<=', ctx.now)
    .executeTakeFirst();
  const invoice = row && (await invoiceById(ctx.tx, businessId, row.invoice_id));
  if (!row?.kept_at || !invoice) return;
  const schedule = await scheduleOf(ctx.tx, businessId);
  const at = allowedFrom(ctx.now, schedule);
  if (at > ctx.now) return setLetterAt(ctx, row, at);
  await setLetterAt(ctx, row, nextLetterAt(row.kept_at, ctx.now));
  if (await isWritable(ctx, invoice, schedule)) await enqueueLetter(ctx, row, schedule);
  else if (schedule.mode !== 'off') {
    const amount = formatMoney(row.amount_minor, invoice.currency);
    const told = `The tax certificate of ${amount} for invoice ${invoice.number} has not come. Ask ${invoice.customer_name} for it`;
    await recordInvoice(ctx, invoice, 'withholding_changed', told, row.amount_minor);
  }
}

/** Has the customer asked at its owner's wish; gives the address. Throws 404, 409 where none is awaited or nobody can be written to, 429. */
export async function askNow(
  ctx: Ctx,
  { currency, id }: { currency: Currency; id: string },
): Promise<string> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const row = await withholdingById(ctx.tx, businessId, currency, id);
  if (row.state !== 'pending') throw new AppError('conflict', 'No certificate is awaited for this tax');
  const email = await addressOf(ctx, await getInvoice(ctx.tx, businessId, currency, row.invoice_id));
  await enqueueLetter(ctx, row, await scheduleOf(ctx.tx, businessId));
  return email;
}

/**
 * Has the customer of an invoice asked to keep no tax of it; gives the address. Throws 404, 409 where a condition is not met or nobody can
 * be written to, 429.
 */
export async function askExemption(
  ctx: Ctx,
  { currency, id }: { currency: Currency; id: string },
): Promise<string> {
  const { businessId } = ctx.actor;
  const invoice = await lockInvoice(ctx, { currency, invoiceId: id });
  const exemption = await exemptionOf(ctx.tx, invoice);
  if (exemption?.missing === 'tax_id')
    throw new AppError('conflict', 'Add your tax ID in the settings first');
  if (!exemption || exemption.missing)
    throw new AppError('conflict', 'Tax may have to be kept of this invoice: it is not below the limit');
  if (!isActive(invoice) || invoice.paid_at)
    throw new AppError('conflict', 'Nothing is owed on this invoice');
  const email = await addressOf(ctx, invoice);
  const { zone } = await scheduleOf(ctx.tx, businessId);
  const key = `exemption:${id}:${dateIn(ctx.now, zone)}`;
  await ctx.enqueue(jobs.exemption, { key, businessId, invoiceId: id });
  return email;
}

async function addressOf(ctx: Ctx, invoice: Invoice): Promise<string> {
  const { email, emailBlocked } = await reachOf(ctx.tx, invoice, false);
  if (email === '')
    throw new AppError('conflict', `${invoice.customer_name} has no email address. Add one first`);
  if (emailBlocked) throw new AppError('conflict', `${email} takes no emails from you. Ask in another way`);
  await requireRecipient(ctx, invoice.business_id, email);
  return email;
}

// At most one on a day, whoever asks.
async function enqueueLetter(
  ctx: SystemCtx,
  { business_id: businessId, id }: Withholding,
  { zone }: BusinessSchedule,
): Promise<void> {
  const key = `certificate:${id}:${dateIn(ctx.now, zone)}`;
  await ctx.enqueue(jobs.letter, { key, businessId, id });
}

async function isWritable(ctx: SystemCtx, invoice: Invoice, schedule: BusinessSchedule): Promise<boolean> {
  if (schedule.mode !== 'automatic' || !schedule.email) return false;
  const { email, emailBlocked } = await reachOf(ctx.tx, invoice, false);
  if (email === '' || emailBlocked) return false;
  return !(await exhaustedRecipients(ctx, invoice.business_id, email));
}

async function setLetterAt(ctx: SystemCtx, row: Withholding, letter_at: Date | null): Promise<void> {
  await ctx.tx
    .updateTable('withholdings')
    .set({ letter_at })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute();
}
