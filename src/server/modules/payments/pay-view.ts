import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { PaymentMethod, TransferAccount } from '#server/ports.ts';

/** All that the public pay page of an invoice shows. Amounts in minor units of `currency`. */
export type PayView = {
  publicId: string;
  /** `open`: something is owed; `paid`: nothing is; `cancelled`: the business deleted the invoice. */
  state: 'open' | 'paid' | 'cancelled';
  status: 'sent' | 'due' | 'overdue' | 'paid' | 'deleted';
  today: CalendarDate;
  number: string;
  title: string;
  description: string;
  terms: string;
  notes: string;
  currency: Currency;
  issued: CalendarDate;
  due: CalendarDate;
  business: {
    id: string;
    name: string;
    email: string;
    addressLines: string[];
    primaryColor: string;
    secondaryColor: string;
    logoUrl: string | null;
    verified: boolean;
  };
  customer: { name: string; email: string };
  /** `quantity` in millionths. */
  items: { description: string; quantityMicro: number; rate: Minor; total: Minor }[];
  subtotal: Minor;
  discount: Minor;
  taxBps: number;
  tax: Minor;
  total: Minor;
  paid: Minor;
  balance: Minor;
  /** Null while the provider cannot be reached, and when nothing is owed. */
  checkout: { url: string; account: TransferAccount | null; ussdCode: string | null; amount: Minor } | null;
  testMode: boolean;
  payments: { amount: Minor; method: PaymentMethod; paidAt: Date; reference: string }[];
};
