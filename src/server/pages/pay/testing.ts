import type { AttemptState } from '#core/attempt-states.ts';
import { blankTexts } from '#core/invoice/testing.ts';
import { minor } from '#core/money.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';

/** The instant the made-up pages are shown at. */
export const shownAt = new Date('2026-12-08T09:00:19Z');

/** An attempt to pay in a state: of ₦50,000, of which ₦1,000 are too much, ₦2,000 went back and ₦3,000 are on their way. */
export const attemptIn = (state: AttemptState): NonNullable<PayView['attempt']> => ({
  state,
  amount: minor(5_000_000),
  over: minor(100_000),
  refunded: minor(200_000),
  back: minor(300_000),
});

type Changes = Partial<Omit<PayView, 'facts'>> & { facts?: Partial<PayView['facts']> };

/** An open invoice with everything on it, for tests of the page. */
export function openView({ facts = {}, ...changes }: Changes = {}): PayView {
  const view = { ...open, ...changes };
  const heads = {
    invoiceNumber: view.number,
    currency: view.currency,
    status: view.status,
    dueDate: view.due,
    paidAt: view.state === 'paid' ? shownAt : null,
    customerName: view.customer.name,
    customerEmail: view.customer.email,
    totalAmount: view.total,
    amountPaid: view.paid,
    balance: view.balance,
  };
  const sum = changes.choice?.sum ?? view.taxKept?.net ?? view.balance;
  const toPay = view.taxKept?.net ?? view.balance;
  const asks = { toPay, asked: sum, choice: { kind: 'asked' as const, sum, isWrong: false } };
  return { ...view, ...asks, ...changes, facts: { ...texts, ...heads, ...facts } };
}

const texts = {
  ...blankTexts,
  title: 'Catering for naming ceremony',
  paymentTerms: 'due in 7 days',
  notes: 'Thank you for your business.',
  date: '2026-12-05',
  subtotal: minor(12_000_050),
  discount: minor(0),
  taxRate: 750,
  tax: minor(900_004),
  bankDetails: null,
  revision: 1,
  changedAt: null,
};

const open: Omit<PayView, 'facts' | 'toPay' | 'asked' | 'choice'> = {
  publicId: '7Kq2mX9tB4',
  state: 'open',
  replacedOn: null,
  taxKept: null,
  taxChoices: [],
  early: null,
  status: 'sent',
  language: 'en',
  today: '2026-12-08',
  remindedOn: null,
  number: 'INV-0042',
  currency: 'NGN',
  due: '2026-12-12',
  business: {
    id: 'biz_okafor',
    name: 'Okafor Kitchen & Events',
    email: 'adaeze@okafor.ng',
    addressLines: ['14 Ogui Road', 'Enugu, Nigeria'],
    taxLines: ['TIN 20114477-0001', 'RC 482113'],
    primaryColor: '#b4232a',
    secondaryColor: '#f2a516',
    logoUrl: null,
    verified: true,
    documentsAccepted: true,
  },
  customer: { name: 'Mrs Bello', email: 'hello@bello.ng' },
  lines: [
    {
      description: 'Jollof rice, large tray',
      quantity: 2_000_000,
      rate: minor(4_500_000),
      total: minor(9_000_000),
    },
    {
      description: 'Small chops, 50 guests',
      quantity: 1_500_000,
      rate: minor(2_000_033),
      total: minor(3_000_050),
    },
  ],
  total: minor(12_900_054),
  paid: minor(0),
  balance: minor(12_900_054),
  checkout: {
    url: 'https://checkout.example/c/abc?x=1',
    ussdCode: '*737*000*4821#',
    provider: 'Paystack',
    opensAtMethod: true,
    amount: minor(12_900_054),
    surcharge: minor(0),
    account: {
      bankName: 'Wema Bank',
      accountNumber: '0123456789',
      accountName: 'Okafor Kitchen / Duewell',
      expiresAt: new Date('2026-12-08T09:30:00Z'),
    },
  },
  attempt: null,
  evidence: 'provider',
  testMode: false,
  payments: [],
};

export const partPaid = (): PayView =>
  openView({
    paid: minor(5_000_000),
    balance: minor(7_900_054),
    payments: [paymentOf(5_000_000)],
    checkout: { ...checkoutOf(), amount: minor(7_900_054) },
  });

export const paidView = (): PayView =>
  openView({
    state: 'paid',
    status: 'paid',
    paid: minor(12_900_054),
    balance: minor(0),
    checkout: null,
    payments: [paymentOf(12_900_054)],
  });

function checkoutOf(): NonNullable<PayView['checkout']> {
  const { checkout } = openView();
  if (!checkout) throw new Error('the made-up invoice has a checkout');
  return checkout;
}

function paymentOf(amount: number): PayView['payments'][number] {
  return {
    amount: minor(amount),
    refunded: minor(0),
    method: 'bank_transfer',
    paidAt: new Date('2026-12-08T13:05:00Z'),
    reference: 'sbx_9f2c41d07be3',
    evidence: 'provider',
    receipt: { number: 'RCT-000123', publicId: '8Lr3nY0uC5' },
  };
}
