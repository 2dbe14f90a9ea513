import * as z from 'zod';
import { lockBusiness } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { deleteInvoice } from '../commands.ts';
import { asShown, type BoundInvoice, boundInvoice } from './bound.ts';
import { boundAll } from './recipients.ts';
import { targetsOf, type Wanted, wanted, type Why } from './targets.ts';

const args = z.object({
  invoices: z.array(boundInvoice).min(1),
  note: z.object({ missing: z.array(z.string()), more: z.number() }),
});
export type DeleteArguments = z.infer<typeof args>;

/** Deletes invoices nobody has paid anything of; each can be restored. */
export const deleteTool: WriteTool<Wanted, DeleteArguments, Why, BoundInvoice[]> = {
  description: 'Propose to delete invoices nobody has paid anything of.',
  input: wanted as z.ZodType<Wanted>,
  arguments: args,
  prepare: async (scope, _currency, wanted) => {
    const targets = await targetsOf(scope, wanted, 'nothing_paid');
    if (!targets.ok) return targets;
    const invoices = await boundAll(scope.db, scope.actor.businessId, targets.found);
    return { ok: true, arguments: { invoices, note: { missing: targets.missing, more: targets.more } } };
  },
  carryOut: async (ctx, _currency, { invoices }) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    for (const shown of invoices)
      await asShown(ctx, shown, () => deleteInvoice(ctx, { currency: shown.currency, invoiceId: shown.id }));
    return invoices;
  },
};
