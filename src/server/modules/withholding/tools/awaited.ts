import * as z from 'zod';
import { currencies, type Currency, add, type Minor } from '#core/money.ts';
import type { ReadTool } from '#server/kernel/tools.ts';
import { listWithholdings } from '../queries/withholdings.ts';

const MAX_SHOWN = 8;

const awaitedQuery = z.object({ currency: z.enum(currencies).optional() });

export type AwaitedCertificate = { number: string; customer: string; amount: Minor; keptAt: Date | null };
/** The oldest, how many there are, and the tax they prove in minor units of `currency`. */
export type AwaitedCertificates = {
  currency: Currency;
  rows: AwaitedCertificate[];
  count: number;
  sum: Minor;
};

/** Certificates of withholding tax that customers have not sent yet. */
export const awaitedTool = {
  description: 'Customers who kept withholding tax and have not sent its certificate yet, the oldest first.',
  input: awaitedQuery,
  read: async ({ db, actor }, usual, { currency = usual }) => {
    const { rows, total } = await listWithholdings(db, actor.businessId, currency, { state: 'pending' });
    const awaited = rows.map((row) => ({
      number: row.invoice_number,
      customer: row.customer_name,
      amount: row.amount_minor,
      keptAt: row.kept_at,
    }));
    const sum = add(...awaited.map(({ amount }) => amount));
    return { currency, rows: awaited.slice(0, MAX_SHOWN), count: Number(total), sum };
  },
} satisfies ReadTool<z.output<typeof awaitedQuery>, AwaitedCertificates>;
