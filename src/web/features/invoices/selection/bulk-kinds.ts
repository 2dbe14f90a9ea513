import type { QueryClient } from '@tanstack/react-query';
import { invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { cacheInvoice } from '#web/lib/invoices/delivery.ts';
import { deliveryTexts } from '#web/lib/invoices/texts.ts';
import { call, newIdempotencyKey } from '#web/lib/api.ts';
import { queueOrRethrow } from '#web/lib/offline/outbox.ts';
import type { InvoiceSummary } from '../api.ts';
import { isDeletable, isUnpaid } from '../status.ts';
import { texts } from '../texts.ts';

const labels = texts.bulk;

export type BulkKind = 'send' | 'remind' | 'download' | 'remove' | 'restore';

type BulkKindTexts = {
  /** Which invoices it is for. */
  fits: (invoice: InvoiceSummary) => boolean;
  working: (done: number, total: number) => string;
  done: (count: number) => string;
  failed: (failed: number, of: number) => string;
};

const always = () => true;

/** The texts of each bulk action, and the invoices it applies to. */
export const bulkKinds: Record<BulkKind, BulkKindTexts> = {
  send: {
    fits: ({ status }) => status === 'pending',
    working: labels.sending,
    done: labels.sent,
    failed: labels.notSent,
  },
  remind: { fits: isUnpaid, working: labels.reminding, done: labels.reminded, failed: labels.notReminded },
  download: {
    fits: always,
    working: labels.preparing,
    done: labels.downloaded,
    failed: labels.notDownloaded,
  },
  remove: { fits: isDeletable, working: labels.deleting, done: labels.deleted, failed: labels.notDeleted },
  restore: { fits: always, working: labels.restoring, done: labels.restored, failed: labels.notRestored },
};

type Call = (invoice: InvoiceSummary) => Promise<unknown>;

type CallOptions = {
  /** Hears of reminders that were not needed. */
  onRemindedToday: () => void;
  /** Whether credit of their customers is used for invoices that are sent; by the setting where it is left out. */
  useCredit?: boolean | undefined;
};

/** The call that does it for one invoice. */
export function callOf(
  kind: Exclude<BulkKind, 'download'>,
  currency: Currency,
  queries: QueryClient,
  { onRemindedToday, useCredit }: CallOptions,
): Call {
  const params = { currency };
  // Several chats cannot be opened at once: a customer without an address is told of, and written to one by one.
  const channels: ('email' | 'whatsapp')[] = ['email'];
  if (kind === 'remove') return ({ id }) => call(invoices.remove, { params, body: { invoiceId: id } });
  if (kind === 'restore') return ({ id }) => call(invoices.restore, { params, body: { invoiceId: id } });
  if (kind === 'send')
    return async ({ id }) => {
      const options = { idempotencyKey: newIdempotencyKey() };
      const body = { invoiceId: id, channels, useCredit };
      const { data } = await call(invoices.send, { params, body }, options);
      cacheInvoice(queries, data.invoice);
    };
  return async ({ id }) => {
    const idempotencyKey = newIdempotencyKey();
    const reminding = call(
      invoices.remind,
      { params, body: { invoiceId: id, channels } },
      { idempotencyKey },
    );
    const { data, message } = await reminding.catch((error: unknown) => {
      throw queueOrRethrow(error, { idempotencyKey, currency, invoiceId: id, channels });
    });
    cacheInvoice(queries, data.invoice);
    if (message !== deliveryTexts.reminded) onRemindedToday();
  };
}
