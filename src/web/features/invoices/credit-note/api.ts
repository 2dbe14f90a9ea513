import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type creditNote, creditNotes, type newCreditNote } from '#contract/credit-notes.ts';
import type { Currency } from '#core/money.ts';
import { call, newIdempotencyKey } from '#web/lib/api.ts';
import { refreshPayments } from '#web/lib/claims/api.ts';
import type { InvoiceDetail } from '../api.ts';

export type CreditNote = z.output<typeof creditNote>;
export type NewCreditNote = z.output<typeof newCreditNote>;

/** The credit notes of an invoice, newest first. */
export const creditNotesOf = (currency: Currency, invoiceId: string) =>
  queryOptions({
    queryKey: ['invoices.creditNotes', currency, invoiceId],
    queryFn: async ({ signal }) =>
      (await call(creditNotes.list, { params: { currency }, query: { invoiceId } }, { signal })).data,
  });

type Target = Pick<InvoiceDetail, 'id' | 'currency'>;

/** Calls that change credit notes; their caller tells a failure. */
export function useCreditNoteCalls({ id, currency }: Target) {
  const queries = useQueryClient();
  const after = async <T>(answer: Promise<{ data: T }>): Promise<T> => {
    try {
      return (await answer).data;
    } finally {
      refreshPayments(queries);
    }
  };
  return {
    issue: (body: NewCreditNote, idempotencyKey: string = newIdempotencyKey()) =>
      after(call(creditNotes.issue, { params: { currency, id }, body }, { idempotencyKey })),
    correct: () =>
      after(
        call(
          creditNotes.correct,
          { params: { currency, id }, body: {} },
          { idempotencyKey: newIdempotencyKey() },
        ),
      ),
    withdraw: (noteId: string) =>
      after(
        call(
          creditNotes.withdraw,
          { params: { currency, id: noteId } },
          { idempotencyKey: newIdempotencyKey() },
        ),
      ),
  };
}
