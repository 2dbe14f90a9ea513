import { ApiError } from '#contract/client.ts';
import { invoices } from '#contract/invoices.ts';
import { toast } from '#web/ui/toast-store.ts';
import { call } from '../api.ts';
import { dropReminder, type QueuedReminder, queuedReminders } from './outbox.ts';

/** Sends what waits, in one tab at a time; what cannot get through yet stays. Answers how many went out. */
export async function sendOutbox(): Promise<number> {
  const sendAll = async (lock: Lock | null) => {
    let sent = 0;
    for (const reminder of lock ? queuedReminders() : []) {
      const outcome = await send(reminder);
      if (outcome === 'later') break;
      dropReminder(reminder.idempotencyKey);
      if (outcome === 'sent') sent += 1;
    }
    return sent;
  };
  return navigator.locks.request('outbox', { ifAvailable: true }, sendAll);
}

async function send(reminder: QueuedReminder): Promise<'sent' | 'refused' | 'later'> {
  const { currency, invoiceId, channels, idempotencyKey } = reminder;
  const body = { invoiceId, ...(channels && { channels }) };
  try {
    const { data } = await call(invoices.remind, { params: { currency }, body }, { idempotencyKey });
    toast.success(`The reminder for ${data.invoice.invoiceNumber} went out`);
    return 'sent';
  } catch (error) {
    if (isRetryable(error)) return 'later';
    toast.error('A waiting reminder was not sent', {
      ...(error instanceof Error && { text: error.message }),
    });
    return 'refused';
  }
}

/** No answer, too many calls, a failing service or an ended session: worth another try later. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;
}
