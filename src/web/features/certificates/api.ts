import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { CallInput } from '#contract/endpoint.ts';
import { withholding, type withholdingRecord } from '#contract/withholding.ts';
import type { FileFormat } from '#contract/wire.ts';
import type { Currency } from '#core/money.ts';
import { call, newIdempotencyKey } from '#web/lib/api.ts';
import { refreshPayments } from '#web/lib/claims/api.ts';
import { downloadAndSave } from '#web/lib/files/download.ts';
import { refreshInvoices } from '#web/lib/invoices/delivery.ts';

export type Withholding = z.output<typeof withholdingRecord>;
type Change = CallInput<typeof withholding.change>['body'];

const ROWS = 50;

/** Tax that customers kept, awaited certificates first, page by page. */
export const withholdings = (currency: Currency, year?: number) =>
  infiniteQueryOptions({
    queryKey: ['payments.withholdings', currency, year],
    queryFn: ({ pageParam, signal }) =>
      call(
        withholding.list,
        { params: { currency }, query: { limit: ROWS, cursor: pageParam, year } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
  });

/** Saves the report of a tax year, or of all, under the server's name for it. Throws `ApiError`. */
export const saveReport = (currency: Currency, year: number | undefined, format: FileFormat) =>
  downloadAndSave(withholding.report, { params: { currency }, query: { year, format } });

/** Records what became of kept tax. Its caller tells a refusal. */
export function useChange({ id, currency }: Pick<Withholding, 'id' | 'currency'>) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: Change) =>
      call(withholding.change, { params: { currency, id }, body }, { idempotencyKey: newIdempotencyKey() }),
    onSettled: () => {
      void refreshInvoices(queries);
      void refreshPayments(queries);
    },
  });
}

/** Has the customer emailed that the certificate is awaited. */
export const useAsk = ({ id, currency }: Pick<Withholding, 'id' | 'currency'>) =>
  useMutation({
    networkMode: 'always',
    mutationFn: () =>
      call(withholding.ask, { params: { currency, id } }, { idempotencyKey: newIdempotencyKey() }),
  });
