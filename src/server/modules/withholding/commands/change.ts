import type * as z from 'zod/mini';
import type { withholdingChange } from '#contract/withholding.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import type { CalendarDate } from '#core/dates.ts';
import { isId } from '#core/ids.ts';
import { add, type Currency, formatMoney, least, type Minor, minor, subtract } from '#core/money.ts';
import { type Ctx, lockBusiness, todayOf } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { requireUpload } from '#server/modules/files/queries.ts';
import { lockInvoice } from '#server/modules/invoices/commands/lifecycle.ts';
import { recordInvoice } from '#server/modules/invoices/commands/record-activity.ts';
import { adjustInvoice } from '#server/modules/invoices/commands/adjust.ts';
import { moveDueDate } from '#server/modules/invoices/commands/schedule.ts';

import { refusePastDueDate } from '#server/modules/invoices/rules/invoice.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { resumeSchedule } from '#server/modules/reminders/commands/promises.ts';
import type { Withholding } from '../table.ts';

type Change = z.output<typeof withholdingChange>;
type Target = { row: Withholding; invoice: Invoice };
/** Changes of the row, what they settle or take back in minor units, and the sentence for it. */
type Effect = { set: Partial<Withholding>; settles: Minor; note: string; told: string };

/** From which states one comes to which. */
const before: Record<Change['state'], readonly Withholding['state'][]> = {
  received: ['pending', 'received'],
  used: ['received', 'used'],
  refused: ['pending', 'received'],
  withdrawn: ['declared'],
};

const refusals: Record<Change['state'], string> = {
  received: 'A certificate comes after the payment it belongs to',
  used: 'Add the certificate first',
  refused: 'No certificate is awaited for this tax',
  withdrawn: 'The payment came already. Mark the certificate as refused instead',
};

/**
 * Records what became of declared tax. A certificate over another amount changes what is settled, never past what the invoice has
 * room for; a refused one is owed again. Throws 404, 409 out of turn, 422 on the field that is missing or wrong.
 */
export async function changeWithholding(
  ctx: Ctx,
  { currency, id }: { currency: Currency; id: string },
  change: Change,
): Promise<void> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const target = await targetOf(ctx, currency, id);
  const { row, invoice } = target;
  if (!before[change.state].includes(row.state)) throw new AppError('conflict', refusals[change.state]);
  const { set, settles, note, told } = await effects[change.state](ctx, target, change);
  await ctx.tx
    .updateTable('withholdings')
    .set({ ...set, state: change.state, letter_at: null, updated_at: ctx.now })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute();
  const changed =
    settles === 0
      ? invoice
      : await adjustInvoice(ctx, invoice, {
          kind: 'withholding',
          source_id: row.id,
          amount_minor: settles,
          note,
          made_by: ctx.actor.userId,
        });
  if (change.state === 'refused' && change.dueDate) await payUntil(ctx, changed, change.dueDate);
  recordInvoice(ctx, changed, 'withholding_changed', told, set.amount_minor ?? row.amount_minor);
  await recordActorEvent(ctx, 'withholding_changed', told);
}

