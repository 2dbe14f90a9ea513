import { sql } from 'kysely';
import { dateIn } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { type Currency, formatMoney } from '#core/money.ts';
import { type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { type NewActivity, recordActivity } from '#server/modules/activity/commands.ts';
import { requireRecipient } from '#server/modules/business/queries.ts';
import { lockInvoice } from '#server/modules/invoices/commands/lifecycle.ts';
import { subjectOf } from '#server/modules/invoices/commands/record-activity.ts';
import { getInvoice } from '#server/modules/invoices/queries/details.ts';
import { type Invoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import { nextLetterAt } from '#server/modules/invoices/rules/withholding.ts';
import { openAllowance, reachesOf, reachOf } from '#server/modules/reminders/queries/reach.ts';
import { type BusinessSchedule, scheduleOf } from '#server/modules/reminders/queries/settings.ts';
import { allowedFrom } from '#server/modules/reminders/rules/sending-hours.ts';
import { jobs } from '../jobs.ts';
import { exemptionOf } from '../queries/exemption.ts';
import { withholdingById } from '../queries/withholdings.ts';
import type { Withholding } from '../table.ts';

/**
 * Has customers asked for tax certificates that are due, in the hours of the business's reminders. Where they do not go by
 * themselves, the owner reads that one is still missing. A concurrent second call finds nothing to do.
 */
export async function askForDueCertificates(
  ctx: SystemCtx,
  businessId: string,
  ids: readonly string[],
): Promise<void> {
  await lockBusiness(ctx.tx, businessId);
  const due = await dueWithInvoices(ctx, businessId, ids);
  if (due.length === 0) return;
  const schedule = await scheduleOf(ctx.tx, businessId);
  const at = allowedFrom(ctx.now, schedule);
  const isNow = at <= ctx.now;
  const next = due.map(({ row, keptAt }) => ({ id: row.id, at: isNow ? nextLetterAt(keptAt, ctx.now) : at }));
  await setLettersAt(ctx, businessId, next);
  if (!isNow) return;
  const isWritable = await openLetters(ctx, businessId, due, schedule);
  const written = due.filter(isWritable);
  enqueueLetters(
    ctx,
    written.map(({ row }) => row),
    schedule,
  );
  if (schedule.mode === 'off') return;
  for (const one of due)
    if (!written.includes(one)) recordActivity(ctx, businessId, missingActivity(one), { topic: 'invoices' });
}

type DueLetter = { row: Withholding; keptAt: Date; invoice: Invoice };

async function dueWithInvoices(
  ctx: SystemCtx,
  businessId: string,
  ids: readonly string[],
): Promise<DueLetter[]> {
  const rows = await ctx.tx
    .selectFrom('withholdings')
    .selectAll()
    .where('business_id', '=', businessId)
    .where(sql<boolean>`id = any(${ids})`)
    .where('letter_at', '<=', ctx.now)
    .orderBy('letter_at')
    .execute();
  const invoices = await ctx.tx
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where(sql<boolean>`id = any(${rows.map((row) => row.invoice_id)})`)
    .execute();
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return rows.flatMap((row) => {
    const [invoice, keptAt] = [byId.get(row.invoice_id), row.kept_at];
    return invoice && keptAt ? { row, keptAt, invoice } : [];
  });
}

async function openLetters(
  ctx: SystemCtx,
  businessId: string,
  due: readonly DueLetter[],
  schedule: BusinessSchedule,
): Promise<(letter: DueLetter) => boolean> {
  if (schedule.mode !== 'automatic' || !schedule.email) return () => false;
  const invoices = due.map(({ invoice }) => invoice);
  const reachOf = await reachesOf(ctx.tx, businessId, invoices, false);
  const addresses = invoices.map(({ customer_email: email }) => email).filter((email) => email !== '');
  const allowance = await openAllowance(ctx, businessId, addresses);
  return ({ invoice }) => {
    const { email, emailBlocked } = reachOf(invoice);
    return email !== '' && !emailBlocked && allowance.allows(email);
  };
}

function missingActivity({ row, invoice }: DueLetter): NewActivity {
  const amount = formatMoney(row.amount_minor, invoice.currency);
  const description = `The tax certificate of ${amount} for invoice ${invoice.number} has not come. Ask ${invoice.customer_name} for it`;
  return { type: 'withholding_changed', description, metadata: subjectOf(invoice, row.amount_minor) };
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
  enqueueLetters(ctx, [row], await scheduleOf(ctx.tx, businessId));
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
  ctx.enqueue(jobs.exemption, { key, businessId, invoiceId: id });
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
function enqueueLetters(ctx: SystemCtx, rows: readonly Withholding[], { zone }: BusinessSchedule): void {
  const day = dateIn(ctx.now, zone);
  for (const { business_id: businessId, id } of rows)
    ctx.enqueue(jobs.letter, { key: `certificate:${id}:${day}`, businessId, id });
}

async function setLettersAt(
  ctx: SystemCtx,
  businessId: string,
  next: readonly { id: string; at: Date | null }[],
): Promise<void> {
  await sql`update withholdings w set letter_at = n.at
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n (id text, at timestamptz)
    where w.business_id = ${businessId} and w.id = n.id`.execute(ctx.tx);
}
