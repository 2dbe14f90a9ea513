import type { AttemptState } from '#core/attempt-states.ts';
import type { Language } from '#core/languages.ts';
import type { Minor } from '#core/money.ts';
import type { TransferAccount } from '#server/kernel/ports/index.ts';
import type { PayableInvoice } from '#server/modules/invoices/queries/details.ts';
import type { PayChoice } from './rules.ts';
import type { ReceiptLink } from './queries/receipts.ts';
import type { Evidence, PaymentMethod } from './table.ts';

/** All that the public pay page of an invoice shows: the invoice, how to pay it, and what was paid. */
export type PayView = PayableInvoice['view'] & {
  /** The sum this page asks for, chosen by its reader where the invoice is paid in parts. */
  choice: PayChoice;
  /** Language its customer is written to in. */
  language: Language;
  /** Null while the provider cannot be reached, and when nothing is owed. Amounts in minor units. */
  checkout: {
    url: string;
    account: TransferAccount | null;
    ussdCode: string | null;
    /** The sum asked for, and the part of it that is for the provider's fee. */
    amount: Minor;
    surcharge: Minor;
    /** Title of the payment provider. */
    provider: string;
    /** Whether its page opens at the way to pay that was chosen here; others have an address that is not to be changed. */
    opensAtMethod: boolean;
  } | null;
  /** The attempt to pay that is told now; null where there is nothing to tell. Amounts in minor units. */
  attempt: { state: AttemptState; amount: Minor; over: Minor; refunded: Minor; back: Minor } | null;
  /** How the money on it is known, by the weakest of it. */
  evidence: Evidence;
  testMode: boolean;
  payments: {
    amount: Minor;
    refunded: Minor;
    method: PaymentMethod;
    paidAt: Date;
    reference: string;
    evidence: Evidence;
    receipt: ReceiptLink | null;
  }[];
};
