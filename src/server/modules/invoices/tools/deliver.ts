import * as z from 'zod';
import { type Ctx, lockBusiness, type Scope } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { invoiceById } from '../queries/details.ts';
import { heldReminders, type Hold } from '../queries/held-reminders.ts';
import { creditToAsk } from '../queries/credit.ts';
import { whatsappLinkFor, whatsappNumberFor } from '../queries/share.ts';
import { planDelivery } from './recipients.ts';
import {
  channelNames,
  type Channels,
  type InvoiceSnapshot,
  invoiceSnapshot,
  minorUnits,
  whenUnchanged,
} from './snapshot.ts';
import {
  type InvoiceSelection,
  type MatchedInvoice,
  selectionInput,
  targetsOf,
  type Why,
} from './targets.ts';

const input = selectionInput.extend({ channels: channelNames.optional() });
const args = z.object({
  channels: channelNames,
  invoices: z.array(invoiceSnapshot).min(1),
  /** Found but not included, for the reply text. */
  note: z.object({
    missing: z.array(z.string()),
    leftOut: z.array(z.string()),
    held: z
      .object({
        covered: z.array(z.string()),
        claimed: z.array(z.string()),
        charging: z._default(z.array(z.string()), []),
      })
      .optional(),
    more: z.number(),
  }),
  /** Whether WhatsApp can go by itself to those who agreed. */
  sendsWhatsApp: z.boolean().default(false),
  /** Credit of their customers that they could use: asked about, and used where `useCredit` says so, else by the setting. */
  credit: z
    .object({
      amount: minorUnits,
      currency: invoiceSnapshot.shape.currency,
      customers: z.array(z.string()),
    })
    .nullish(),
  useCredit: z.boolean().optional(),
});
export type SendArguments = z.infer<typeof args>;
type SendSelection = InvoiceSelection & { channels?: ('email' | 'whatsapp')[] | undefined };
/** A sent invoice; `whatsappUrl` opens the message for the owner unless the service sent it (`texted`). */
export type SentInvoice = {
  invoice: InvoiceSnapshot;
  mailed: boolean;
  texted: boolean;
  whatsappUrl: string | null;
  /** Today's reminder had already gone. */
  again: boolean;
};

type DeliveryTool = {
  description: string;
  /** Which invoices it is for. */
  of: 'pending' | 'unpaid';
  deliver(
    ctx: Ctx,
    shown: InvoiceSnapshot,
    how: Pick<SendArguments, 'channels' | 'useCredit'>,
  ): Promise<{ again: boolean }>;
};

/** A tool that lets something go out about invoices: each to the one it was shown for, as it was shown. */
export const deliveryTool = ({
  description,
  of,
  deliver,
}: DeliveryTool): WriteTool<SendSelection, SendArguments, Why, SentInvoice[]> => ({
  description,
  input: input as z.ZodType<SendSelection>,
  arguments: args,
  prepare: async (scope, _currency, { channels, ...selection }) => {
    const targets = await targetsOf(scope, selection, of);
    if (!targets.ok) return targets;
    const { free, held } = await withoutHeld(scope, of, targets.found);
    if (free.length === 0 && held) return { ok: false, why: { kind: 'held', held } };
    const to = await planDelivery(scope.db, scope.actor.businessId, free, channels);
    if (!to.ok) return to;
    const note = {
      missing: targets.missing,
      leftOut: to.leftOut.map(({ number }) => number),
      ...(held ? { held } : {}),
      more: targets.more,
    };
    const sendsWhatsApp = scope.ports.whatsapp !== null;
    const goes = new Set(to.delivery.invoices.map(({ id }) => id));
    const rows = free.flatMap(({ invoice }) => (goes.has(invoice.id) ? [invoice] : []));
    const credit = of === 'pending' ? await creditToAsk(scope.db, rows) : null;
    return { ok: true, arguments: { ...to.delivery, note, sendsWhatsApp, credit } };
  },
  carryOut: async (ctx, _currency, { channels, invoices, useCredit }) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    const sent: SentInvoice[] = [];
    for (const shown of invoices) {
      const { again } = await whenUnchanged(ctx, shown, () => deliver(ctx, shown, { channels, useCredit }));
      sent.push(await toSentInvoice(ctx, shown, channels, again));
    }
    return sent;
  },
});

/** The invoices that may be sent, and the numbers of invoices that are not reminded of, by the reason. */
async function withoutHeld(scope: Scope, of: DeliveryTool['of'], found: readonly MatchedInvoice[]) {
  if (of === 'pending') return { free: found, held: null };
  const { db, now, actor } = scope;
  const invoices = found.map(({ invoice }) => invoice);
  const holds = await heldReminders(db, actor.businessId, invoices, now);
  const numbersOf = (why: Hold['why']) =>
    invoices.filter(({ id }) => holds.get(id)?.why === why).map(({ number }) => number);
  return {
    free: found.filter(({ invoice }) => !holds.has(invoice.id)),
    held:
      holds.size > 0
        ? {
            covered: numbersOf('covered'),
            claimed: numbersOf('claimed'),
            charging: numbersOf('charging'),
          }
        : null,
  };
}

// Result for a sent invoice: sent by the service, or with a WhatsApp link for its owner to open.
async function toSentInvoice(
  ctx: Ctx,
  invoice: InvoiceSnapshot,
  channels: Channels,
  again: boolean,
): Promise<SentInvoice> {
  const { businessId } = ctx.actor;
  const wantsWhatsApp = channels.includes('whatsapp');
  const row = wantsWhatsApp ? await invoiceById(ctx.tx, businessId, invoice.id) : null;
  const texted = row !== null && (await whatsappNumberFor(ctx, row)) !== null;
  const byHand = wantsWhatsApp && !texted;
  return {
    invoice,
    mailed: channels.includes('email'),
    texted,
    whatsappUrl: byHand ? await whatsappLinkFor(ctx.tx, businessId, invoice.id, ctx) : null,
    again,
  };
}
