import { addDays, type CalendarDate, dateIn, plusMs } from '#core/dates.ts';
import { DAY_MS, HOUR_MS } from '#core/durations.ts';
import type { Language } from '#core/languages.ts';
import { majorToMinor } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { createCustomer, updateCustomer } from '#server/modules/customers/commands/save.ts';
import { createInvoice } from '#server/modules/invoices/commands/create.ts';
import { sendInvoice } from '#server/modules/invoices/commands/send.ts';
import { recordBounce } from '#server/modules/notifications/commands/bounces.ts';
import { claimForSending, settle } from '#server/modules/notifications/commands/messages.ts';
import { advanceSchedules } from '#server/modules/reminders/commands/advance.ts';
import { notifyOverdue } from '#server/modules/reminders/commands/overdue.ts';
import { sendPrepared } from '#server/modules/reminders/commands/prepared.ts';
import { recordPromise } from '#server/modules/reminders/commands/promises.ts';
import { moveStep } from '#server/modules/reminders/commands/steps.ts';
import { dueReminders } from '#server/modules/reminders/queries/due.ts';
import { channelsOf, type Prepared, preparedMessages } from '#server/modules/reminders/queries/prepared.ts';
import { collect, type DemoInvoice, type PaymentSimulator } from './payment-simulator.ts';
import { createRng, type Rng } from './rng.ts';

/** One event of the demo's history. */
export type DemoEvent = { at: Date; happen: (ctx: Ctx) => Promise<void> };

/** For so many days customers have been reminded; before that their owner did without. */
const REMINDED_DAYS = 45;
/** Reminders prepared within this many days are mostly left unsent, for the demo's viewer. */
const UNSENT_DAYS = 3;

/** The demo's dunning: reminders, promises, and a bounced email. */
export function dunningEvents(now: Date, simulator: PaymentSimulator): DemoEvent[] {
  return [...rounds(now), ...stories.flatMap((story) => storyEvents(story, now, simulator))];
}

// Each morning the schedule prepares what is due, and an hour later the owner sends most of it.
function rounds(now: Date): DemoEvent[] {
  const chance = createRng(20_260_102);
  const today = dateIn(now);
  return Array.from({ length: REMINDED_DAYS + 1 }, (_, i) => REMINDED_DAYS - i).flatMap((ago) => {
    const morning = new Date(`${addDays(today, -ago)}T08:00:00Z`);
    const percent = ago > UNSENT_DAYS ? 88 : 20;
    return [
      { at: morning, happen: prepare },
      { at: plusMs(morning, HOUR_MS), happen: (ctx: Ctx) => sendSome(ctx, chance, percent) },
    ];
  });
}

async function prepare(ctx: Ctx): Promise<void> {
  const due = await dueReminders(ctx.tx, ctx.now);
  await advanceSchedules(
    ctx,
    ctx.actor.businessId,
    due.map(({ invoiceId }) => invoiceId),
    false,
  );
}

async function sendSome(ctx: Ctx, chance: Rng, percent: number): Promise<void> {
  const { tx, now, vault, publicUrl, actor } = ctx;
  const linkRequest = { businessId: actor.businessId, currency: 'NGN' as const, now, vault, publicUrl };
  const { messages } = await preparedMessages(tx, linkRequest);
  for (const message of messages)
    if (message.promised === null && chance.chance(percent)) await send(ctx, message, chance);
}

async function send(ctx: Ctx, message: Prepared, chance: Rng): Promise<void> {
  const { step } = message;
  const channels = channelsOf(message);
  const [first] = channels;
  if (!first) return;
  const channel = channels.includes('whatsapp') && chance.chance(60) ? 'whatsapp' : first;
  await sendPrepared(ctx, { currency: 'NGN', id: step.id, channel });
  const which = { businessId: step.business_id, invoiceId: step.invoice_id, step: step.step };
  await moveStep(ctx, which, ['queued'], { state: 'done' });
}

/** An invoice over one line, for a customer who is new. */
export type Bill = {
  name: string;
  email: string;
  phone: string | null;
  language?: Language;
  title: string;
  naira: number;
};

/** One customer's invoice; all days count back from today, `due` onwards too. */
type Story = Bill & {
  sent: number;
  due: number;
  promised?: { made: number; day: number; note: string };
  paid?: number;
  bounced?: string;
};

