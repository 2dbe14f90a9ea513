import * as z from 'zod';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { invoiceById } from '../queries.ts';
import { openNumberOf, whatsappFor } from '../queries/share.ts';
import { asShown, type BoundInvoice, boundInvoice, channelNames, type Channels } from './bound.ts';
import { deliveryOf } from './recipients.ts';
import { targetsOf, type Wanted, wanted, type Why } from './targets.ts';

const input = wanted.extend({ channels: channelNames.optional() });
const args = z.object({
  channels: channelNames,
  invoices: z.array(boundInvoice).min(1),
  /** Found but not included, for the reply text. */
  note: z.object({ missing: z.array(z.string()), leftOut: z.array(z.string()), more: z.number() }),
  /** Whether WhatsApp can go by itself to those who agreed. */
  sendsWhatsApp: z.boolean().default(false),
});
export type SendArguments = z.infer<typeof args>;
export type SendWanted = Wanted & { channels?: ('email' | 'whatsapp')[] | undefined };
/** A sent invoice; `whatsappUrl` opens the message for the owner unless the service sent it (`texted`). */
export type SentOne = {
  invoice: BoundInvoice;
  mailed: boolean;
  texted: boolean;
  whatsappUrl: string | null;
  /** Today's reminder had already gone. */
  again: boolean;
};

type Delivering = {
  description: string;
  /** Which invoices it is for. */
  of: 'pending' | 'unpaid';
  deliver(ctx: Ctx, shown: BoundInvoice, channels: Channels): Promise<{ again: boolean }>;
};

/** A tool that lets something go out about invoices: each to the one it was shown for, as it was shown. */
export const deliveringTool = ({
  description,
  of,
  deliver,
}: Delivering): WriteTool<SendWanted, SendArguments, Why, SentOne[]> => ({
  description,
  input: input as z.ZodType<SendWanted>,
  arguments: args,
  prepare: async (scope, _currency, { channels, ...wanted }) => {
    const targets = await targetsOf(scope, wanted, of);
    if (!targets.ok) return targets;
    const to = await deliveryOf(scope.db, scope.actor.businessId, targets.found, channels);
    if (!to.ok) return to;
    const note = {
      missing: targets.missing,
      leftOut: to.leftOut.map(({ number }) => number),
      more: targets.more,
    };
    const sendsWhatsApp = scope.ports.whatsapp !== null;
    return { ok: true, arguments: { ...to.delivery, note, sendsWhatsApp } };
  },
  carryOut: async (ctx, _currency, { channels, invoices }) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    const gone: SentOne[] = [];
    for (const shown of invoices) {
      const { again } = await asShown(ctx, shown, () => deliver(ctx, shown, channels));
      gone.push(await sentOne(ctx, shown, channels, again));
    }
    return gone;
  },
});

// Result for a sent invoice: sent by the service, or with a WhatsApp link for its owner to open.
async function sentOne(
  ctx: Ctx,
  invoice: BoundInvoice,
  channels: Channels,
  again: boolean,
): Promise<SentOne> {
  const { businessId } = ctx.actor;
  const asked = channels.includes('whatsapp');
  const row = asked ? await invoiceById(ctx.tx, businessId, invoice.id) : null;
  const texted = row !== null && (await openNumberOf(ctx, row)) !== null;
  const byHand = asked && !texted;
  return {
    invoice,
    mailed: channels.includes('email'),
    texted,
    whatsappUrl: byHand ? await whatsappFor(ctx.tx, businessId, invoice.id, ctx.publicUrl) : null,
    again,
  };
}
