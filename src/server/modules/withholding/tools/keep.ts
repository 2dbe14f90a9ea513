import * as z from 'zod';
import { AppError } from '#core/errors.ts';
import { toMinor } from '#core/money.ts';
import { type PossibleTax, taxesOn } from '#core/withholding.ts';
import { withholdingKinds } from '#core/tax-rates.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { taxTermsOf, withholdingOf } from '#server/modules/invoices/queries/withholding.ts';
import { withheldOf } from '#server/modules/invoices/rules/withholding.ts';
import { oneInvoice } from '#server/modules/invoices/tools/one-invoice.ts';
import {
  type InvoiceSnapshot,
  invoiceSnapshot,
  minorUnits,
  whenUnchanged,
} from '#server/modules/invoices/tools/snapshot.ts';
import type { Told, ToldOf, ToldWhy } from '#server/modules/invoices/tools/told.ts';
import { declareWithholding } from '../commands/declare.ts';

const args = z.object({
  invoice: invoiceSnapshot,
  kind: z.enum(withholdingKinds),
  bps: z.number().int().positive(),
  amount: minorUnits,
});
export type KeepArguments = z.infer<typeof args>;

/** `rates`: no tax that may be kept of the invoice comes to what was said. */
export type KeepWhy = ToldWhy | { kind: 'rates'; invoice: InvoiceSnapshot; taxes: PossibleTax[] };

/** Notes that a customer keeps withholding tax of an invoice. */
export const keepTool: WriteTool<ToldOf, KeepArguments, KeepWhy, KeepArguments> = {
  description: 'Propose to note that a customer keeps withholding tax of an invoice.',
  input: z.custom<ToldOf>(),
  arguments: args,
  prepare: async (scope, currency, { about, told }) => {
    if (told.percent === null && told.amount === null)
      return { ok: false, why: { kind: 'amount', invoice: null } };
    const found = await oneInvoice(scope, { about, currency, fit: 'unpaid', amount: null });
    if (!found.ok) return found;
    const {
      shown: invoice,
      matched: { invoice: row },
    } = found;
    const standing = await withholdingOf(scope.db, row);
    if (standing && standing.state !== 'declared')
      return { ok: false, why: { kind: 'refused', invoice, reason: 'Its tax was settled already' } };
    const terms = await taxTermsOf(scope.db, row);
    const taxes = taxesOn(withheldOf(row, 0).base, row.issue_date, terms);
    const tax = taxes.find((one) => isAsTold(one, told));
    if (!tax) return { ok: false, why: { kind: 'rates', invoice, taxes } };
    const isRest = row.paid_minor > 0 && tax.amount === invoice.balance;
    if (tax.amount >= invoice.balance && !isRest) return { ok: false, why: { kind: 'tooMuch', invoice } };
    return { ok: true, arguments: { invoice, ...tax } };
  },
  carryOut: async (ctx, _currency, shown) => {
    const { invoice, kind, amount } = shown;
    const target = { currency: invoice.currency, id: invoice.id };
    await whenUnchanged(ctx, invoice, () => declareWithholding(ctx, { ...target, kind, short: amount }));
    const kept = await withholdingOf(ctx.tx, { business_id: ctx.actor.businessId, id: invoice.id });
    if (kept?.amount_minor !== amount)
      throw new AppError('proposal_outdated', 'The tax is another one by now. Please ask again');
    return shown;
  },
};

const isAsTold = ({ bps, amount }: PossibleTax, told: Told): boolean =>
  (told.percent === null || Math.round(told.percent * 100) === bps) &&
  (told.amount === null || toMinor(told.amount) === amount);