async function targetOf(ctx: Ctx, currency: Currency, id: string): Promise<Target> {
  const row = isId('wht', id)
    ? await ctx.tx
        .selectFrom('withholdings')
        .selectAll()
        .where('business_id', '=', ctx.actor.businessId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound('withholding tax');
  return { row, invoice: await lockInvoice(ctx, { currency, invoiceId: row.invoice_id }) };
}

const effects: Record<Change['state'], (ctx: Ctx, target: Target, change: Change) => Promise<Effect>> = {
  received,
  used,
  refused,
  withdrawn,
};

async function received(ctx: Ctx, { row, invoice }: Target, change: Change): Promise<Effect> {
  const { certificateNo, certificateDay, amount, certificate } = change;
  if (!certificateNo) throw fieldError('certificateNo', 'Enter the certificate number');
  if (!certificateDay) throw fieldError('certificateDay', 'Enter the date on the certificate');
  if (!amount) throw fieldError('amount', 'Enter the certificate amount');
  if (certificateDay > todayOf(ctx)) throw fieldError('certificateDay', 'That day has not come');
  await refuseOthersCertificate(ctx, invoice, certificateNo);
  await requireUpload(ctx, 'certificate', certificate);
  const settled = least(amount, add(row.amount_minor, invoice.balance_minor));
  const sum = formatMoney(amount, invoice.currency);
  return {
    set: {
      certificate_no: certificateNo,
      certificate_day: certificateDay,
      certificate_minor: amount,
      ...(certificate !== undefined && { certificate_file_id: certificate }),
      amount_minor: settled,
    },
    settles: subtract(settled, row.amount_minor),
    note: `Certificate ${certificateNo} says ${sum}`,
    told: `The tax certificate ${certificateNo} of ${sum} came for invoice ${invoice.number}`,
  };
}

async function used(ctx: Ctx, target: Target, change: Change): Promise<Effect> {
  const { row, invoice } = target;
  const taxYear = change.taxYear ?? (row.state === 'used' ? row.tax_year : null);
  if (!taxYear) throw fieldError('taxYear', 'Enter the tax year you used it for');
  if (row.state === 'used' && change.certificateNo) return corrected(ctx, target, { ...change, taxYear });
  return {
    set: { tax_year: taxYear },
    settles: minor(0),
    note: '',
    told: `The tax certificate ${row.certificate_no ?? ''} of invoice ${invoice.number} was used for ${taxYear}`,
  };
}

// It stands in somebody's tax return already, so the history says what it was, and why it is another.
async function corrected(ctx: Ctx, target: Target, change: Change & { taxYear: number }): Promise<Effect> {
  const { row, invoice } = target;
  const { reason, taxYear } = change;
  if (!reason) throw fieldError('reason', 'Say in a few words why you change it');
  const { set, ...effect } = await received(ctx, target, change);
  const named = (number: string | null, amount: Minor, day: CalendarDate | null) =>
    `${number ?? ''} of ${formatMoney(amount, invoice.currency)}, ${day ?? ''}`;
  const before = named(row.certificate_no, row.certificate_minor ?? row.amount_minor, row.certificate_day);
  const after = named(
    set.certificate_no ?? null,
    set.certificate_minor ?? row.amount_minor,
    set.certificate_day ?? null,
  );
  return {
    ...effect,
    set: { ...set, tax_year: taxYear },
    told: `The used tax certificate of invoice ${invoice.number} was corrected from ${before} to ${after}: ${reason}`,
  };
}

async function refused(ctx: Ctx, { row, invoice }: Target, { dueDate }: Change): Promise<Effect> {
  if (!dueDate) throw fieldError('dueDate', 'Enter the day by which they pay it');
  refusePastDueDate(dueDate, todayOf(ctx));
  const sum = formatMoney(row.amount_minor, invoice.currency);
  return {
    set: {},
    settles: minor(-row.amount_minor),
    note: 'No certificate came',
    told: `No tax certificate came for invoice ${invoice.number}: ${sum} is owed again`,
  };
}

async function withdrawn(_: Ctx, { invoice }: Target): Promise<Effect> {
  const told = `No withholding tax is kept of invoice ${invoice.number}`;
  return { set: { ended_by: 'owner' }, settles: minor(0), note: '', told };
}

async function refuseOthersCertificate(ctx: Ctx, invoice: Invoice, number: string): Promise<void> {
  const other = await ctx.tx
    .selectFrom('withholdings as w')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'w.business_id').onRef('i.id', '=', 'w.invoice_id'),
    )
    .select('i.customer_name')
    .where('w.business_id', '=', invoice.business_id)
    .where('w.certificate_no', '=', number)
    .where('i.customer_id', '<>', invoice.customer_id)
    .limit(1)
    .executeTakeFirst();
  if (other)
    throw fieldError('certificateNo', `That number is on a certificate of ${other.customer_name} already`);
}

// The new day has reminders of its own, although a part was paid.
async function payUntil(ctx: Ctx, invoice: Invoice, dueDate: CalendarDate): Promise<void> {
  await moveDueDate(ctx, invoice, dueDate);
  await resumeSchedule(ctx, invoice, { resumed: invoice.paid_minor, movedTo: dueDate });
}
