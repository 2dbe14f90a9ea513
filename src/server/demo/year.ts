import { addDays, type CalendarDate, dateIn, plusMs } from '#core/dates.ts';
import { DAY_MS, HOUR_MS } from '#core/durations.ts';
import { majorToMinor, minor } from '#core/money.ts';
import { type PaymentMethod, paymentMethods, type ProviderPayment } from '#server/kernel/ports/index.ts';
import { customerForInvoice } from '#server/modules/customers/commands/save.ts';
import { createInvoice } from '#server/modules/invoices/commands/create.ts';
import { sendInvoice } from '#server/modules/invoices/commands/send.ts';
import { recordOffline } from '#server/modules/payments/commands/offline.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { notifyOverdue } from '#server/modules/reminders/commands/overdue.ts';
import {
  applyPayoutState,
  claimPayout,
  requestWithdrawal,
} from '#server/modules/withdrawals/commands/payout.ts';
import { demoAccount } from '#server/sandbox/names.ts';
import { bankEvents } from './bank.ts';
import { type DemoEvent, dunningEvents } from './dunning.ts';
import { collect, type DemoInvoice, type PaymentSimulator } from './payment-simulator.ts';
import { offerHistory } from './offers.ts';
import { customerNames, occasions, phoneOf, services } from './people.ts';
import { createRng, type Rng } from './rng.ts';
import { settlementEvents } from './settlement.ts';
import { withholdingEvents } from './withholding.ts';

const DAYS = 365;
const ARRIVES_MS = 3_000;
// Invoices a week by month of the year: quiet in the rains, Easter, and Christmas above all.
const SEASON = [6, 7, 8, 10, 8, 6, 5, 5, 7, 8, 10, 15] as const;

/** A year of invoices, payments and withdrawals up to `now`, in the order in which they happened. */
export function yearOf(today: CalendarDate, now: Date, simulator: PaymentSimulator): DemoEvent[] {
  const rng = createRng(20_260_101);
  const happenings: DemoEvent[] = [];
  for (let ago = DAYS; ago >= 0; ago--) {
    const day = addDays(today, -ago);
    const weekly = SEASON[Number(day.slice(5, 7)) - 1] ?? 6;
    const growth = 0.75 + (0.5 * (DAYS - ago)) / DAYS;
    for (let i = 0; i < 3; i++) {
      if (rng.roll() < (weekly * growth) / 21)
        happenings.push(
          ...invoiceEvents(rng, simulator, plusMs(now, -ago * DAY_MS - rng.between(1, 6) * HOUR_MS), now),
        );
    }
    // The last one is still pending while the demo is viewed.
    if (ago % 30 === 12)
      happenings.push(
        ago === 12
          ? withdrawal(rng, simulator, plusMs(now, -HOUR_MS), plusMs(now, 6 * HOUR_MS))
          : withdrawal(rng, simulator, plusMs(now, -ago * DAY_MS), plusMs(now, -ago * DAY_MS + ARRIVES_MS)),
      );
  }
  happenings.push(
    ...draftOf(rng, plusMs(now, -2 * HOUR_MS)),
    ...dunningEvents(now, simulator),
    ...settlementEvents(now),
    ...bankEvents(now, simulator.sandbox.title),
    ...withholdingEvents(now),
    ...offerHistory(now),
  );
  return happenings.filter(({ at }) => at <= now).sort((a, b) => a.at.getTime() - b.at.getTime());
}

// A draft invoice, so that there is something to send.
function draftOf(rng: Rng, createdAt: Date): DemoEvent[] {
  const body = bodyOf(rng, createdAt);
  return [{ at: createdAt, happen: async (ctx) => void (await createInvoice(ctx, 'NGN', body)) }];
}

// One invoice from its creation to its payment, each step at its own time.
function invoiceEvents(rng: Rng, simulator: PaymentSimulator, createdAt: Date, now: Date): DemoEvent[] {
  const created: { invoice: DemoInvoice | null } = { invoice: null };
  const body = bodyOf(rng, createdAt);
  const age = now.getTime() - createdAt.getTime();
  const steps: DemoEvent[] = [
    {
      at: createdAt,
      happen: async (ctx) => {
        const { clientEmail: email, clientName: name } = body;
        await customerForInvoice(ctx, { email, name, phone: phoneOf(email) });
        const { invoice } = await createInvoice(ctx, 'NGN', body);
        created.invoice = { id: invoice.id, total: invoice.total_minor };
      },
    },
  ];
  const sentAt = plusMs(createdAt, rng.between(1, 20) * 60_000);
  if (age < 3 * DAY_MS && rng.chance(50)) return steps;
  steps.push({
    at: sentAt,
    happen: async (ctx) =>
      void (await sendInvoice(ctx, { currency: 'NGN', invoiceId: requireInvoice(created).id })),
  });
  steps.push({
    at: new Date(`${addDays(body.dueDate, 1)}T06:00:00Z`),
    happen: (ctx) => notifyOverdue(ctx, ctx.actor.businessId, [requireInvoice(created).id]),
  });
  return rng.chance(age > 40 * DAY_MS ? 93 : 68)
    ? [...steps, ...payments(rng, simulator, created, sentAt)]
    : steps;
}

