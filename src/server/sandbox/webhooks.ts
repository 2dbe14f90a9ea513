import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Clock, plusMs } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import type { ProviderWebhook } from '#server/kernel/ports/index.ts';
import { COPY_GAP_MS, DELIVERY_LEASE_MS, DELIVERY_TIMEOUT_MS, REORDER_MS, retryAfterMs } from './rules.ts';
import { readSettings } from './settings.ts';
import type { SandboxDb, SandboxTables, WebhookRow } from './table.ts';

export const SIGNATURE_HEADER = 'x-duewell-sandbox-signature';
const BATCH = 10;

const subjects: Record<string, 'payment' | 'payout' | 'refund'> = {
  'payment.completed': 'payment',
  'payment.failed': 'payment',
  'payment.cancelled': 'payment',
  // No longer sent, but some may still be queued.
  'payment.refunded': 'payment',
  'refund.completed': 'refund',
  'refund.failed': 'refund',
  'refund.needs_attention': 'refund',
  'payout.completed': 'payout',
  'payout.failed': 'payout',
  'payout.reversed': 'payout',
};

/** Hex HMAC-SHA512 of the exact bytes of a webhook. */
export function sign(secret: string, rawBody: Uint8Array | string): string {
  return createHmac('sha512', secret).update(rawBody).digest('hex');
}

/** Checks a webhook over its raw bytes; null when it is not authentic or not a JSON object. */
export function parseWebhook(secret: string, rawBody: Uint8Array, headers: Headers): ProviderWebhook | null {
  const signature = headers.get(SIGNATURE_HEADER) ?? '';
  if (!/^[0-9a-f]{128}$/.test(signature)) return null;
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(sign(secret, rawBody), 'hex'))) return null;
  const text = Buffer.from(rawBody).toString('utf8');
  const webhook = parseObject(text);
  if (!webhook) return null;
  const eventId = shortText(webhook.id) ?? `sha256_${createHash('sha256').update(rawBody).digest('hex')}`;
  // Doubled keys make a text that two readers understand differently, so nothing in it is believed.
  return isCanonical(webhook, text) ? eventOf(eventId, webhook) : { eventId, about: 'other' };
}

// A payload nested too deeply to be serialised again is not one of ours.
function isCanonical(webhook: Record<string, unknown>, text: string): boolean {
  try {
    return JSON.stringify(webhook) === text;
  } catch {
    return false;
  }
}

