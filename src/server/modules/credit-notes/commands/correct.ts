import type { Currency } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { duplicateInvoice } from '#server/modules/invoices/commands/change.ts';
import { releaseWithheld } from '#server/modules/invoices/commands/kept-tax.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import type { CreditNote } from '../table.ts';
import { lockCreditable } from './book.ts';
import { creditWhole } from './issue.ts';

type Correction = { currency: Currency; invoiceId: string; note?: string | null | undefined };

/**
 * Credits all that is left of a sent invoice and makes an unsent one with the same contents to be corrected. Tax that was kept of it is
 * kept of it no more, unless its certificate came. Throws as `issueCreditNote` and `duplicateInvoice` do.
 */
export async function correctInvoice(
  ctx: Ctx,
  { note, ...target }: Correction,
): Promise<{ credited: CreditNote; draft: Invoice }> {
  const invoice = await releaseWithheld(ctx, await lockCreditable(ctx, target));
  const credited = await creditWhole(ctx, invoice, note || '');
  const { invoice: draft } = await duplicateInvoice(ctx, target);
  return { credited, draft };
}