const stories: readonly Story[] = [
  {
    name: 'Mama Chidi Canteen',
    email: 'mamachidi@canteen.example',
    phone: '+2348035550161',
    language: 'pcm',
    title: 'Cooler hire and drinks',
    naira: 86_500,
    sent: 18,
    due: 11,
    promised: { made: 9, day: 6, note: 'After Saturday market' },
    paid: 7,
  },
  {
    name: 'Báyọ̀ Printing Press',
    email: 'accounts@bayoprint.example',
    phone: '+2348035550162',
    language: 'yo',
    title: 'Staff lunch, two weeks',
    naira: 214_000,
    sent: 17,
    due: 10,
    promised: { made: 6, day: 2, note: 'Waits for the school to pay him' },
  },
  {
    name: 'Nsukka Old Girls’ Association',
    email: 'treasurer@nsukkaoldgirls.example',
    phone: '+2348035550163',
    title: 'Reunion dinner',
    naira: 468_000,
    sent: 13,
    due: 6,
    promised: { made: 1, day: -2, note: 'Treasurer is back then' },
  },
  {
    name: 'Halima Sani',
    email: 'halima.sani@gmial.example',
    phone: '+2348035550164',
    language: 'ha',
    title: 'Birthday cake, two tiers',
    naira: 95_000,
    sent: 2,
    due: -5,
    bounced: '550 5.1.1 No mailbox of this name here',
  },
];

function storyEvents(story: Story, now: Date, simulator: PaymentSimulator): DemoEvent[] {
  const made: { invoice: DemoInvoice | null } = { invoice: null };
  const ago = (days: number, hours = 0): Date => plusMs(now, -days * DAY_MS + hours * HOUR_MS);
  const { promised, paid, bounced } = story;
  const then = (at: Date, happen: (ctx: Ctx, invoice: DemoInvoice) => Promise<unknown>): DemoEvent => ({
    at,
    happen: async (ctx) => {
      if (made.invoice) await happen(ctx, made.invoice);
    },
  });
  return [
    {
      at: ago(story.sent),
      happen: async (ctx) => {
        made.invoice = await sendBill(ctx, story, addDays(dateIn(now), -story.due));
      },
    },
    then(new Date(`${addDays(dateIn(now), 1 - story.due)}T06:00:00Z`), (ctx, { id }) =>
      notifyOverdue(ctx, ctx.actor.businessId, [id]),
    ),
    ...(promised
      ? [
          then(ago(promised.made), (ctx, { id: invoiceId }) => {
            const day = addDays(dateIn(now), -promised.day);
            return recordPromise(ctx, { currency: 'NGN', invoiceId, day, note: promised.note });
          }),
        ]
      : []),
    ...(paid === undefined
      ? []
      : [then(ago(paid), (ctx, invoice) => collect(ctx, simulator, invoice, invoice.total, {}))]),
    ...(bounced ? [then(ago(story.sent, 1), (ctx, { id }) => bounce(ctx, id, bounced))] : []),
  ];
}

/** Makes a customer and sends them the bill. */
export async function sendBill(
  ctx: Ctx,
  { name, email, phone, language, title, naira }: Bill,
  dueDate: CalendarDate,
): Promise<DemoInvoice & { number: string }> {
  const customer = await createCustomer(ctx, { name, email, phone });
  if (language) await updateCustomer(ctx, customer.id, { language });
  const { invoice } = await createInvoice(ctx, 'NGN', {
    clientName: name,
    clientEmail: email,
    title,
    dueDate,
    paymentTerms: 'Payment within the days agreed',
    taxRate: 0,
    items: [{ description: title, quantity: 1_000_000, rate: majorToMinor(naira) }],
  });
  await sendInvoice(ctx, { currency: 'NGN', invoiceId: invoice.id });
  return { id: invoice.id, number: invoice.number, total: invoice.total_minor };
}

// The mail server took the invoice, and bounced it an hour later.
async function bounce(ctx: Ctx, invoiceId: string, reason: string): Promise<void> {
  const key = `deliver:${invoiceId}`;
  const providerId = `<${invoiceId}@demo.duewell.example>`;
  await claimForSending(ctx, key, 0);
  await settle(ctx, key, { state: 'sent', providerId });
  await recordBounce(ctx, { messageIds: [providerId], state: 'bounced', reason }, { retryUnknown: false });
}
