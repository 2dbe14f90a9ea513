import { z } from 'zod';
import { amountField, type Client, currencyField, goesOn, hear, type Heard, idField } from './client.ts';

/** One refund as Paystack stores it. `transaction` is the transaction's number, not its reference. */
export const refund = z.object({
  id: idField,
  transaction: z.union([idField, z.object({ id: idField }).transform(({ id }) => id)]),
  status: z.string().min(1),
  amount: amountField,
  currency: currencyField,
  merchant_note: z.string().nullish(),
});
export type Refund = z.infer<typeof refund>;

const MAX_PAGES = 40;

/** All refunds since an instant: of one transaction, or of every one. */
export async function listRefunds(
  client: Client,
  asked: { transaction?: string; since: Date | null },
): Promise<Heard<Refund[]>> {
  const all: Refund[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = new URLSearchParams({ page: String(page) });
    if (asked.transaction) query.set('transaction', asked.transaction);
    if (asked.since) query.set('from', asked.since.toISOString());
    const heard = await hear(client, { method: 'GET', path: `/refund?${query}` }, z.array(refund));
    if (heard.kind !== 'said') return heard;
    all.push(...heard.data);
    if (!goesOn(page, heard.data.length, heard.meta))
      return { ...heard, data: ofTransaction(all, asked.transaction) };
  }
  return { kind: 'unclear', reason: 'it has more refunds than can be read at once' };
}

// Filters again, whether or not the list was narrowed, and drops duplicates when a new refund shifted one
// from page to page.
function ofTransaction(refunds: Refund[], transaction: string | undefined): Refund[] {
  const unique = [...new Map(refunds.map((one) => [one.id, one])).values()];
  return transaction ? unique.filter((one) => one.transaction === transaction) : unique;
}
