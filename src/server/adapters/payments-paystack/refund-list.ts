import { z } from 'zod';
import {
  amountField,
  type ApiResult,
  callApi,
  type Client,
  currencyField,
  hasNextPage,
  idField,
} from './client.ts';

/** One refund as Paystack stores it. `transaction` is the transaction's number, not its reference. */
export const refundSchema = z.object({
  id: idField,
  transaction: z.union([idField, z.object({ id: idField }).transform(({ id }) => id)]),
  status: z.string().min(1),
  amount: amountField,
  currency: currencyField,
  merchant_note: z.string().nullish(),
});
export type Refund = z.infer<typeof refundSchema>;

const MAX_PAGES = 40;

/** All refunds since an instant: of one transaction, or of every one. */
export async function listRefunds(
  client: Client,
  filter: { transaction?: string; since: Date | null },
): Promise<ApiResult<Refund[]>> {
  const all: Refund[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = new URLSearchParams({ page: String(page) });
    if (filter.transaction) query.set('transaction', filter.transaction);
    if (filter.since) query.set('from', filter.since.toISOString());
    const result = await callApi(client, { method: 'GET', path: `/refund?${query}` }, z.array(refundSchema));
    if (result.kind !== 'said') return result;
    all.push(...result.data);
    if (!hasNextPage(page, result.data.length, result.meta))
      return { ...result, data: ofTransaction(all, filter.transaction) };
  }
  return { kind: 'unclear', reason: 'it has more refunds than can be read at once' };
}

// Filters again, whether or not the list was narrowed, and drops duplicates when a new refund shifted one
// from page to page.
function ofTransaction(refunds: Refund[], transaction: string | undefined): Refund[] {
  const unique = [...new Map(refunds.map((one) => [one.id, one])).values()];
  return transaction ? unique.filter((one) => one.transaction === transaction) : unique;
}
