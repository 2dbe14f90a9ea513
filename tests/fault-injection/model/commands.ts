import assert from 'node:assert/strict';
import fc from 'fast-check';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { MINUTE_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { sampleInvoice } from '../../harness.ts';
import { ownAccountPayout, PIN } from '../../money.ts';
import { checkAfter } from './checks.ts';
import { bankSteps } from './bank-commands.ts';
import { creditSteps } from './credit-commands.ts';
import * as oracle from './oracle.ts';
import { pick } from './pick.ts';
import { refundAsked, refundableAtProvider } from './refunds.ts';
import { settlementSteps } from './settlement-commands.ts';
import { taxSteps } from './tax-commands.ts';
import { togetherSteps } from './together-commands.ts';
import {
  advanceClock,
  assignPaymentId,
  codeOr,
  deliver,
  type ModelRun,
  openReference,
  settle,
  type Step,
} from './system.ts';

const params = { currency: 'NGN' } as const;
/** Below it the provider opens no checkout. */
const SMALLEST = 5_000;

const customers = {
  person: {},
  company: { clientName: 'Bello Ventures Ltd', clientEmail: 'accounts@bello.test' },
} as const;

const createAndSend: Step = {
  name: 'invoice',
  run: async ({ app }, { owner, wallet }, roll) => {
    const total = SMALLEST + roll(2_000_000);
    const items = [{ description: 'Work', quantity: 1_000_000, rate: minor(total) }];
    const dueDate = addDays(dateIn(app.config.clock()), 7);
    const customer = roll(3) === 0 ? 'company' : 'person';
    const body = sampleInvoice({ taxRate: 0, items, dueDate, ...customers[customer] });
    const { data } = await owner.call(api.invoices.create, { params, body });
    assert.equal(data.totalAmount, total);
    await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
    wallet.customerIds[customer] = data.customerId;
    const { forgives } = wallet;
    wallet.invoices.push(oracle.newInvoice(data.id, total, { customer, forgives }));
  },
};

/** A customer pays; the webhook is held. Late ones come for invoices that are paid or deleted by then. */
const pay = (name: string, how: (invoice: oracle.Invoice, roll: (of: number) => number) => object): Step => ({
  name,
  run: async (world, party, roll) => {
    const open = party.wallet.invoices.filter(
      (invoice) => invoice.sent && oracle.owedOn(invoice) >= SMALLEST,
    );
    const known = party.wallet.invoices.filter(({ references }) => references.length > 0);
    const invoice = pick(name.startsWith('late') ? known : open, roll);
    const reference = invoice && (await openReference(world, party, invoice));
    if (!reference) return;
    const paid = { ...how(invoice, roll) };
    const id = world.simulator.pay(reference, paid);
    if ('otherMode' in paid || 'currency' in paid) world.foreign.add(id);
    await settle(world);
  },
});

const payUnknownReference: Step = {
  name: 'money nobody asked for',
  run: async (world, _, roll) => {
    world.simulator.payUnknownReference(minor(SMALLEST + roll(100_000)));
    await settle(world);
  },
};

/** Delivers some of what is waiting: in another order, and every one of them up to three times. */
const deliverSome: Step = {
  name: 'notices',
  run: async (world, _, roll) => {
    const some = world.webhooks.splice(0, 1 + roll(4));
    const shuffled = some
      .flatMap((webhook) => Array.from({ length: 1 + roll(3) }, () => ({ notice: webhook, at: roll(1_000) })))
      .toSorted((a, b) => a.at - b.at);
    await deliver(
      world,
      shuffled.map(({ notice: webhook }) => webhook),
    );
  },
};

const loseWebhooks: Step = {
  name: 'lost notices, and the clock',
  run: async (world, _, roll) => {
    world.webhooks.splice(0, 1 + roll(3));
    await advanceClock(world, (3 + roll(3_000)) * MINUTE_MS);
  },
};

const clock: Step = {
  name: 'the clock',
  run: (world, _, roll) => advanceClock(world, (3 + roll(300)) * MINUTE_MS),
};

const refund = (name: string, share: number): Step => ({
  name,
  run: async (world, { owner, wallet }, roll) => {
    const payment = pick(wallet.payments, roll);
    if (!payment) return;
    const id = await assignPaymentId(world.app, payment);
    const refundable = payment.amount - payment.refunded - payment.givenBack;
    const amount = Math.max(1, share === 1 ? refundable : roll(Math.max(1, Math.floor(refundable * share))));
    const truth = (['completed', 'failed', 'processing'] as const)[roll(3)] ?? 'completed';
    world.simulator.refundsEnd(truth);
    const there = refundableAtProvider(world, payment.transactionId);
    const refusal = oracle.refundRefusal(wallet, payment, amount);
    const body = { amount: minor(amount), reason: 'Sent back', pin: PIN };
    const code = await codeOr(owner.call(api.payments.refund, { params: { ...params, id }, body }));
    assert.equal(code.code, refusal);
    wallet.wrongPins = 0;
    if (code.code !== null) return;
    const { id: refundId } = code.answer.data;
    await refundAsked(world, wallet, { id: refundId, payment, amount, open: true, actual: truth }, there);
  },
});

const endRefunds: Step = {
  name: 'refunds end',
  run: async (world, { wallet }, roll) => {
    const open = pick(
      wallet.refunds.filter(({ actual: truth }) => truth === 'processing'),
      roll,
    );
    if (!open) return;
    const as = roll(2) ? ('completed' as const) : ('failed' as const);
    world.simulator.decideRefunds(open.payment.transactionId, as);
    for (const refund of wallet.refunds)
      if (refund.payment === open.payment && refund.actual === 'processing') refund.actual = as;
    await settle(world);
  },
};

const chargeback: Step = {
  name: 'chargeback',
  run: async (world, { wallet }, roll) => {
    const payment = pick(wallet.payments, roll);
    const left = payment ? refundableAtProvider(world, payment.transactionId) : 0;
    if (!payment || left === 0) return;
    world.simulator.refundByProvider(payment.transactionId, roll(2) ? undefined : minor(1 + roll(left)));
    await settle(world);
  },
};

const withdraw = (
  name: string,
  amountOf: (wallet: oracle.Wallet, roll: (of: number) => number) => number,
): Step => ({
  name,
  run: async (world, { owner, wallet }, roll) => {
    const amount = Math.max(100, amountOf(wallet, roll));
    const truth = (['completed', 'failed', 'processing'] as const)[roll(3)] ?? 'completed';
    world.simulator.payoutsEnd(truth);
    const fee = oracle.payoutFee(amount);
    const poor = world.simulator.ledger.balance < amount + fee;
    const refusal = oracle.withdrawalRefusal(wallet, amount);
    const key = `key-${world.commands}-${roll(1e9)}`;
    const code = await codeOr(
      owner.call(
        api.withdrawals.create,
        { params, body: ownAccountPayout(minor(amount)) },
        { idempotencyKey: key },
      ),
    );
    assert.equal(code.code, refusal);
    wallet.wrongPins = 0;
    if (code.code !== null) return;
    const { withdrawal } = code.answer.data;
    assert.equal(withdrawal.fee, fee);
    wallet.keys.push({ key, amount, answer: JSON.stringify(code.answer) });
    const { id, reference } = withdrawal;
    const payout: oracle.Payout = { id, reference, amount, fee, state: 'processing' };
    oracle.holdPayout(wallet, payout);
    await settle(world);
    if (poor) oracle.applyPayoutState(wallet, payout, 'failed');
  },
});

const sameKey: Step = {
  name: 'the same key again',
  run: async (_, { owner, wallet }, roll) => {
    const before = pick(wallet.keys, roll);
    if (!before) return;
    const other = roll(2) === 1;
    const body = ownAccountPayout(minor(before.amount + (other ? 1 : 0)));
    const code = await codeOr(
      owner.call(api.withdrawals.create, { params, body }, { idempotencyKey: before.key }),
    );
    assert.equal(code.code, other ? 'idempotency_key_reused' : null);
    if (code.code === null) assert.equal(JSON.stringify(code.answer), before.answer);
  },
};

const wrongPin: Step = {
  name: 'a wrong PIN',
  run: async (_, { owner, wallet }, roll) => {
    if (wallet.wrongPins >= 3) return;
    wallet.wrongPins += 1;
    const body = ownAccountPayout(minor(100 + roll(1_000)), { pin: '9274' });
    const code = await codeOr(owner.call(api.withdrawals.create, { params, body }));
    assert.equal(code.code, 'incorrect_pin');
  },
};

const endPayouts: Step = {
  name: 'payouts end',
  run: async (world, { wallet }, roll) => {
    const { payouts } = world.simulator.ledger;
    const mine = payouts.filter(({ reference }) =>
      wallet.payouts.some((payout) => payout.reference === reference),
    );
    const payout = pick(
      mine.filter(({ state }) => state === 'processing' || state === 'completed'),
      roll,
    );
    if (!payout) return;
    const ends =
      payout.state === 'completed' ? (['reversed'] as const) : (['completed', 'failed', 'reversed'] as const);
    world.simulator.decidePayout(payout.reference, ends[roll(ends.length)] ?? 'reversed');
    await settle(world);
  },
};

const remove: Step = {
  name: 'delete an invoice',
  run: async (_, { owner, wallet }, roll) => {
    const invoice = pick(wallet.invoices, roll);
    if (!invoice) return;
    const refused = invoice.deleted || oracle.owedOn(invoice) < invoice.total;
    const code = await codeOr(owner.call(api.invoices.remove, { params, body: { invoiceId: invoice.id } }));
    assert.equal(code.code, refused ? 'conflict' : null);
    invoice.deleted ||= !refused;
  },
};

const share = (wallet: oracle.Wallet, roll: (of: number) => number) => roll(Math.max(1, wallet.available));

/** Each as often as it stands here. */
const steps: Step[] = [
  createAndSend,
  createAndSend,
  createAndSend,
  pay('exact payment', () => ({})),
  pay('exact payment by card', () => ({ method: 'card' })),
  pay('part payment', (invoice, roll) => ({
    amount: minor(1 + roll(oracle.owedOn(invoice))),
    method: 'card',
  })),
  pay('payment of too much', (invoice, roll) => ({
    amount: minor(oracle.owedOn(invoice) + 1 + roll(500_000)),
    method: 'card',
  })),
  pay('late payment', () => ({})),
  pay('payment in dollars', () => ({ currency: 'USD', method: 'card' })),
  pay('test money', () => ({ otherMode: true, method: 'card' })),
  payUnknownReference,
  deliverSome,
  deliverSome,
  deliverSome,
  deliverSome,
  loseWebhooks,
  clock,
  refund('refund of a part', 0.6),
  refund('refund of all', 1),
  endRefunds,
  chargeback,
  withdraw('withdraw some', share),
  withdraw('withdraw all', ({ available }) => available - oracle.payoutFee(available)),
  withdraw('withdraw too much', ({ available }, roll) => available + 1 + roll(1_000)),
  sameKey,
  wrongPin,
  endPayouts,
  remove,
  ...settlementSteps,
  ...creditSteps,
  ...taxSteps,
  ...bankSteps,
  ...togetherSteps,
];

/**
 * Fractions of 1 for a command's choices, all equally likely: `fc.double` and
 * biased values are nearly always 0, so only first choices would be tried.
 */
const dice = fc.noBias(fc.infiniteStream(fc.nat({ max: 999_999 }).map((part) => part / 1_000_000)));

/** Any command, for either business, with its own random numbers. */
export const anyCommand = (): fc.Arbitrary<fc.AsyncCommand<ModelRun, ModelRun>>[] =>
  steps.map((step) =>
    fc.tuple(fc.nat({ max: 1 }), dice).map(([who, thrown]) => ({
      check: () => true,
      toString: () => `${step.name} (${who})`,
      run: async (_: ModelRun, world: ModelRun) => {
        const party = world.parties[who];
        if (!party || world.commands >= world.most) return;
        const rolls = thrown[Symbol.iterator]();
        const roll = (of: number) => Math.floor((rolls.next().value ?? 0) * of);
        world.commands += 1;
        world.counts.kinds[step.name] = (world.counts.kinds[step.name] ?? 0) + 1;
        await step.run(world, party, roll);
        await checkAfter(world, party);
      },
    })),
  );
