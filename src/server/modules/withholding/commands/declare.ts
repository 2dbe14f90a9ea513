import { AppError, fieldError, notFound } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { type Currency, formatMoney, type Minor, ZERO } from '#core/money.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';
import { type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActorEvent, recordBusinessEvent } from '#server/modules/audit/commands.ts';
import { lockInvoice, selectForUpdate } from '#server/modules/invoices/commands/lifecycle.ts';
import { recordInvoice } from '#server/modules/invoices/commands/record-activity.ts';
import { settleWithheld } from '#server/modules/invoices/commands/kept-tax.ts';
import { sentByPublicId } from '#server/modules/invoices/queries/details.ts';
import { payerMayDeclare, taxTermsOf, withholdingOf } from '#server/modules/invoices/queries/withholding.ts';
import { type Invoice, isActive, percentText } from '#server/modules/invoices/rules/invoice.ts';
import { rateKept, withheldOf } from '#server/modules/invoices/rules/withholding.ts';
import type { Withholding } from '../table.ts';

/** `short`: what is not paid (minor units), where more is recorded in the same transaction; else what is owed now. */
type Declaration = { currency: Currency; id: string; kind: WithholdingKind; short?: Minor };

/**
 * Notes that the customer of an invoice keeps tax of it, and settles it where the rest came already; another kind takes the place of the one
 * before. Gives its id. Throws 404, 409 where nothing is owed or the tax is settled, 422 for a kind without a rate or a tax above what is owed.
 */
export async function declareWithholding(
  ctx: Ctx,
  { currency, id: invoiceId, kind, short }: Declaration,
): Promise<string> {
  const invoice = await lockInvoice(ctx, { currency, invoiceId });
  const { id, tax } = await declare(ctx, invoice, { kind, by: 'owner', short });
  await settleWithheld(ctx, invoice, await withholdingOf(ctx.tx, invoice), ctx.now);
  // Without the customer's name, which could never be erased from the audit trail.
  await recordActorEvent(ctx, 'withholding_changed', tax);
  return id;
}

type PayersDeclaration = { publicId: string; kind: WithholdingKind | null };

/**
 * The same said by the payer on the pay page; null takes it back. Throws 404 for a link that leads nowhere, 409 where the payer
 * may not say it.
 */
export async function declareAsPayer(
  ctx: SystemCtx,
  { publicId, kind }: PayersDeclaration,
): Promise<Invoice> {
  const found = await sentByPublicId(ctx.tx, publicId);
  if (!found) throw notFound('invoice');
  await lockBusiness(ctx.tx, found.business_id);
  const invoice = (await selectForUpdate(ctx, found.business_id, found.id)) ?? found;
  if (!(await payerMayDeclare(ctx.tx, invoice)))
    throw new AppError('conflict', 'The seller has not agreed to tax kept of this invoice. Ask them');
  if (kind) {
    const { tax } = await declare(ctx, invoice, { kind, by: 'payer' });
    await recordBusinessEvent(ctx, invoice.business_id, 'withholding_changed', tax);
  } else await takeBack(ctx, invoice);
  return invoice;
}

type Said = Pick<Declaration, 'kind'> & { by: Withholding['declared_by']; short?: Minor | undefined };

async function declare(
  ctx: SystemCtx,
  invoice: Invoice,
  { kind, by, short = invoice.balance_minor }: Said,
): Promise<{ id: string; tax: string }> {
  if (!isActive(invoice)) throw new AppError('conflict', 'This invoice was deleted. Restore it first');
  if (invoice.paid_at) throw new AppError('conflict', 'Nothing is owed on this invoice');
  const bps = rateKept(invoice, kind, await taxTermsOf(ctx.tx, invoice), short);
  if (bps === null) throw fieldError('kind', 'There was no rate for that on the day of the invoice');
  const { base, amount } = withheldOf(invoice, bps);
  if (amount === ZERO) throw fieldError('kind', 'No tax is kept of so small an amount');
  const { currency, balance_minor: owed, paid_minor: paid } = invoice;
  // Only of its owner: the rest came, and they say what it was.
  const isRest = by === 'owner' && paid > 0 && amount === owed;
  if (amount >= owed && !isRest)
    throw fieldError(
      'kind',
      `Only ${formatMoney(owed, currency)} is owed, and the tax would be ${formatMoney(amount, currency)}`,
    );
  const id = await keep(ctx, invoice, {
    kind,
    rate_bps: bps,
    base_minor: base,
    amount_minor: amount,
    declared_by: by,
    tax_year: Number(invoice.issue_date.slice(0, 4)),
    updated_at: ctx.now,
  });
  const tax = `${formatMoney(amount, currency)} (${percentText(bps)}%) of invoice ${invoice.number}`;
  const told =
    by === 'payer'
      ? `${invoice.customer_name} said they keep ${tax} as withholding tax`
      : `You said that ${invoice.customer_name} keeps ${tax} as withholding tax`;
  recordInvoice(ctx, invoice, 'withholding_changed', told, amount);
  return { id, tax };
}

type Contents = Pick<
  Withholding,
  'kind' | 'rate_bps' | 'base_minor' | 'amount_minor' | 'declared_by' | 'tax_year' | 'updated_at'
>;

async function keep(ctx: SystemCtx, invoice: Invoice, contents: Contents): Promise<string> {
  const { business_id, id: invoice_id } = invoice;
  const standing = await withholdingOf(ctx.tx, invoice);
  if (standing && standing.state !== 'declared')
    throw new AppError('conflict', 'The withholding tax of this invoice is settled already');
  const id = standing?.id ?? newId('wht', ctx.now);
  if (standing)
    await ctx.tx
      .updateTable('withholdings')
      .set(contents)
      .where('business_id', '=', business_id)
      .where('id', '=', id)
      .execute();
  else
    await ctx.tx
      .insertInto('withholdings')
      .values({
        business_id,
        id,
        invoice_id,
        state: 'declared',
        kept_at: null,
        certificate_no: null,
        certificate_day: null,
        certificate_minor: null,
        certificate_file_id: null,
        letter_at: null,
        created_at: ctx.now,
        ...contents,
      })
      .execute();
  return id;
}

// The words stay; one who chose by mistake may choose again.
async function takeBack(ctx: SystemCtx, invoice: Invoice): Promise<void> {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('withholdings')
    .set({ state: 'withdrawn', ended_by: 'payer', updated_at: ctx.now })
    .where('business_id', '=', invoice.business_id)
    .where('invoice_id', '=', invoice.id)
    .where('declared_by', '=', 'payer')
    .where('state', '=', 'declared')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const told = `${invoice.customer_name} keeps no withholding tax of invoice ${invoice.number} after all`;
  recordInvoice(ctx, invoice, 'withholding_changed', told);
  const event = `No tax is kept of invoice ${invoice.number}`;
  await recordBusinessEvent(ctx, invoice.business_id, 'withholding_changed', event);
}
