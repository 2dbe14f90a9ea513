import { QUEUED_LABEL, useIsQueued } from './outbox.ts';

/** Beside an invoice's status, while its reminder waits for a connection. */
export function QueuedReminderNote({ invoiceId }: { invoiceId: string }) {
  if (!useIsQueued(invoiceId)) return null;
  return <span className="mt-0.5 block whitespace-nowrap text-13 text-muted">{QUEUED_LABEL}</span>;
}
