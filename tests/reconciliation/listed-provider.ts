import { type Currency, minor, ZERO } from '#core/money.ts';
import type {
  ListPage,
  Outcome,
  PaymentProvider,
  ProviderPayment,
  ProviderPayout,
  Span,
} from '#server/kernel/ports/index.ts';
import { createFakeProvider, payoutState } from '../fake-provider.ts';

export type ListedPayment = ProviderPayment & { createdAt: Date };

/** A provider whose ledger is two lists, which a test may change as it likes. */
export type ListedProvider = PaymentProvider & {
  records: Map<string, ListedPayment>;
  sent: ProviderPayout[];
  /** The balance it reports; null: it reports none. */
  holds: (currency: Currency) => Promise<number | null>;
};

const PAGE = 100;

export function createListedProvider(): ListedProvider {
  const { transactions: _, ...fake } = createFakeProvider();
  const listed: ListedProvider = {
    ...fake,
    name: 'listed',
    title: 'Listed',
    records: new Map(),
    sent: [],
    holds: async () => null,
    verifyPayment: async (id) => ({ ok: true, payment: listed.records.get(id) ?? null }),
    payoutState: async (reference) => {
      const found = listed.sent.find((one) => one.reference === reference);
      return found ? { state: found.state, reason: 'As listed', fee: found.fee } : payoutState('not_found');
    },
    payments: async (span, cursor) => page([...listed.records.values()], span, cursor),
    payouts: async (span, cursor) => page(listed.sent, span, cursor),
    balance: async (currency) => {
      const held = await listed.holds(currency);
      return { ok: true, available: held === null ? null : minor(held) };
    },
  };
  return listed;
}

function page<T extends { createdAt: Date }>(
  all: T[],
  span: Span,
  cursor: string | null,
): Outcome<ListPage<T>> {
  const within = all.filter(({ createdAt }) => createdAt >= span.from && createdAt < span.until);
  const at = Number(cursor ?? 0);
  return {
    ok: true,
    items: within.slice(at, at + PAGE),
    next: at + PAGE < within.length ? String(at + PAGE) : null,
  };
}

/** A listed payment; completed by default. */
export const listedPayment = (
  transactionId: string,
  createdAt: Date,
  more: Partial<ProviderPayment> = {},
): ListedPayment => ({
  transactionId,
  reference: `ref_${transactionId}`,
  status: 'completed',
  amount: minor(100_000),
  refunded: ZERO,
  fee: minor(1_500),
  currency: 'NGN',
  method: 'bank_transfer',
  testMode: true,
  paidAt: createdAt,
  createdAt,
  ...more,
});

export const ACCOUNT = '0108024071';

/** A listed payout; completed by default. */
export const listedPayout = (
  reference: string,
  createdAt: Date,
  more: Partial<ProviderPayout> = {},
): ProviderPayout => ({
  reference,
  state: 'completed',
  amount: minor(20_000),
  fee: minor(2_500),
  currency: 'NGN',
  bankCode: '058',
  accountNumber: ACCOUNT,
  createdAt,
  ...more,
});
