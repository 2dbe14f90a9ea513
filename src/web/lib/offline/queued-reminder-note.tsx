import { useIsWaiting, WAITING } from './outbox.ts';

/** Beside an invoice's status, while its reminder waits for a connection. */
export function WaitingNote({ invoiceId }: { invoiceId: string }) {
  if (!useIsWaiting(invoiceId)) return null;
  return <span className="mt-0.5 block whitespace-nowrap text-13 text-muted">{WAITING}</span>;
}
