import { addDays, type CalendarDate, dateIn, plusMs } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import { majorToMinor, type Minor, minor, percentOf, ZERO } from '#core/money.ts';
import { createInvoice } from '../modules/invoices/commands/create.ts';
import { sendInvoice } from '../modules/invoices/commands.ts';
import { tellOfOverdue } from '../modules/reminders/commands.ts';
import { recordPayment } from '../modules/payments/commands.ts';
import { applyPayoutState, claimForSending, requestWithdrawal } from '../modules/withdrawals/commands.ts';
import { type PaymentMethod, paymentMethods, type ProviderPayment } from '../ports.ts';
import type { Ctx } from '../scope.ts';
import { type Dice, dice } from './dice.ts';
import { occasions, people, services } from './people.ts';

/** Something that happened to the business at an instant. */
export type Happening = { at: Date; happen: (ctx: Ctx) => Promise<void> };

const DAYS = 365;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PROVIDER = {
  name: 'sandbox',
  testMode: true,
  settlesOn: (paidAt: Date) => addDays(dateIn(paidAt), 1),
};
// Invoices a week by month of the year: quiet in the rains, Easter, and Christmas above all.
const SEASON = [6, 7, 8, 10, 8, 6, 5, 5, 7, 8, 10, 15] as const;

/** A year of invoices, payments and withdrawals up to `now`, in the order in which they happened. */
export function yearOf(today: CalendarDate, now: Date): Happening[] {
  const chance = dice(20_260_101);
  const happenings: Happening[] = [];
  for (let ago = DAYS; ago >= 0; ago--) {
    const day = addDays(today, -ago);
    const weekly = SEASON[Number(day.slice(5, 7)) - 1] ?? 6;
    const growth = 0.75 + (0.5 * (DAYS - ago)) / DAYS;
    for (let i = 0; i < 3; i++) {
      if (chance.roll() < (weekly * growth) / 21)
        happenings.push(
          ...invoiceLife(chance, plusMs(now, -ago * DAY_MS - chance.between(1, 6) * HOUR_MS), now),
        );
    }
    if (ago % 30 === 12) happenings.push(...withdrawal(chance, plusMs(now, -ago * DAY_MS), ago === 12));
  }
  happenings.push(...draftOf(chance, plusMs(now, -2 * HOUR_MS)));
  return happenings.filter(({ at }) => at <= now).sort((a, b) => a.at.getTime() - b.at.getTime());
}

type Made = { id: string; total: Minor };

// An invoice made and not yet sent, so that there is something to send.
function draftOf(chance: Dice, madeAt: Date): Happening[] {
  const body = bodyOf(chance, madeAt);
  return [{ at: madeAt, happen: async (ctx) => void (await createInvoice(ctx, 'NGN', body)) }];
}

// One invoice from its making to its money, each step told at its own time.
function invoiceLife(chance: Dice, madeAt: Date, now: Date): Happening[] {
  const made: { invoice: Made | null } = { invoice: null };
  const body = bodyOf(chance, madeAt);
  const age = now.getTime() - madeAt.getTime();
  const steps: Happening[] = [
    {
      at: madeAt,
      happen: async (ctx) => {
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
  return chance.chance(age > 40 * DAY_MS ? 93 : 68) ? [...steps, ...payments(chance, made, sentAt)] : steps;
}

function payments(chance: Dice, made: { invoice: Made | null }, sentAt: Date): Happening[] {
  const paidAt = plusMs(sentAt, chance.between(1, 9 * 24) * HOUR_MS);
  const method = chance.pick([
    ...paymentMethods,
    'bank_transfer',
    'bank_transfer',
    'bank_transfer',
    'card',
  ] as const satisfies readonly [PaymentMethod, ...PaymentMethod[]]);
  const pay = (at: Date, share: number, more: Partial<ProviderPayment> = {}): Happening => ({
    at,
    happen: async (ctx) =>
      void (await collect(ctx, known(made), minor(Math.round((known(made).total * share) / 100)), {
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
  if (kind === 19) return refunded(made, paidAt, method);
  return [pay(paidAt, 100)];
}

function refunded(made: { invoice: Made | null }, paidAt: Date, method: PaymentMethod): Happening[] {
  const told: { payment: ProviderPayment | null } = { payment: null };
  return [
    {
      at: paidAt,
      happen: async (ctx) => {
        told.payment = await collect(ctx, known(made), known(made).total, { method });
      },
    },
    {
      at: plusMs(paidAt, 3 * DAY_MS),
      happen: async (ctx) => {
        if (told.payment) await recordPayment(ctx, PROVIDER, { ...told.payment, status: 'refunded' });
      },
    },
  ];
}

async function collect(
  ctx: Ctx,
  invoice: Made,
  amount: Minor,
  more: Partial<ProviderPayment>,
): Promise<ProviderPayment> {
  const reference = `demo_${newToken(12)}`;
  await ctx.tx
    .insertInto('checkouts')
    .values({
      business_id: ctx.actor.businessId,
      reference,
      invoice_id: invoice.id,
      provider: PROVIDER.name,
      currency: 'NGN',
      amount_minor: amount,
      checkout_url: null,
      account: null,
      ussd_code: null,
      created_at: ctx.now,
    })
    .execute();
  const payment: ProviderPayment = {
    transactionId: `demo_${newToken(12)}`,
    reference,
    status: 'completed',
    amount,
    refunded: ZERO,
    fee: feeOf(amount),
    currency: 'NGN',
    method: 'bank_transfer',
    testMode: true,
    paidAt: ctx.now,
    ...more,
  };
  await recordPayment(ctx, PROVIDER, payment);
  return payment;
}

function withdrawal(chance: Dice, at: Date, onItsWay: boolean): Happening[] {
  const amount = majorToMinor(chance.between(8, 30) * 10_000);
  const staff = chance.chance(50)
    ? { name: 'Chukwuemeka Ani', email: 'emeka.ani@okafor-kitchen.example', phone: null }
    : null;
  return [
    {
      at,
      happen: async (ctx) => {
        const row = await requestWithdrawal(ctx, {
          type: staff ? 'disburse' : 'self-withdraw',
          currency: 'NGN',
          amount,
          fee: minor(25_00),
          provider: PROVIDER.name,
          bankCode: '058',
          bankName: 'Guaranty Trust Bank (GTB)',
          accountNumber: '0108024071',
          accountName: staff?.name ?? 'Okafor Kitchen & Events',
          staff,
          description: staff ? 'Event staff wages' : null,
        });
        await claimForSending(ctx, row.reference);
        if (!onItsWay)
          await applyPayoutState(ctx, row.reference, { state: 'completed', reason: null, fee: minor(25_00) });
      },
    },
  ];
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

// As the sandbox charges: 1.5 % and ₦100, at most ₦2,000, the ₦100 waived under ₦2,500.
const feeOf = (amount: Minor): Minor =>
  minor(Math.min(200_000, percentOf(amount, 150) + (amount < 250_000 ? 0 : 10_000)));

function known(made: { invoice: Made | null }): Made {
  if (!made.invoice) throw new Error('an invoice is paid before it was made');
  return made.invoice;
}
