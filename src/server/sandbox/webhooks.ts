import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Clock, plusMs } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import type { ProviderNotice } from '#server/kernel/ports/index.ts';
import { COPY_GAP_MS, DELIVERY_LEASE_MS, DELIVERY_TIMEOUT_MS, REORDER_MS, retryAfterMs } from './rules.ts';
import { readSettings } from './settings.ts';
import type { NoticeRow, SandboxDb, SandboxTables } from './table.ts';

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
export function readNotice(secret: string, rawBody: Uint8Array, headers: Headers): ProviderNotice | null {
  const given = headers.get(SIGNATURE_HEADER) ?? '';
  if (!/^[0-9a-f]{128}$/.test(given)) return null;
  if (!timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(sign(secret, rawBody), 'hex'))) return null;
  const text = Buffer.from(rawBody).toString('utf8');
  const notice = parseObject(text);
  if (!notice) return null;
  const eventId = shortText(notice.id) ?? `sha256_${createHash('sha256').update(rawBody).digest('hex')}`;
  // Doubled keys make a text that two readers understand differently, so nothing in it is believed.
  return isWrittenSo(notice, text) ? about(eventId, notice) : { eventId, about: 'other' };
}

// A payload nested too deeply to be serialised again is not one of ours.
function isWrittenSo(notice: Record<string, unknown>, text: string): boolean {
  try {
    return JSON.stringify(notice) === text;
  } catch {
    return false;
  }
}

function about(eventId: string, notice: Record<string, unknown>): ProviderNotice {
  const data = isObject(notice.data) ? notice.data : {};
  const subject =
    typeof notice.type === 'string' && Object.hasOwn(subjects, notice.type) ? subjects[notice.type] : null;
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

export type NewNotice = {
  type: string;
  about: string;
  data: Record<string, unknown>;
  copies?: number | null;
};

/** Records a webhook to be sent, as the settings say; in the transaction of the change it reports. */
export async function addNotice(db: Kysely<SandboxTables>, notice: NewNotice, now: Date): Promise<void> {
  const settings = await readSettings(db);
  const eventId = `sbe_${newToken(15)}`;
  const copies = settings.webhookDrop ? 0 : (notice.copies ?? settings.webhookCopies);
  const { sequence } = await db
    .insertInto('sandbox.notices')
    .values({
      event_id: eventId,
      type: notice.type,
      about: notice.about,
      body: JSON.stringify({
        id: eventId,
        type: notice.type,
        createdAt: now.toISOString(),
        data: notice.data,
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
export async function resendNotice(
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

export type Courier = {
  db: SandboxDb;
  clock: Clock;
  secret: string;
  webhookUrl: () => string;
  fetch: typeof fetch;
  signal: () => AbortSignal;
};

/** Sends every webhook that is due, at most ten at a time; returns how many were tried. */
export async function deliverDue(courier: Courier): Promise<number> {
  const due = await courier.db
    .selectFrom('sandbox.notices')
    .selectAll()
    .where('next_at', '<=', courier.clock())
    .orderBy('next_at')
    .orderBy('sequence')
    .limit(BATCH)
    .execute();
  const sent = await Promise.all(due.map((notice) => deliver(courier, notice)));
  return sent.filter(Boolean).length;
}

async function deliver(courier: Courier, notice: SandboxNotice): Promise<boolean> {
  const lease = plusMs(courier.clock(), DELIVERY_LEASE_MS);
  const claimed = await courier.db
    .updateTable('sandbox.notices')
    .set({ next_at: lease })
    .where('event_id', '=', notice.event_id)
    .where('next_at', '=', notice.next_at)
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) return false;
  const answer = await post(courier, notice.body);
  await courier.db.transaction().execute(async (tx) => {
    const now = courier.clock();
    await tx
      .insertInto('sandbox.notice_attempts')
      .values({
        event_id: notice.event_id,
        attempted_at: now,
        response_code: answer.code,
        problem: answer.problem,
      })
      .execute();
    await tx
      .updateTable('sandbox.notices')
      .set(afterAttempt(notice, answer.problem === null, now))
      .where('event_id', '=', notice.event_id)
      .where('next_at', '=', lease)
      .execute();
  });
  return true;
}

type SandboxNotice = Omit<NoticeRow, 'sequence' | 'failures'> & { sequence: number; failures: number };

function afterAttempt(notice: SandboxNotice, accepted: boolean, now: Date) {
  if (accepted && notice.copies_left > 1)
    return { copies_left: notice.copies_left - 1, next_at: plusMs(now, COPY_GAP_MS) };
  if (accepted) return { state: 'delivered' as const, copies_left: 0, next_at: null };
  const failures = notice.failures + 1;
  const wait = retryAfterMs(failures, now.getTime() - notice.created_at.getTime());
  if (wait === null) return { state: 'given_up' as const, failures, next_at: null };
  return { failures, next_at: plusMs(now, wait) };
}

async function post(
  courier: Courier,
  body: string,
): Promise<{ code: number | null; problem: string | null }> {
  try {
    const answer = await courier.fetch(courier.webhookUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign(courier.secret, body) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(DELIVERY_TIMEOUT_MS), courier.signal()]),
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
