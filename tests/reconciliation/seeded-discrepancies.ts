import { minor } from '#core/money.ts';
import type { ProviderPayout } from '#server/kernel/ports/index.ts';
import type { Kind } from '#server/modules/reconciliation/rules/findings.ts';
import type { TestApp } from '../harness.ts';
import { checkoutRow, type Item, type Scenario } from './bulk-records.ts';
import { type ListedPayment, listedPayment, listedPayout, type ListedProvider } from './listed-provider.ts';

/** A disagreement put in on purpose, as it has to be found. */
export type Seed = { kind: Kind; subject: string; outcome: 'mended' | 'needs_review' };

type SeedContext = {
  app: TestApp;
  provider: ListedProvider;
  business: { businessId: string; invoiceId: string; customerId: string };
  /** Gives the next untouched item that looks so. */
  drawItem: (scenario: Scenario) => Item;
  at: Date;
};
type SeedFunction = (stage: SeedContext, turn: number) => Promise<Seed> | Seed;

const settledOutcome = (kind: Kind, subject: string): Seed => ({ kind, subject, outcome: 'mended' });
const openOutcome = (kind: Kind, subject: string): Seed => ({ kind, subject, outcome: 'needs_review' });

const alterPayment = ({ provider }: SeedContext, { name }: Item, more: Partial<ListedPayment>): void => {
  const before = provider.records.get(name);
  if (!before) throw new Error(`no payment ${name}`);
  provider.records.set(name, { ...before, ...more });
};
const alterPayout = ({ provider }: SeedContext, { name }: Item, more: Partial<ProviderPayout>): void => {
  provider.sent = provider.sent.map((one) => (one.reference === name ? { ...one, ...more } : one));
};

