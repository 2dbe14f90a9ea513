import { useMutation, useQueryClient } from '@tanstack/react-query';
import { writeOffs } from '#contract/write-offs.ts';
import { call, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { cacheInvoice, refreshInvoices } from '#web/lib/invoices/delivery.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { writeOffTexts as texts } from './texts.ts';

/** Asks for what was written off of an invoice again. */
export function useUndoWriteOff() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, currency }: Pick<InvoiceDetail, 'id' | 'currency'>) =>
      call(writeOffs.undo, { params: { currency, id }, body: {} }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ data }) => {
      cacheInvoice(queries, data);
      toast.success(texts.undone);
    },
    onError: (error) => toastFailure(error, texts.undoFailed),
    onSettled: () => void refreshInvoices(queries),
  });
}
