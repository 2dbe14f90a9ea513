import type { AttemptState } from '#core/attempt-states.ts';
import { minor } from '#core/money.ts';
import type { PortalView } from '#server/modules/customer-portal/flows/portal.ts';
import type { VerifiedInvoice } from '#server/modules/invoices/queries/verify.ts';
import type { TogetherView } from '#server/modules/payments/flows/together.ts';
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
    invoice: {
      number: 'INV-0042',
      several: false,
      title: 'Oúnjẹ',
      owed: minor(100_000),
      tax: null,
      offer: null,
      cancelled: false,
    },
    early: minor(0),
    today: '2026-12-09',
    shares: [{ number: 'INV-0042', amount: minor(4_900_000) }],
    credit: minor(100_000),
    returning: minor(0),
    surcharge: minor(0),
    refunded: minor(0),
    refundedAt: null,
    returned: false,
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
    offer: null,
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

const cards: PortalView['cards'] = [
  {
    id: 'svc_1',
    title: 'Rent for {month}',
    last4: '4081',
    currency: 'NGN',
    cap: minor(6_000_000),
    status: 'active',
  },
  { id: 'svc_2', title: '', last4: '0001', currency: 'NGN', cap: minor(100_00), status: 'stopped' },
];
const sampleQuoteLine: PortalView['quotes'][number] = {
  number: 'QUO-0001',
  publicId: 'cKq2mX9tB4',
  kind: 'quote',
  currency: 'NGN',
  total: minor(120_000),
  state: 'open',
  validUntil: '2026-12-20',
};

const openInvoice = (number: string, due: string, left: number) => ({
  number,
  title: 'Oúnjẹ',
  publicId: `${number}mX9tB4`,
  issued: '2026-12-05',
  due,
  total: minor(left + 5_000_000),
  settled: minor(5_000_000),
  open: minor(left),
  asked: number === 'INV-0043' ? minor(left - 100_000) : minor(left),
  early: null,
  charge: null,
});

const settledLine = { currency: 'NGN', total: minor(120_000) } as const;
const sampleSettled: PortalView['settled'] = [
  { ...settledLine, number: 'INV-0040', title: '', publicId: 'aKq2mX9tB4', state: 'paid' },
  { ...settledLine, number: 'INV-0041', title: 'Ìrẹsì', publicId: 'bKq2mX9tB4', state: 'settled' },
];

const owingAccounts = (): PortalView['accounts'] => [
  {
    currency: 'NGN',
    owed: minor(7_900_054),
    credit: minor(500_000),
    returning: minor(0),
    open: [openInvoice('INV-0042', '2026-12-07', 7_000_000), openInvoice('INV-0043', '2026-12-12', 900_054)],
  },
  {
    currency: 'USD',
    owed: minor(50_00),
    credit: minor(0),
    returning: minor(0),
    open: [openInvoice('INV-0044', '2027-01-12', 50_00)],
  },
];

/** A customer's own page, who owes in two currencies, for tests of the page. */
export function portalSample(changes: Partial<PortalView> = {}): PortalView {
  return {
    business,
    customer: { name: 'Mrs Bello', email: 'hello@bello.ng' },
    language: 'en',
    timeZone: 'Africa/Lagos',
    today: '2026-12-08',
    accounts: owingAccounts(),
    cards,
    settled: sampleSettled,
    receipts: [
      {
        number: 'RCT-000123',
        publicId: '8Lr3nY0uC5',
        currency: 'NGN',
        amount: minor(120_000),
        refunded: minor(20_000),
        returned: false,
        paidAt: new Date('2026-12-08T13:05:00Z'),
      },
    ],
    creditNotes: [
      {
        id: 'crn_1',
        number: 'CRN-0001',
        invoiceNumber: 'INV-0041',
        currency: 'NGN',
        total: minor(120_000),
        issued: '2026-12-05',
        code: '3467-9ACD-EFGH',
      },
    ],
    quotes: [sampleQuoteLine],
    remindersUrl: 'https://duewell.example/unsubscribe/x',
    testMode: true,
    ...changes,
  };
}

/** Two invoices that are paid at once and that nobody has tried to pay, for tests of the page. */
export const togetherSample = (changes: Partial<TogetherView> = {}): TogetherView => ({
  reference: 'dw_1',
  currency: 'NGN',
  shares: [
    { number: 'INV-0042', publicId: 'aKq2mX9tB4', amount: minor(7_000_000) },
    { number: 'INV-0043', publicId: 'bKq2mX9tB4', amount: minor(800_054) },
  ],
  sum: minor(7_800_054),
  checkout: openView().checkout,
  attempt: null,
  receipt: null,
  testMode: true,
  ...changes,
});

/** The same after an attempt, in its state. */
export const togetherIn = (state: AttemptState): TogetherView =>
  togetherSample({
    attempt: {
      state,
      amount: minor(7_800_054),
      over: minor(100_000),
      refunded: minor(50_000),
      back: minor(60_000),
      left: minor(20_000),
    },
  });
