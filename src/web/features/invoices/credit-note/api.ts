import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type creditNote, creditNotes, type newCreditNote } from '#contract/credit-notes.ts';
import { type Currency, ZERO } from '#core/money.ts';
import { call, newIdempotencyKey } from '#web/lib/api.ts';
import { refreshPayments } from '#web/lib/claims/api.ts';
import type { InvoiceDetail } from '../api.ts';

export type CreditNote = z.output<typeof creditNote>;
export type NewCreditNote = z.output<typeof newCreditNote>;

/** The credit notes of an invoice, newest first, and how much of its money a provider can send back. */
export const creditNotesOf = (currency: Currency, invoiceId: string) =>
  queryOptions({
    queryKey: ['invoices.creditNotes', currency, invoiceId],
    queryFn: async ({ signal }) => {
      const answer = await call(creditNotes.list, { params: { currency }, query: { invoiceId } }, { signal });
      return { notes: answer.data, refundable: answer.refundable ?? ZERO };
    },
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
    issue: (body: NewCreditNote, idempotencyKey: string) =>
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
