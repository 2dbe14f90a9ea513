import { addDays, type CalendarDate, dateIn, plusMs } from '#core/dates.ts';
import { majorToMinor, minor } from '#core/money.ts';
import { type PaymentMethod, paymentMethods, type ProviderPayment } from '#server/kernel/ports/index.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { customerForInvoice } from '#server/modules/customers/commands.ts';
import { sendInvoice } from '#server/modules/invoices/commands.ts';
import { createInvoice } from '#server/modules/invoices/commands/create.ts';
import { recordPayment } from '#server/modules/payments/commands.ts';
import { tellOfOverdue } from '#server/modules/reminders/commands.ts';
import {
  applyPayoutState,
  claimForSending,
  requestWithdrawal,
} from '#server/modules/withdrawals/commands.ts';
import { chasing } from './dunning.ts';
import { collect, type Made, type Rail } from './payment-simulator.ts';
import { occasions, people, phoneOf, services } from './people.ts';
import { type Dice, dice } from './rng.ts';

/** Something that happened to the business at an instant. */
export type Happening = { at: Date; happen: (ctx: Ctx) => Promise<void> };

const DAYS = 365;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ARRIVES_MS = 3_000;
// Invoices a week by month of the year: quiet in the rains, Easter, and Christmas above all.
const SEASON = [6, 7, 8, 10, 8, 6, 5, 5, 7, 8, 10, 15] as const;

/** A year of invoices, payments and withdrawals up to `now`, in the order in which they happened. */
export function yearOf(today: CalendarDate, now: Date, rail: Rail): Happening[] {
  const chance = dice(20_260_101);
  const happenings: Happening[] = [];
  for (let ago = DAYS; ago >= 0; ago--) {
    const day = addDays(today, -ago);
    const weekly = SEASON[Number(day.slice(5, 7)) - 1] ?? 6;
    const growth = 0.75 + (0.5 * (DAYS - ago)) / DAYS;
    for (let i = 0; i < 3; i++) {
      if (chance.roll() < (weekly * growth) / 21)
        happenings.push(
          ...invoiceLife(chance, rail, plusMs(now, -ago * DAY_MS - chance.between(1, 6) * HOUR_MS), now),
        );
    }
    // The last one is still pending while the demo is viewed.
    if (ago % 30 === 12)
      happenings.push(
        ago === 12
          ? withdrawal(chance, rail, plusMs(now, -HOUR_MS), plusMs(now, 6 * HOUR_MS))
          : withdrawal(chance, rail, plusMs(now, -ago * DAY_MS), plusMs(now, -ago * DAY_MS + ARRIVES_MS)),
      );
  }
  happenings.push(...draftOf(chance, plusMs(now, -2 * HOUR_MS)), ...chasing(now, rail));
  return happenings.filter(({ at }) => at <= now).sort((a, b) => a.at.getTime() - b.at.getTime());
}

// A draft invoice, so that there is something to send.
function draftOf(chance: Dice, madeAt: Date): Happening[] {
  const body = bodyOf(chance, madeAt);
  return [{ at: madeAt, happen: async (ctx) => void (await createInvoice(ctx, 'NGN', body)) }];
}

// One invoice from its creation to its payment, each step at its own time.
function invoiceLife(chance: Dice, rail: Rail, madeAt: Date, now: Date): Happening[] {
  const made: { invoice: Made | null } = { invoice: null };
  const body = bodyOf(chance, madeAt);
  const age = now.getTime() - madeAt.getTime();
  const steps: Happening[] = [
    {
      at: madeAt,
      happen: async (ctx) => {
        const { clientEmail: email, clientName: name } = body;
        await customerForInvoice(ctx, { email, name, phone: phoneOf(email) });
        const { invoice } = await createInvoice(ctx, 'NGN', body);
        made.invoice = { id: invoice.id, total: invoice.total_minor };
      },
    },
  ];
  const sentAt = plusMs(madeAt, chance.between(1, 20) * 60_000);
  if (age < 3 * DAY_MS && chance.chance(50)) return steps;
  steps.push({
    at: sentAt,
    happen: async (ctx) => void (await sendInvoice(ctx, { currency: 'NGN', invoiceId: known(made).id })),
  });
  steps.push({
    at: new Date(`${addDays(body.dueDate, 1)}T06:00:00Z`),
    happen: (ctx) => tellOfOverdue(ctx, ctx.actor.businessId, known(made).id),
  });
  return chance.chance(age > 40 * DAY_MS ? 93 : 68)
    ? [...steps, ...payments(chance, rail, made, sentAt)]
    : steps;
}