function eventOf(eventId: string, webhook: Record<string, unknown>): ProviderWebhook {
  const data = isObject(webhook.data) ? webhook.data : {};
  const subject =
    typeof webhook.type === 'string' && Object.hasOwn(subjects, webhook.type) ? subjects[webhook.type] : null;
  const transactionId = shortText(data.transactionId);
  const reference = shortText(data.reference);
  if (subject && subject !== 'payout' && transactionId) return { eventId, about: subject, transactionId };
  if (subject === 'payout' && reference) return { eventId, about: 'payout', reference };
  return { eventId, about: 'other' };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shortText(value: unknown): string | null {
  return typeof value === 'string' && value.length > 0 && value.length <= 200 ? value : null;
}

type NewWebhook = {
  type: string;
  about: string;
  data: Record<string, unknown>;
  copies?: number | null;
};

/** Records a webhook to be sent, as the settings say; in the transaction of the change it reports. */
export async function addWebhook(db: Kysely<SandboxTables>, webhook: NewWebhook, now: Date): Promise<void> {
  const settings = await readSettings(db);
  const eventId = `sbe_${newToken(15)}`;
  const copies = settings.webhookDrop ? 0 : (webhook.copies ?? settings.webhookCopies);
  const { sequence } = await db
    .insertInto('sandbox.notices')
    .values({
      event_id: eventId,
      type: webhook.type,
      about: webhook.about,
      body: JSON.stringify({
        id: eventId,
        type: webhook.type,
        createdAt: now.toISOString(),
        data: webhook.data,
      }),
      state: copies > 0 ? 'waiting' : 'dropped',
      copies_left: copies,
      created_at: now,
      next_at: copies > 0 ? plusMs(now, settings.webhookDelayMs) : null,
    })
    .returning('sequence')
    .executeTakeFirstOrThrow();
  if (!settings.webhookReorder || copies === 0 || sequence % 2 === 0) return;
  const heldUntil = plusMs(now, settings.webhookDelayMs + REORDER_MS);
  await db
    .updateTable('sandbox.notices')
    .set({ next_at: heldUntil })
    .where('event_id', '=', eventId)
    .execute();
}

/** Queues a webhook again, unchanged; false when there is none by that id. */
export async function resendWebhook(
  db: SandboxDb,
  eventId: string,
  copies: number,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .updateTable('sandbox.notices')
    .set({ state: 'waiting', copies_left: copies, failures: 0, next_at: now })
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

type WebhookSender = {
  db: SandboxDb;
  clock: Clock;
  secret: string;
  webhookUrl: () => string;
  fetch: typeof fetch;
  signal: () => AbortSignal;
};

/** Sends every webhook that is due, at most ten at a time; returns how many were tried. */
export async function deliverDue(sender: WebhookSender): Promise<number> {
  const due = await sender.db
    .selectFrom('sandbox.notices')
    .selectAll()
    .where('next_at', '<=', sender.clock())
    .orderBy('next_at')
    .orderBy('sequence')
    .limit(BATCH)
    .execute();
  const sent = await Promise.all(due.map((webhook) => deliver(sender, webhook)));
  return sent.filter(Boolean).length;
}

async function deliver(sender: WebhookSender, webhook: SandboxWebhook): Promise<boolean> {
  const lease = plusMs(sender.clock(), DELIVERY_LEASE_MS);
  const claimed = await sender.db
    .updateTable('sandbox.notices')
    .set({ next_at: lease })
    .where('event_id', '=', webhook.event_id)
    .where('next_at', '=', webhook.next_at)
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) return false;
  const answer = await post(sender, webhook.body);
  await sender.db.transaction().execute(async (tx) => {
    const now = sender.clock();
    await tx
      .insertInto('sandbox.notice_attempts')
      .values({
        event_id: webhook.event_id,
        attempted_at: now,
        response_code: answer.code,
        problem: answer.problem,
      })
      .execute();
    await tx
      .updateTable('sandbox.notices')
      .set(afterAttempt(webhook, answer.problem === null, now))
      .where('event_id', '=', webhook.event_id)
      .where('next_at', '=', lease)
      .execute();
  });
  return true;
}

type SandboxWebhook = Omit<WebhookRow, 'sequence' | 'failures'> & { sequence: number; failures: number };

function afterAttempt(webhook: SandboxWebhook, accepted: boolean, now: Date) {
  if (accepted && webhook.copies_left > 1)
    return { copies_left: webhook.copies_left - 1, next_at: plusMs(now, COPY_GAP_MS) };
  if (accepted) return { state: 'delivered' as const, copies_left: 0, next_at: null };
  const failures = webhook.failures + 1;
  const wait = retryAfterMs(failures, now.getTime() - webhook.created_at.getTime());
  if (wait === null) return { state: 'given_up' as const, failures, next_at: null };
  return { failures, next_at: plusMs(now, wait) };
}

async function post(
  sender: WebhookSender,
  body: string,
): Promise<{ code: number | null; problem: string | null }> {
  try {
    const answer = await sender.fetch(sender.webhookUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign(sender.secret, body) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(DELIVERY_TIMEOUT_MS), sender.signal()]),
    });
    await answer.body?.cancel();
    return { code: answer.status, problem: answer.ok ? null : `Answered ${answer.status}` };
  } catch (error) {
    return { code: null, problem: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'No answer';
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return (cause || error.name).slice(0, 200);
}
