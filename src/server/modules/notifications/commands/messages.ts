import { sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { announce, type SystemCtx } from '#server/kernel/scope.ts';
import type { Message, MessageChannel, MessageState } from '../table.ts';

/** Whom a message is about: it shows there what became of it. */
export type About = {
  businessId: string;
  invoice?: { id: string; number: string };
  customer?: { id: string; name: string };
};

/** A message before it is written. `to`: an e-mail address, a number in international digits, or a browser's endpoint. */
export type NewMessage = { key: string; channel: MessageChannel; kind: string; to: string; about?: About };

/** Notes that a message is to be sent. False when its key is known. */
export async function claimMessage(ctx: SystemCtx, message: NewMessage): Promise<boolean> {
  const { key, channel, kind, to, about } = message;
  const row = await ctx.tx
    .insertInto('messages')
    .values({
      key,
      id: newId('msg', ctx.now),
      business_id: about?.businessId ?? sql<string | null>`current_business()`,
      invoice_id: about?.invoice?.id ?? null,
      invoice_number: about?.invoice?.number ?? null,
      customer_id: about?.customer?.id ?? null,
      customer_name: about?.customer?.name ?? null,
      channel,
      kind,
      to_address: to,
      state: 'queued',
      reason: null,
      provider_id: null,
      created_at: ctx.now,
      claimed_at: null,
      settled_at: null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes a message on, which one process does at a time. `lost`: whoever took it on before died over it, so that nobody
 * knows whether it went, which is so after `abandonedAfterMs`. Null when it is not waiting any more, `busy` while somebody else is at it.
 */
export async function takeOn(
  ctx: SystemCtx,
  key: string,
  abandonedAfterMs: number,
): Promise<{ message: Message; lost: boolean } | 'busy' | null> {
  const taken = await ctx.tx
    .updateTable('messages')
    .set((eb) => ({ state: 'sending', claimed_at: ctx.now, attempts: eb('attempts', '+', 1) }))
    .where('key', '=', key)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
  if (taken) return { message: taken, lost: false };
  const again = await ctx.tx
    .updateTable('messages')
    .set((eb) => ({ claimed_at: ctx.now, attempts: eb('attempts', '+', 1) }))
    .where('key', '=', key)
    .where('state', '=', 'sending')
    .where('claimed_at', '<=', plusMs(ctx.now, -abandonedAfterMs))
    .returningAll()
    .executeTakeFirst();
  if (again) return { message: again, lost: true };
  const row = await ctx.tx.selectFrom('messages').select('state').where('key', '=', key).executeTakeFirst();
  return row?.state === 'sending' ? 'busy' : null;
}

export type Settled = { state: MessageState; reason?: string | null; providerId?: string };

/** Notes how sending ended; `queued` puts it back to be tried again. Only while it is being sent. */
export async function settle(ctx: SystemCtx, key: string, settled: Settled): Promise<Message | null> {
  const { state, reason = null, providerId = null } = settled;
  const row = await ctx.tx
    .updateTable('messages')
    .set({ state, reason, provider_id: providerId, settled_at: state === 'queued' ? null : ctx.now })
    .where('key', '=', key)
    .where('state', '=', 'sending')
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await tell(ctx, row);
  return row;
}

const before: Partial<Record<MessageState, MessageState[]>> = {
  sent: ['sending', 'unknown'],
  delivered: ['sending', 'unknown', 'sent'],
  read: ['sending', 'unknown', 'sent', 'delivered'],
  failed: ['sending', 'unknown', 'sent'],
  bounced: ['sending', 'unknown', 'sent'],
};

/**
 * What the mail server or WhatsApp told later of a message it took: news may come twice and in any order, and none takes a
 * message back. The message when it changed, `known` when there is nothing new, null for one we do not know (yet).
 */
export async function hearOf(
  ctx: SystemCtx,
  heard: { channel: MessageChannel; providerId: string; state: MessageState; reason: string | null },
): Promise<Message | 'known' | null> {
  const row = await ctx.tx
    .updateTable('messages')
    .set({ state: heard.state, reason: heard.reason, settled_at: ctx.now })
    .where('channel', '=', heard.channel)
    .where('provider_id', '=', heard.providerId)
    .where('state', 'in', before[heard.state] ?? [])
    .returningAll()
    .executeTakeFirst();
  if (row) {
    await tell(ctx, row);
    return row;
  }
  const known = await ctx.tx
    .selectFrom('messages')
    .select('key')
    .where('channel', '=', heard.channel)
    .where('provider_id', '=', heard.providerId)
    .executeTakeFirst();
  return known ? 'known' : null;
}

/** Tells open pages that a message changed. */
export async function tell(
  ctx: SystemCtx,
  { business_id: businessId, invoice_id: invoiceId }: Message,
): Promise<void> {
  if (businessId) await announce(ctx, businessId, { topic: 'messages', ...(invoiceId ? { invoiceId } : {}) });
}
