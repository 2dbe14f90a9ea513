import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { getSession } from '../session/session.ts';
import { readJson, storage } from '../storage.ts';

const KEY = 'outbox';
const waitingReminder = z.object({
  /** Goes out with the call, so that it counts once however often it is tried. */
  idempotencyKey: z.string(),
  owner: z.string(),
  currency: z.enum(['NGN', 'USD']),
  invoiceId: z.string(),
  channels: z.optional(z.array(z.enum(['email', 'whatsapp']))),
});

/** A reminder that could not go out yet. */
export type WaitingReminder = z.output<typeof waitingReminder>;

export const WAITING = 'Waiting to send';

/** Thrown in place of the error of a reminder that was queued. */
export class WaitsToSend extends Error {
  constructor() {
    super(WAITING);
    this.name = 'WaitsToSend';
  }
}

const listeners = new Set<() => void>();
let current: readonly WaitingReminder[] = read();

function read(): readonly WaitingReminder[] {
  const kept = z.array(waitingReminder).safeParse(readJson(KEY));
  return kept.success ? kept.data : [];
}

function refresh(): void {
  current = read();
  for (const listener of listeners) listener();
}

function write(next: readonly WaitingReminder[]): void {
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
function queueReminder(reminder: Omit<WaitingReminder, 'owner'>): void {
  const owner = getSession().user?.id;
  const before = read();
  if (owner === undefined || before.some(({ invoiceId }) => invoiceId === reminder.invoiceId)) return;
  write([...before, { ...reminder, owner }]);
}

/** Queues a reminder that got no response, and returns the error to throw. */
export function keepUnsent(error: unknown, reminder: Omit<WaitingReminder, 'owner'>): unknown {
  if (!(error instanceof ApiError) || error.status !== 0) return error;
  queueReminder(reminder);
  return new WaitsToSend();
}

/** Shows a toast for a queued reminder; false for every other failure. */
export function tellWaiting(error: unknown): boolean {
  if (!(error instanceof WaitsToSend)) return false;
  toast.info(WAITING, { text: 'The reminder goes out once you are online again.' });
  return true;
}

/** The signed-in owner's queued reminders. */
export function waitingReminders(): readonly WaitingReminder[] {
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
export function useWaitingCount(): number {
  return useSyncExternalStore(subscribe, () => current.length);
}

/** Whether an invoice's reminder waits to be sent. */
export function useIsWaiting(invoiceId: string): boolean {
  return useSyncExternalStore(subscribe, () => current.some((one) => one.invoiceId === invoiceId));
}
