import { plusMs } from '#core/dates.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Invoice } from '../table.ts';
import type { TaxKept } from './withholding.ts';

/** Paper is read days later: a number that ends sooner stands on the pay page alone. */
const SHORTEST_LIFE_MS = 86_400_000;

export type ReservedAccount = {
  bankName: string;
  accountNumber: string;
  accountName: string;
  expiresAt: Date;
};

/**
 * The account a provider keeps for an invoice, as its pay page shows it; null where there is none for what is owed, none
 * that lasts, and where the payer is asked for the fee on top, which paper does not say. `tax`: what is kept of it.
 */
export async function reservedAccount(
  db: Db | Tx,
  invoice: Invoice,
  now: Date,
  tax: Promise<TaxKept | null>,
): Promise<ReservedAccount | null> {
  const stored = db
    .selectFrom('checkouts')
    .select(['account', 'amount_minor', 'surcharge_minor'])
    .where('business_id', '=', invoice.business_id)
    .where('invoice_id', '=', invoice.id)
    .where('checkout_url', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [checkout, taxKept] = await Promise.all([stored, tax]);
  const account = checkout?.account;
  const asked = taxKept?.net ?? invoice.balance_minor;
  const isWhole = checkout?.amount_minor === asked && checkout.surcharge_minor === 0;
  if (!account?.expiresAt || !isWhole) return null;
  const expiresAt = new Date(account.expiresAt);
  return expiresAt > plusMs(now, SHORTEST_LIFE_MS) ? { ...account, expiresAt } : null;
}