function payments(chance: Dice, rail: Rail, made: { invoice: Made | null }, sentAt: Date): Happening[] {
  const paidAt = plusMs(sentAt, chance.between(1, 9 * 24) * HOUR_MS);
  const method = chance.pick([
    ...paymentMethods,
    'bank_transfer',
    'bank_transfer',
    'bank_transfer',
    'card',
  ] as const satisfies readonly [PaymentMethod, ...PaymentMethod[]]);
  const pay = (
    at: Date,
    share: number,
    more: Partial<Pick<ProviderPayment, 'status' | 'method'>> = {},
  ): Happening => ({
    at,
    happen: async (ctx) =>
      void (await collect(ctx, rail, known(made), minor(Math.round((known(made).total * share) / 100)), {
        method,
        ...more,
      })),
  });
  const kind = chance.between(1, 100);
  if (kind <= 8) return [pay(paidAt, 50), pay(plusMs(paidAt, chance.between(20, 120) * HOUR_MS), 50)];
  if (kind <= 11) return [pay(paidAt, 40)];
  if (kind <= 13) return [pay(paidAt, 105)];
  if (kind <= 18)
    return [pay(plusMs(paidAt, -HOUR_MS / 2), 100, { status: 'failed', method: 'card' }), pay(paidAt, 100)];
  if (kind === 19) return refunded(rail, made, paidAt, method);
  return [pay(paidAt, 100)];
}

function refunded(
  rail: Rail,
  made: { invoice: Made | null },
  paidAt: Date,
  method: PaymentMethod,
): Happening[] {
  const told: { payment: ProviderPayment | null } = { payment: null };
  return [
    {
      at: paidAt,
      happen: async (ctx) => {
        told.payment = await collect(ctx, rail, known(made), known(made).total, { method });
      },
    },
    {
      at: plusMs(paidAt, 3 * DAY_MS),
      happen: async (ctx) => {
        const { payment } = told;
        if (!payment) return;
        await recordPayment(ctx, rail.sandbox, { ...payment, status: 'refunded' });
        const kept = rail.past.payments.find((one) => one.payment === payment);
        if (kept) kept.backAt = ctx.now;
      },
    },
  ];
}

function withdrawal(chance: Dice, { sandbox, past }: Rail, at: Date, arrivesAt: Date): Happening {
  const amount = majorToMinor(chance.between(8, 30) * 10_000);
  const staff = chance.chance(50)
    ? { name: 'Chukwuemeka Ani', email: 'emeka.ani@okafor-kitchen.example', phone: null }
    : null;
  const fee = sandbox.payoutFee(amount, 'NGN', dateIn(at));
  const to = {
    amount,
    currency: 'NGN' as const,
    bankCode: '058',
    accountNumber: '0108024071',
    accountName: staff?.name ?? 'Okafor Kitchen & Events',
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
      await claimForSending(ctx, reference);
      if (arrivesAt < plusMs(at, HOUR_MS))
        await applyPayoutState(ctx, reference, { state: 'completed', reason: null, fee });
      const narration = staff ? 'Event staff wages' : 'Duewell withdrawal';
      past.payouts.push({ at, request: { ...to, reference, narration }, arrivesAt });
    },
  };
}

function bodyOf(chance: Dice, madeAt: Date) {
  const [name, address] = chance.pick(people as [[string, string], ...[string, string][]]);
  const lines = Array.from({ length: chance.between(1, 5) }, () =>
    chance.pick(services as [[string, number, number], ...[string, number, number][]]),
  );
  return {
    clientName: name,
    clientEmail: `${address}.example`,
    title: chance.pick(occasions as [string, ...string[]]),
    dueDate: addDays(dateIn(madeAt), chance.pick([7, 7, 14, 14, 30])),
    paymentTerms: 'Payment within the days agreed',
    taxRate: chance.chance(70) ? 750 : 0,
    items: [...new Set(lines)].map(([description, low, high]) => ({
      description,
      quantity: chance.between(1, 6) * 1_000_000,
      rate: majorToMinor(Math.round(chance.between(low, high) / 500) * 500),
    })),
  };
}

function known(made: { invoice: Made | null }): Made {
  if (!made.invoice) throw new Error('an invoice is paid before it was made');
  return made.invoice;
}
