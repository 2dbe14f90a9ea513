import type { Minor } from '#core/money.ts';
import type { PayableInvoice } from '../invoices/queries.ts';
import type { PaymentMethod, TransferAccount } from '#server/ports.ts';

/** All that the public pay page of an invoice shows: the invoice, how to pay it, and what was paid. */
export type PayView = PayableInvoice['view'] & {
  /** Null while the provider cannot be reached, and when nothing is owed. Amount in minor units. */
  checkout: { url: string; account: TransferAccount | null; ussdCode: string | null; amount: Minor } | null;
  testMode: boolean;
  payments: { amount: Minor; method: PaymentMethod; paidAt: Date; reference: string }[];
};
