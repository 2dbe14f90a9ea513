import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { getSession } from '../session/session.ts';
import { readJson, storage } from '../storage.ts';

const KEY = 'outbox';
const queuedReminder = z.object({
  /** Goes out with the call, so that it counts once however often it is tried. */
  idempotencyKey: z.string(),
  owner: z.string(),
  currency: z.enum(['NGN', 'USD']),
  invoiceId: z.string(),
  channels: z.optional(z.array(z.enum(['email', 'whatsapp']))),
});

/** A reminder that could not go out yet. */
export type QueuedReminder = z.output<typeof queuedReminder>;

export const QUEUED_LABEL = 'Waiting to send';

/** Thrown in place of the error of a reminder that was queued. */
export class QueuedError extends Error {
  constructor() {
    super(QUEUED_LABEL);
    this.name = 'WaitsToSend';
  }
}

const listeners = new Set<() => void>();
let current: readonly QueuedReminder[] = read();

function read(): readonly QueuedReminder[] {
  const stored = z.array(queuedReminder).safeParse(readJson(KEY));
  return stored.success ? stored.data : [];
}

function refresh(): void {
  current = read();
  for (const listener of listeners) listener();
}

function write(next: readonly QueuedReminder[]): void {
  if (next.length === 0) storage.remove(KEY);
  else storage.write(KEY, JSON.stringify(next));
  refresh();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', refresh);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', refresh);
  };
}

/** Keeps a reminder until there is a connection; one that waits already for the invoice is enough. */
function queueReminder(reminder: Omit<QueuedReminder, 'owner'>): void {
  const owner = getSession().user?.id;
  const before = read();
  if (owner === undefined || before.some(({ invoiceId }) => invoiceId === reminder.invoiceId)) return;
  write([...before, { ...reminder, owner }]);
}

/** Queues a reminder that got no response, and returns the error to throw. */
export function queueOrRethrow(error: unknown, reminder: Omit<QueuedReminder, 'owner'>): unknown {
  if (!(error instanceof ApiError) || error.status !== 0) return error;
  queueReminder(reminder);
  return new QueuedError();
}

/** Shows a toast for a queued reminder; false for every other failure. */
export function toastQueued(error: unknown): boolean {
  if (!(error instanceof QueuedError)) return false;
  toast.info(QUEUED_LABEL, { text: 'The reminder goes out once you are online again.' });
  return true;
}

/** The signed-in owner's queued reminders. */
export function queuedReminders(): readonly QueuedReminder[] {
  const owner = getSession().user?.id;
  return read().filter((one) => one.owner === owner);
}

export function dropReminder(idempotencyKey: string): void {
  write(read().filter((one) => one.idempotencyKey !== idempotencyKey));
}

export function clearOutbox(): void {
  write([]);
}

/** How many reminders wait. */
export function useQueuedCount(): number {
  const count = () => current.length;
  return useSyncExternalStore(subscribe, count, count);
}

/** Whether an invoice's reminder waits to be sent. */
export function useIsQueued(invoiceId: string): boolean {
  return useSyncExternalStore(subscribe, () => current.some((one) => one.invoiceId === invoiceId));
}