function payments(
  rng: Rng,
  simulator: PaymentSimulator,
  created: { invoice: DemoInvoice | null },
  sentAt: Date,
): DemoEvent[] {
  const paidAt = plusMs(sentAt, rng.between(1, 9 * 24) * HOUR_MS);
  const method = rng.pick([
    ...paymentMethods,
    'bank_transfer',
    'bank_transfer',
    'bank_transfer',
    'card',
  ] as const satisfies readonly [PaymentMethod, ...PaymentMethod[]]);
  const pay = (
    at: Date,
    percent: number,
    more: Partial<Pick<ProviderPayment, 'status' | 'method'>> = {},
  ): DemoEvent => ({
    at,
    happen: async (ctx) =>
      void (await collect(
        ctx,
        simulator,
        requireInvoice(created),
        minor(Math.round((requireInvoice(created).total * percent) / 100)),
        {
          method,
          ...more,
        },
      )),
  });
  const kind = rng.between(1, 100);
  if (kind <= 8) return [pay(paidAt, 50), pay(plusMs(paidAt, rng.between(20, 120) * HOUR_MS), 50)];
  if (kind <= 11) return [pay(paidAt, 40)];
  if (kind <= 13) return [pay(paidAt, 105)];
  if (kind <= 18)
    return [pay(plusMs(paidAt, -HOUR_MS / 2), 100, { status: 'failed', method: 'card' }), pay(paidAt, 100)];
  if (kind === 19) return refunded(simulator, created, paidAt, method);
  if (kind <= 27) return [cash(created, paidAt)];
  return [pay(paidAt, 100)];
}

// Typed in by the owner: no provider knows of it.
const cash = (created: { invoice: DemoInvoice | null }, at: Date): DemoEvent => ({
  at,
  happen: async (ctx) => {
    const { id, total } = requireInvoice(created);
    await recordOffline(ctx, {
      currency: 'NGN',
      invoiceId: id,
      amount: total,
      day: dateIn(at),
      method: 'cash',
    });
  },
});

function refunded(
  simulator: PaymentSimulator,
  created: { invoice: DemoInvoice | null },
  paidAt: Date,
  method: PaymentMethod,
): DemoEvent[] {
  const reported: { payment: ProviderPayment | null } = { payment: null };
  return [
    {
      at: paidAt,
      happen: async (ctx) => {
        reported.payment = await collect(
          ctx,
          simulator,
          requireInvoice(created),
          requireInvoice(created).total,
          { method },
        );
      },
    },
    {
      at: plusMs(paidAt, 3 * DAY_MS),
      happen: async (ctx) => {
        const { payment } = reported;
        if (!payment) return;
        await recordPayment(ctx, simulator.sandbox, { ...payment, status: 'refunded' });
        const recorded = simulator.past.payments.find((one) => one.payment === payment);
        if (recorded) recorded.refundedAt = ctx.now;
      },
    },
  ];
}

function withdrawal(rng: Rng, { sandbox, past }: PaymentSimulator, at: Date, arrivesAt: Date): DemoEvent {
  const amount = majorToMinor(rng.between(8, 30) * 10_000);
  const staff = rng.chance(50)
    ? { name: 'Chukwuemeka Ani', email: 'emeka.ani@okafor-kitchen.example', phone: null }
    : null;
  const fee = sandbox.payoutFee(amount, 'NGN', dateIn(at));
  const to = {
    amount,
    currency: 'NGN' as const,
    bankCode: demoAccount.bankCode,
    accountNumber: demoAccount.accountNumber,
    accountName: staff?.name ?? demoAccount.name,
  };
  return {
    at,
    happen: async (ctx) => {
      const { reference } = await requestWithdrawal(ctx, {
        ...to,
        type: staff ? 'disburse' : 'self-withdraw',
        fee,
        provider: sandbox.name,
        bankName: 'Guaranty Trust Bank (GTB)',
        staff,
        description: staff ? 'Event staff wages' : null,
      });
      await claimPayout(ctx, reference);
      if (arrivesAt < plusMs(at, HOUR_MS))
        await applyPayoutState(ctx, reference, { state: 'completed', reason: null, fee });
      const narration = staff ? 'Event staff wages' : 'Duewell withdrawal';
      past.payouts.push({ at, request: { ...to, reference, narration }, arrivesAt });
    },
  };
}

function bodyOf(rng: Rng, createdAt: Date) {
  const [name, address] = rng.pick(customerNames as [[string, string], ...[string, string][]]);
  const lines = Array.from({ length: rng.between(1, 5) }, () =>
    rng.pick(services as [[string, number, number], ...[string, number, number][]]),
  );
  return {
    clientName: name,
    clientEmail: `${address}.example`,
    title: rng.pick(occasions as [string, ...string[]]),
    dueDate: addDays(dateIn(createdAt), rng.pick([7, 7, 14, 14, 30])),
    paymentTerms: 'Payment within the days agreed',
    taxRate: rng.chance(70) ? 750 : 0,
    items: [...new Set(lines)].map(([description, low, high]) => ({
      description,
      quantity: rng.between(1, 6) * 1_000_000,
      rate: majorToMinor(Math.round(rng.between(low, high) / 500) * 500),
    })),
  };
}

function requireInvoice(created: { invoice: DemoInvoice | null }): DemoInvoice {
  if (!created.invoice) throw new Error('an invoice is paid before it was made');
  return created.invoice;
}
