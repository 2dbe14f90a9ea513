import type * as z from 'zod';
import { lockBusiness } from '#server/scope.ts';
import type { WriteTool } from '#server/tools.ts';
import { remindInvoice } from '../commands.ts';
import { asShown } from './bound.ts';
import { deliveryOf } from './recipients.ts';
import { sentOne, type SendArguments, type SendWanted, type SentOne, sendTool } from './send.ts';
import { targetsOf, type Why } from './targets.ts';

/** Reminds customers of invoices that were sent and are not paid. */
export const remindTool: WriteTool<SendWanted, SendArguments, Why, SentOne[]> = {
  description: 'Propose to remind customers of unpaid invoices, by e-mail or WhatsApp.',
  input: sendTool.input as z.ZodType<SendWanted>,
  arguments: sendTool.arguments,
  prepare: async (scope, _currency, { channels, ...wanted }) => {
    const targets = await targetsOf(scope, wanted, 'unpaid');
    if (!targets.ok) return targets;
    const to = await deliveryOf(scope.db, scope.actor.businessId, targets.found, channels);
    if (!to.ok) return to;
    const note = {
      missing: targets.missing,
      leftOut: to.leftOut.map(({ number }) => number),
      more: targets.more,
    };
    return { ok: true, arguments: { ...to.delivery, note } };
  },
  carryOut: async (ctx, _currency, { channels, invoices }) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    const reminded: SentOne[] = [];
    for (const shown of invoices) {
      const { again } = await asShown(ctx, shown, () =>
        remindInvoice(ctx, { currency: shown.currency, invoiceId: shown.id, channels }),
      );
      reminded.push(await sentOne(ctx, shown, channels, again));
    }
    return reminded;
  },
};