/** How each kind of disagreement comes about; several ways take turns. */
const seeders: Record<Exclude<Kind, 'balance_differs'>, SeedFunction[]> = {
  payment_missing_here: [
    async ({ app, provider, business, at }, turn) => {
      const name = `new${turn}`;
      await app.system.db
        .insertInto('checkouts')
        .values(checkoutRow(business, name, at))
        .execute();
      provider.records.set(name, listedPayment(name, at));
      return settledOutcome('payment_missing_here', name);
    },
    ({ provider, at }, turn) => {
      const name = `orphan${turn}`;
      provider.records.set(name, listedPayment(name, at));
      return settledOutcome('payment_missing_here', name);
    },
  ],
  payment_unknown_there: [
    ({ provider, drawItem: take }) => {
      const { name } = take('completed');
      provider.records.delete(name);
      return openOutcome('payment_unknown_there', name);
    },
    ({ provider, drawItem: take }) => {
      const { name } = take('parked');
      provider.records.delete(name);
      return openOutcome('payment_unknown_there', name);
    },
  ],
  payment_amount_differs: [
    (stage) => {
      const item = stage.drawItem('completed');
      alterPayment(stage, item, { amount: minor(99_999) });
      return openOutcome('payment_amount_differs', item.name);
    },
    (stage) => {
      const item = stage.drawItem('completed');
      alterPayment(stage, item, { amount: minor(150_000) });
      return settledOutcome('payment_amount_differs', item.name);
    },
    (stage) => {
      const item = stage.drawItem('parked');
      alterPayment(stage, item, { amount: minor(150_000) });
      return openOutcome('payment_amount_differs', item.name);
    },
  ],
  payment_currency_differs: [
    (stage) => {
      const item = stage.drawItem('completed');
      alterPayment(stage, item, { currency: 'USD' });
      return openOutcome('payment_currency_differs', item.name);
    },
  ],
  payment_fee_differs: [
    (stage) => {
      const item = stage.drawItem('completed');
      alterPayment(stage, item, { fee: minor(1_700) });
      return settledOutcome('payment_fee_differs', item.name);
    },
    (stage) => {
      const item = stage.drawItem('part_refunded');
      alterPayment(stage, item, { fee: minor(1_100) });
      return settledOutcome('payment_fee_differs', item.name);
    },
    (stage) => {
      const item = stage.drawItem('parked');
      alterPayment(stage, item, { fee: minor(1_600) });
      return settledOutcome('payment_fee_differs', item.name);
    },
  ],
  payment_status_differs: [
    (stage) => {
      const item = stage.drawItem('pending');
      alterPayment(stage, item, { status: 'completed', paidAt: item.at });
      return settledOutcome('payment_status_differs', item.name);
    },
    (stage) => {
      const item = stage.drawItem('completed');
      alterPayment(stage, item, { status: 'failed', paidAt: null });
      return openOutcome('payment_status_differs', item.name);
    },
    (stage) => {
      const item = stage.drawItem('failed');
      alterPayment(stage, item, { status: 'completed', paidAt: item.at });
      return settledOutcome('payment_status_differs', item.name);
    },
  ],
  refund_missing_here: [
    (stage) => {
      const item = stage.drawItem('completed');
      alterPayment(stage, item, { refunded: minor(40_000) });
      return settledOutcome('refund_missing_here', item.name);
    },
    (stage) => {
      const item = stage.drawItem('refund_under_way');
      alterPayment(stage, item, { refunded: minor(45_000) });
      return settledOutcome('refund_missing_here', item.name);
    },
    (stage) => {
      const item = stage.drawItem('parked');
      alterPayment(stage, item, { refunded: minor(100_000), status: 'refunded' });
      return settledOutcome('refund_missing_here', item.name);
    },
  ],
  refund_unknown_there: [
    (stage) => {
      const item = stage.drawItem('part_refunded');
      alterPayment(stage, item, { refunded: minor(29_999) });
      return openOutcome('refund_unknown_there', item.name);
    },
    (stage) => {
      const item = stage.drawItem('refunded');
      alterPayment(stage, item, { refunded: minor(0), status: 'completed' });
      return openOutcome('refund_unknown_there', item.name);
    },
  ],
  payout_state_differs: [
    (stage) => {
      const item = stage.drawItem('payout_processing');
      alterPayout(stage, item, { state: 'completed' });
      return settledOutcome('payout_state_differs', item.name);
    },
    (stage) => {
      const item = stage.drawItem('payout_completed');
      alterPayout(stage, item, { state: 'reversed' });
      return settledOutcome('payout_state_differs', item.name);
    },
    (stage) => {
      const item = stage.drawItem('payout_failed');
      alterPayout(stage, item, { state: 'completed' });
      return openOutcome('payout_state_differs', item.name);
    },
    (stage) => {
      const item = stage.drawItem('payout_processing');
      alterPayout(stage, item, { state: 'failed' });
      return settledOutcome('payout_state_differs', item.name);
    },
  ],
  payout_fee_differs: [
    (stage, turn) => {
      const item = stage.drawItem('payout_completed');
      alterPayout(stage, item, { fee: minor(turn % 2 ? 2_600 : 2_400) });
      return settledOutcome('payout_fee_differs', item.name);
    },
  ],
  payout_unknown_there: [
    ({ provider, drawItem: take }) => {
      const { name } = take('payout_completed');
      provider.sent = provider.sent.filter(({ reference }) => reference !== name);
      return openOutcome('payout_unknown_there', name);
    },
  ],
  payout_unknown_here: [
    ({ provider, at }, turn) => {
      provider.sent.push(listedPayout(`theirs${turn}`, at));
      return openOutcome('payout_unknown_here', `theirs${turn}`);
    },
  ],
  payout_amount_differs: [
    (stage) => {
      const item = stage.drawItem('payout_completed');
      alterPayout(stage, item, { amount: minor(200_000) });
      return openOutcome('payout_amount_differs', item.name);
    },
  ],
  payout_account_differs: [
    (stage) => {
      const item = stage.drawItem('payout_completed');
      alterPayout(stage, item, { accountNumber: '0108024072' });
      return openOutcome('payout_account_differs', item.name);
    },
    (stage) => {
      const item = stage.drawItem('payout_completed');
      alterPayout(stage, item, { bankCode: '044' });
      return openOutcome('payout_account_differs', item.name);
    },
  ],
  payout_twice_there: [
    ({ provider, drawItem: take }) => {
      const { name, at } = take('payout_completed');
      provider.sent.push(listedPayout(name, at));
      return openOutcome('payout_twice_there', name);
    },
  ],
};

/** Puts `count` disagreements in, every kind in turn. */
export async function seedDiscrepancies(stage: SeedContext, count: number): Promise<Seed[]> {
  const ways = Object.values(seeders);
  const seeds: Seed[] = [];
  for (let i = 0; i < count; i++) {
    const turn = Math.floor(i / ways.length);
    const way = ways[i % ways.length] ?? [];
    const how = way[turn % way.length];
    if (how) seeds.push(await how(stage, i));
  }
  return seeds;
}
