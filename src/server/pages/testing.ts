import { minor } from '#core/money.ts';
import type { VerifiedInvoice } from '#server/modules/invoices/queries/verify.ts';
import type { ReceiptView } from '#server/modules/payments/receipt-view.ts';
import type { Shop } from '#server/modules/pos/flows.ts';
import { openView } from './pay/testing.ts';

const { business } = openView();

/** The receipt of one payment of several shares, for tests of the page. */
export function receiptView(changes: Partial<ReceiptView> = {}): ReceiptView {
  return {
    publicId: '8Lr3nY0uC5',
    language: 'en',
    number: 'RCT-000123',
    code: '3467-9ACD-EFGH',
    business,
    customer: { name: 'Mrs Bello', email: 'hello@bello.ng' },
    currency: 'NGN',
    amount: minor(5_000_000),
    method: 'bank_transfer',
    evidence: 'provider',
    undone: false,
    reference: 'sbx_9f2c41d07be3',
    paidAt: new Date('2026-12-08T13:05:00Z'),
    provider: 'Paystack',
    verifiedAt: new Date('2026-12-08T13:06:00Z'),
    timeZone: 'Africa/Lagos',
    invoice: { number: 'INV-0042', title: 'Oúnjẹ', owed: minor(100_000), tax: null, cancelled: false },
    today: '2026-12-09',
    shares: [{ number: 'INV-0042', amount: minor(4_900_000) }],
    credit: minor(100_000),
    returning: minor(0),
    surcharge: minor(0),
    refunded: minor(0),
    refundedAt: null,
    testMode: true,
    ...changes,
  };
}

/** A part-paid invoice as the check of its code shows it, for tests of the page. */
export function verifiedInvoice(changes: Partial<VerifiedInvoice> = {}): VerifiedInvoice {
  return {
    issuer: business,
    state: 'open',
    number: 'INV-0042',
    currency: 'NGN',
    total: minor(12_900_054),
    paid: minor(5_000_000),
    credited: minor(0),
    writtenOff: minor(0),
    tax: null,
    toPay: minor(7_900_054),
    issued: '2026-12-05',
    due: '2026-12-12',
    paidOn: '2026-12-08',
    evidence: 'provider',
    replacedOn: null,
    today: '2026-12-08',
    payTo: { bankName: 'Wema Bank', accountNumber: '0123456789', accountName: 'Okafor Kitchen' },
    testMode: true,
    ...changes,
  };
}

/** A point of sale, for tests of its page. */
export function shopView(changes: Partial<Shop> = {}): Shop {
  return {
    businessId: 'biz_okafor',
    code: '7KQ3MX9T',
    inUse: true,
    issuer: business,
    testMode: true,
    ...changes,
  };
}
