import { sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { insertRows } from '#server/kernel/insert-rows.ts';
import { publish, type SystemCtx } from '#server/kernel/scope.ts';
import type { Message, MessageChannel, MessageState } from '../table.ts';

/** Business, invoice and customer of a message; its delivery status is shown there. */
export type About = {
  businessId: string;
  invoice?: { id: string; number: string };
  customer?: { id: string; name: string };
};

/** A message before it is written. `to`: an email address, a number in international digits, or a browser's endpoint. */
export type NewMessage = { key: string; channel: MessageChannel; kind: string; to: string; about?: About };

/** Claims a message's key and queues it. False when the key is known. */
export async function claimMessage(ctx: SystemCtx, message: NewMessage): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('messages')
    .values({
      ...rowOf(ctx, message),
      business_id: message.about?.businessId ?? sql<string | null>`current_business()`,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

type MessageAbout = NewMessage & { about: About };

/** The same for several, by one statement. Returns those whose key was not known. */
export async function claimMessages<M extends MessageAbout>(
  ctx: SystemCtx,
  messages: readonly M[],
): Promise<M[]> {
  if (messages.length === 0) return [];
  const rows = messages.map((message) => rowOf(ctx, message));
  const { rows: claimed } = await sql<{ key: string }>`${insertRows('messages', rows)}
    on conflict (key) do nothing returning key`.execute(ctx.tx);
  const keys = new Set(claimed.map(({ key }) => key));
  return messages.filter(({ key }) => keys.has(key));
}

const rowOf = (ctx: SystemCtx, { key, channel, kind, to, about }: NewMessage) => ({
  key,
  id: newId('msg', ctx.now),
  business_id: about?.businessId ?? null,
  invoice_id: about?.invoice?.id ?? null,
  invoice_number: about?.invoice?.number ?? null,
  customer_id: about?.customer?.id ?? null,
  customer_name: about?.customer?.name ?? null,
  channel,
  kind,
  to_address: to,
  state: 'queued' as const,
  reason: null,
  provider_id: null,
  attempts: 0,
  created_at: ctx.now,
  claimed_at: null,
  settled_at: null,
});

/**
 * Claims a message for sending in one process at a time. `lost`: the previous claim crashed (older than
 * `abandonedAfterMs`), so it may have been sent. Null when it is no longer queued, `busy` while another
 * process has it.
 */
export async function claimForSending(
  ctx: SystemCtx,
  key: string,
  abandonedAfterMs: number,
): Promise<{ message: Message; lost: boolean } | 'busy' | null> {
  const claimed = await ctx.tx
    .updateTable('messages')
    .set((eb) => ({ state: 'sending', claimed_at: ctx.now, attempts: eb('attempts', '+', 1) }))
    .where('key', '=', key)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
  if (claimed) return { message: claimed, lost: false };
  const reclaimed = await ctx.tx
    .updateTable('messages')
    .set((eb) => ({ claimed_at: ctx.now, attempts: eb('attempts', '+', 1) }))
    .where('key', '=', key)
    .where('state', '=', 'sending')
    .where('claimed_at', '<=', plusMs(ctx.now, -abandonedAfterMs))
    .returningAll()
    .executeTakeFirst();
  if (reclaimed) return { message: reclaimed, lost: true };
  const row = await ctx.tx.selectFrom('messages').select('state').where('key', '=', key).executeTakeFirst();
  return row?.state === 'sending' ? 'busy' : null;
}

export type Settled = { state: MessageState; reason?: string | null; providerId?: string };

/** Records the outcome of sending; `queued` retries. Only while it is being sent. */
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
  announceMessage(ctx, row);
  return row;
}

const allowedFrom: Partial<Record<MessageState, MessageState[]>> = {
  sent: ['sending', 'unknown'],
  delivered: ['sending', 'unknown', 'sent'],
  read: ['sending', 'unknown', 'sent', 'delivered'],
  failed: ['sending', 'unknown', 'sent'],
  bounced: ['sending', 'unknown', 'sent'],
};

/**
 * Applies a later delivery status of the mail server or WhatsApp: it may arrive twice and in any order, and
 * never moves a message backwards. Returns the changed message, `known` without a change, null for one not
 * known (yet).
 */
export async function applyStatus(
  ctx: SystemCtx,
  report: { channel: MessageChannel; providerId: string; state: MessageState; reason: string | null },
): Promise<Message | 'known' | null> {
  const row = await ctx.tx
    .updateTable('messages')
    .set({ state: report.state, reason: report.reason, settled_at: ctx.now })
    .where('channel', '=', report.channel)
    .where('provider_id', '=', report.providerId)
    .where('state', 'in', allowedFrom[report.state] ?? [])
    .returningAll()
    .executeTakeFirst();
  if (row) {
    announceMessage(ctx, row);
    return row;
  }
  const existing = await ctx.tx
    .selectFrom('messages')
    .select('key')
    .where('channel', '=', report.channel)
    .where('provider_id', '=', report.providerId)
    .executeTakeFirst();
  return existing ? 'known' : null;
}

/** Announces a changed message to open pages. */
export function announceMessage(
  ctx: SystemCtx,
  { business_id: businessId, invoice_id: invoiceId }: Message,
): void {
  if (businessId) publish(ctx, businessId, { topic: 'messages', ...(invoiceId ? { invoiceId } : {}) });
}
