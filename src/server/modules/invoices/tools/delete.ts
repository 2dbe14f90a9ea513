import * as z from 'zod';
import { lockBusiness } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { deleteInvoice } from '../commands/lifecycle.ts';
import { snapshotAll } from './recipients.ts';
import { type InvoiceSnapshot, invoiceSnapshot, whenUnchanged } from './snapshot.ts';
import { type InvoiceSelection, selectionInput, targetsOf, type Why } from './targets.ts';

const args = z.object({
  invoices: z.array(invoiceSnapshot).min(1),
  note: z.object({ missing: z.array(z.string()), more: z.number() }),
});
export type DeleteArguments = z.infer<typeof args>;

/** Deletes invoices nobody has paid anything of; each can be restored. */
export const deleteTool: WriteTool<InvoiceSelection, DeleteArguments, Why, InvoiceSnapshot[]> = {
  description: 'Propose to delete invoices nobody has paid anything of.',
  input: selectionInput as z.ZodType<InvoiceSelection>,
  arguments: args,
  prepare: async (scope, _currency, selection) => {
    const targets = await targetsOf(scope, selection, 'nothing_paid');
    if (!targets.ok) return targets;
    const invoices = await snapshotAll(scope.db, scope.actor.businessId, targets.found);
    return { ok: true, arguments: { invoices, note: { missing: targets.missing, more: targets.more } } };
  },
  carryOut: async (ctx, _currency, { invoices }) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    for (const shown of invoices)
      await whenUnchanged(ctx, shown, () =>
        deleteInvoice(ctx, { currency: shown.currency, invoiceId: shown.id }),
      );
    return invoices;
  },
};
