import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { plusMs } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import { type Currency, minor } from '#core/money.ts';
import { payableByPublicId, publicIdOf } from '#server/modules/invoices/queries/details.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { ensureCheckout } from '#server/modules/payments/flows/checkout.ts';
import { reconcile } from '#server/modules/reconciliation/flows/reconcile.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { eventually, newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../harness.ts';
import { ownAccountPayout, setPin } from '../money.ts';
import { startFlutterwaveSimulator } from '../simulators/flutterwave/index.ts';
import { startMonnifySimulator } from '../simulators/monnify/index.ts';
import { startPaystackSimulator } from '../simulators/paystack/index.ts';
import type { Simulator, StartSimulator } from '../simulators/simulator.ts';
import { startStripeSimulator } from '../simulators/stripe/index.ts';

const starts: [string, StartSimulator][] = [
  ['paystack', startPaystackSimulator],
  ['monnify', startMonnifySimulator],
  ['flutterwave', startFlutterwaveSimulator],
  ['stripe', startStripeSimulator],
];

describe.each(starts)('with %s', (name, start) => {
  let simulator: Simulator;
  let app: TestApp;
  let owner: Owner;
  let currency: Currency;
  let moved = 0;

  beforeAll(async () => {
    simulator = await start(() => plusMs(new Date(), moved));
    currency = simulator.currency;
    app = await testApp(simulator.settings);
    owner = await newOwner(app);
    await setPin(owner);
  });
  afterAll(async () => {
    await app.close();
    await simulator.close();
  });

  const run = () => {
    moved += HOUR_MS;
    app.advance(HOUR_MS);
    const provider = app.system.ports.payments.all.find((one) => one.name === name);
    if (!provider) throw new Error(`${name} is not in use`);
    const until = app.config.clock();
    return reconcile(app.scope(), provider, { from: plusMs(until, -26 * HOUR_MS), until });
  };
  const opened = async (amount: number): Promise<string> => {
    const params = { currency };
    const items = [{ description: 'Work', quantity: 1_000_000, rate: minor(amount) }];
    const body = sampleInvoice({ taxRate: 0, items });
    const { data } = await owner.call(api.invoices.create, { params, body });
    await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
    const publicId = await publicIdOf(app.system.db, owner.businessId, currency, data.id);
    const invoice = publicId && (await payableByPublicId(app.scope(), publicId));
    const checkout = invoice && (await ensureCheckout(app.scope(), invoice));
    if (!checkout) throw new Error('no checkout was started');
    return checkout.reference;
  };

  test('lost notices are made good, and books that agree are left alone', async () => {
    simulator.pay(await opened(2_000_000));
    simulator.pay(await opened(1_000_000), { method: 'card' });
    const part = simulator.pay(await opened(900_000), { method: 'card' });
    const fullPayment = simulator.pay(await opened(800_000), { method: 'card' });
    simulator.takeWebhooks();
    expect(await run()).toMatchObject({ found: 4, mended: 4, problem: null });
    expect(await run()).toMatchObject({ found: 0, problem: null });

    simulator.refundByProvider(part, minor(300_000));
    simulator.refundByProvider(fullPayment);
    simulator.takeWebhooks();
    expect(await run()).toMatchObject({ found: 2, mended: 2, problem: null });
    if (currency === 'NGN') {
      await owner.call(api.withdrawals.create, {
        params: { currency },
        body: ownAccountPayout(minor(500_000)),
      });
      const [sent] = await eventually(
        async () => simulator.ledger.payouts.length > 0 && simulator.ledger.payouts,
      );
      await eventually(async () => {
        const rows = await app.system.db.selectFrom('withdrawals').select('tries').select('status').execute();
        return rows.every(({ status, tries }) => status === 'completed' || tries > 0);
      });
      // Some say at once that it arrived, some only when they are asked again.
      expect(await run()).toMatchObject({ problem: null });
      expect((await app.system.db.selectFrom('withdrawals').select('status').execute())[0]?.status).toBe(
        'completed',
      );
      simulator.decidePayout(sent?.reference ?? '', 'reversed');
      simulator.takeWebhooks();
      expect(await run()).toMatchObject({ found: 1, mended: 1, problem: null });
    }
    expect(await run()).toMatchObject({ found: 0, problem: null });
    expect(await currentFreeze(app.system.db)).toBeNull();
    expect((await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  });
});
