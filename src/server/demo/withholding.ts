import { dateIn } from '#core/dates.ts';
import { minor, subtract } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { recordOffline } from '#server/modules/payments/commands/offline.ts';
import { changeWithholding } from '#server/modules/withholding/commands/change.ts';
import { declareWithholding } from '#server/modules/withholding/commands/declare.ts';
import { withholdingById } from '#server/modules/withholding/queries/withholdings.ts';
import type { DemoEvent } from './dunning.ts';
import { type Story, storyEvents } from './settlement.ts';

type Made = { id: string; total: number };

const company = {
  name: 'Nike Lake Breweries Plc',
  email: 'accounts@nike-lake-breweries.example',
  title: 'Meals for the staff canteen',
  item: 'Meals for one week',
  keepsTaxFor: 'services',
} as const;

// The tax is left of the invoice: it is settled with the money.
const lessTax = (kept: { id: string }) => async (ctx: Ctx, invoice: Made) => {
  kept.id = await declareWithholding(ctx, { currency: 'NGN', id: invoice.id, kind: 'services' });
  const { amount_minor: tax } = await withholdingById(ctx.tx, ctx.actor.businessId, 'NGN', kept.id);
  await recordOffline(ctx, {
    currency: 'NGN',
    invoiceId: invoice.id,
    amount: subtract(minor(invoice.total), tax),
    day: dateIn(ctx.now),
    method: 'cheque',
  });
};

const certificate = (kept: { id: string }, certificateNo: string) => async (ctx: Ctx) => {
  const { amount_minor: amount } = await withholdingById(ctx.tx, ctx.actor.businessId, 'NGN', kept.id);
  const certificateDay = dateIn(ctx.now);
  const received = { state: 'received', certificateNo, certificateDay, amount } as const;
  await changeWithholding(ctx, { currency: 'NGN', id: kept.id }, received);
};

const usedInYear = (kept: { id: string }) => (ctx: Ctx) =>
  changeWithholding(
    ctx,
    { currency: 'NGN', id: kept.id },
    { state: 'used', taxYear: Number(dateIn(ctx.now).slice(0, 4)) },
  );

/** An invoice of the company, paid less the tax after a week, and how far its certificate is, by days ago. */
function story(sent: number, naira: number, proof: { received?: number; used?: number; no: string }): Story {
  const kept = { id: '' };
  const { received, used, no } = proof;
  return {
    ...company,
    sent,
    naira,
    later: [
      { ago: sent - 7, happen: lessTax(kept) },
      ...(received === undefined ? [] : [{ ago: received, happen: certificate(kept, no) }]),
      ...(used === undefined ? [] : [{ ago: used, happen: usedInYear(kept) }]),
    ],
  };
}

/** A company of the demo that keeps tax: one certificate of each kind, and an invoice that waits for the rest. */
export const withholdingEvents = (now: Date): DemoEvent[] =>
  [
    story(160, 420_000, { received: 110, used: 60, no: 'WHT/EN/0417' }),
    story(85, 480_000, { received: 30, no: 'WHT/EN/0622' }),
    story(24, 450_000, { no: '' }),
    { ...company, sent: 3, naira: 510_000, later: [] },
  ].flatMap((one) => storyEvents(one, now));
