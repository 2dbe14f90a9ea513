import type { QueryClient } from '@tanstack/react-query';
import { invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { call, newIdempotencyKey } from '#web/lib/api.ts';
import { keepUnsent } from '#web/lib/offline/outbox.ts';
import { type InvoiceSummary, keepDetail } from '../api.ts';
import { isDeletable, isUnpaid } from '../status.ts';
import { texts } from '../texts.ts';

const words = texts.bulk;

export type BulkKind = 'send' | 'remind' | 'download' | 'remove' | 'restore';

type Said = {
  /** Which invoices it is for. */
  fits: (invoice: InvoiceSummary) => boolean;
  working: (done: number, total: number) => string;
  done: (count: number) => string;
  failed: (failed: number, of: number) => string;
};

const always = () => true;

/** The texts of each bulk action, and the invoices it applies to. */
export const bulkKinds: Record<BulkKind, Said> = {
  send: {
    fits: ({ status }) => status === 'pending',
    working: words.sending,
    done: words.sent,
    failed: words.notSent,
  },
  remind: { fits: isUnpaid, working: words.reminding, done: words.reminded, failed: words.notReminded },
  download: { fits: always, working: words.preparing, done: words.downloaded, failed: words.notDownloaded },
  remove: { fits: isDeletable, working: words.deleting, done: words.deleted, failed: words.notDeleted },
  restore: { fits: always, working: words.restoring, done: words.restored, failed: words.notRestored },
};

type Call = (invoice: InvoiceSummary) => Promise<unknown>;

/** The call that does it for one invoice. `onRemindedToday` hears of reminders that were not needed. */
export function callOf(
  kind: Exclude<BulkKind, 'download'>,
  currency: Currency,
  queries: QueryClient,
  onRemindedToday: () => void,
): Call {
  const params = { currency };
  if (kind === 'remove') return ({ id }) => call(invoices.remove, { params, body: { invoiceId: id } });
  if (kind === 'restore') return ({ id }) => call(invoices.restore, { params, body: { invoiceId: id } });
  if (kind === 'send')
    return async ({ id }) => {
      const options = { idempotencyKey: newIdempotencyKey() };
      const { data } = await call(invoices.send, { params, body: { invoiceId: id } }, options);
      keepDetail(queries, data.invoice);
    };
  return async ({ id }) => {
    const idempotencyKey = newIdempotencyKey();
    const reminding = call(invoices.remind, { params, body: { invoiceId: id } }, { idempotencyKey });
    const { data, message } = await reminding.catch((error: unknown) => {
      throw keepUnsent(error, { idempotencyKey, currency, invoiceId: id });
    });
    keepDetail(queries, data.invoice);
    if (message !== texts.reminded) onRemindedToday();
  };
}
