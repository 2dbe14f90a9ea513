import * as z from 'zod/mini';
import { newPlan } from '#contract/plans.ts';
import { newQuote } from '#contract/quotes.ts';
import { addDays, dateIn, monthStart, plusMs } from '#core/dates.ts';
import { DAY_MS, HOUR_MS } from '#core/durations.ts';
import { majorToMinor } from '#core/money.ts';
import type { Stroke } from '#core/signature.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { recordOffline } from '#server/modules/payments/commands/offline.ts';
import { issueDue } from '#server/modules/plans/commands/issue.ts';
import { createPlan } from '#server/modules/plans/commands/save.ts';
import {
  acceptQuote,
  askAboutQuote,
  declineQuote,
  markViewed,
} from '#server/modules/quotes/commands/answer.ts';
import { sendQuote } from '#server/modules/quotes/commands/send.ts';
import { createQuote } from '#server/modules/quotes/commands/write.ts';
import { currentRevision, quoteById } from '#server/modules/quotes/queries/quotes.ts';
import type { DemoEvent } from './dunning.ts';

const SCHOOL_LUNCHES = 380_000;

type Answer = (ctx: Ctx, id: string) => Promise<unknown>;
/** A quote sent so many days ago, or still to be sent, and what its customer did, by days ago. */
type Offer = {
  customer: string;
  email: string;
  title: string;
  items: [description: string, quantity: number, naira: number][];
  written: number;
  isSent: boolean;
  answers: { ago: number; answer: Answer }[];
};

const link = (ctx: Ctx, id: string) => ({ businessId: ctx.actor.businessId, id });
const looks: Answer = (ctx, id) => markViewed(ctx, link(ctx, id));
const asks =
  (question: string): Answer =>
  (ctx, id) =>
    askAboutQuote(ctx, link(ctx, id), question);
const declines =
  (reason: string): Answer =>
  (ctx, id) =>
    declineQuote(ctx, link(ctx, id), reason);
/** A name written in one sweep of a finger, with the dot of its last letter. */
const DRAWN: Stroke[] = [
  [
    [60, 170],
    [110, 50],
    [150, 180],
    [190, 60],
    [240, 150],
    [300, 110],
    [350, 150],
    [420, 100],
    [540, 130],
  ],
  [[420, 60]],
];
const accepts =
  (name: string, signature?: Stroke[]): Answer =>
  async (ctx, id) => {
    const quote = await quoteById(ctx.tx, ctx.actor.businessId, 'NGN', id);
    const { content_hash } = await currentRevision(ctx.tx, quote);
    const of = { ...link(ctx, id), customerId: quote.customer_id };
    return acceptQuote(ctx, of, { name, revisionHash: content_hash ?? '', signature });
  };

const offers: readonly Offer[] = [
  {
    customer: 'Hotel Presidential Enugu',
    email: 'banquets@hotel-presidential.example',
    title: 'End of year dinner for 120 guests',
    items: [
      ['Dinner buffet, per guest', 120, 6_500],
      ['Waiters, per evening', 8, 15_000],
    ],
    written: 21,
    isSent: true,
    answers: [
      { ago: 20, answer: looks },
      { ago: 19, answer: accepts('Ngozi Eze', DRAWN) },
    ],
  },
  {
    customer: 'Coal City Motors',
    email: 'admin@coal-city-motors.example',
    title: 'Lunch for the opening of the showroom',
    items: [['Lunch pack with drink', 80, 4_200]],
    written: 4,
    isSent: true,
    answers: [
      { ago: 3, answer: looks },
      { ago: 2, answer: asks('Can the drinks be zobo for half of the guests?') },
    ],
  },
  {
    customer: 'Ikenga Events',
    email: 'hello@ikenga-events.example',
    title: 'Finger food for a book launch',
    items: [['Small chops, per tray', 30, 9_500]],
    written: 33,
    isSent: true,
    answers: [{ ago: 30, answer: declines('We found a caterer nearer the hall') }],
  },
  {
    customer: 'Nike Lake Breweries Plc',
    email: 'accounts@nike-lake-breweries.example',
    title: 'Canteen meals for January',
    items: [['Meals for one week', 4, 460_000]],
    written: 1,
    isSent: false,
    answers: [],
  },
];

function offerEvents(
  { customer, email, title, items, written, isSent, answers }: Offer,
  now: Date,
): DemoEvent[] {
  const made = { id: '' };
  const body = z.decode(newQuote, {
    clientName: customer,
    clientEmail: email,
    title,
    taxRate: 7.5,
    items: items.map(([description, quantity, rate]) => ({ description, quantity, rate })),
  });
  const at = (ago: number) => plusMs(now, -ago * DAY_MS - 2 * HOUR_MS);
  const write = async (ctx: Ctx) => {
    made.id = (await createQuote(ctx, 'NGN', body)).id;
    if (isSent) await sendQuote(ctx, { currency: 'NGN', id: made.id });
  };
  return [
    { at: at(written), happen: write },
    ...answers.map(({ ago, answer }) => ({
      at: at(ago),
      happen: async (ctx: Ctx) => void (await answer(ctx, made.id)),
    })),
  ];
}

async function payByCheque(ctx: Ctx, planId: string, number: number): Promise<void> {
  const { businessId } = ctx.actor;
  const { invoice_id: invoiceId } = await ctx.tx
    .selectFrom('plan_occurrences')
    .select('invoice_id')
    .where('business_id', '=', businessId)
    .where('plan_id', '=', planId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const amount = majorToMinor(SCHOOL_LUNCHES);
  if (invoiceId)
    await recordOffline(ctx, { currency: 'NGN', invoiceId, amount, day: dateIn(ctx.now), method: 'cheque' });
}

// Since the month before last, on the first of each.
function planEvents(now: Date): DemoEvent[] {
  const made = { id: '' };
  // On the first of a month its invoice goes at eight: until then the one of the month before is the last.
  const lastDay = addDays(dateIn(now), -1);
  const starts = monthStart(lastDay, -2);
  const begun = new Date(`${starts}T05:00:00Z`);
  const body = z.decode(newPlan, {
    clientName: 'Bright Minds Academy',
    clientEmail: 'bursar@bright-minds.example',
    title: 'School lunches for {month}',
    taxRate: 0,
    items: [{ description: 'Lunch for 60 pupils, {month} {year}', quantity: 1, rate: SCHOOL_LUNCHES }],
    starts,
    rhythm: { months: 1, day: 1 },
    dueDays: 14,
    mode: 'send',
  });
  const months = [0, 1, 2].map((ahead) => monthStart(lastDay, ahead - 2));
  return [
    { at: begun, happen: async (ctx) => void (made.id = await createPlan(ctx, 'NGN', body)) },
    ...months.flatMap((day, at) => [
      { at: new Date(`${day}T07:00:00Z`), happen: (ctx: Ctx) => issueDue(ctx, made.id) },
      {
        at: new Date(`${addDays(day, 9)}T10:00:00Z`),
        happen: (ctx: Ctx) => payByCheque(ctx, made.id, at + 1),
      },
    ]),
  ];
}

/** The demo's quotes, one of each fate, and a school that is invoiced every month. */
export const offerHistory = (now: Date): DemoEvent[] => [
  ...offers.flatMap((offer) => offerEvents(offer, now)),
  ...planEvents(now),
];
