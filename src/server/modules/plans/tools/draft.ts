import * as z from 'zod';
import * as mini from 'zod/mini';
import type { Draft } from '#contract/assistant.ts';
import { planTerms, type PlanTerms } from '#contract/assistant-tasks.ts';
import { newPlan, weekdays } from '#contract/plans.ts';
import { addDays, type CalendarDate, daysBetween } from '#core/dates.ts';
import { AppError, type FieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import { weekStart } from '#core/time-zones.ts';
import { type Ctx, lockBusiness, todayOf } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { ensureBuyer } from '#server/modules/invoices/tools/buyer.ts';
import { type DraftArguments, draftTool, type DraftWhy } from '#server/modules/invoices/tools/draft.ts';
import { selectPlan } from '../commands/lock.ts';
import { createPlan } from '../commands/save.ts';
import { begun, daysFrom, type Schedule } from '../rules/dates.ts';
import type { Plan, Rhythm } from '../table.ts';

export { rhythmText } from '#server/modules/notifications/queries/card-wording.ts';

const SHOWN_DATES = 4;
const LAST_DAY = 31;

const whole = z.number().optional();
const args = z.object({
  draft: draftTool.arguments,
  /** As the form sends it. */
  schedule: z.object({
    starts: z.string(),
    rhythm: z.object({ weeks: whole, months: whole, day: whole, days: z.array(z.number()).optional() }),
    endsAfter: z.number().nullable(),
    endsOn: z.string().nullable(),
    dueDays: z.number(),
    // A saved card is charged by nothing that is said in a chat.
    mode: z.enum(['draft', 'send']),
  }),
  /** The first days, as they were shown. */
  dates: z.array(z.string()),
});
export type PlanArguments = z.infer<typeof args>;
export type StartedPlan = Plan & { customerName: string };

type PlanInput = { draft: Draft; terms: PlanTerms; customerId?: string | undefined };

const input = draftTool.input.and(
  z.object({ terms: z.custom<PlanTerms>((value) => mini.safeParse(planTerms, value).success) }),
);

/** Starts a repeating invoice of a complete draft and a rhythm. */
export const planTool: WriteTool<PlanInput, PlanArguments, DraftWhy, StartedPlan> = {
  description: 'Propose an invoice that is made again and again.',
  input: input as z.ZodType<PlanInput>,
  arguments: args as z.ZodType<PlanArguments>,
  prepare: async (scope, currency, { draft, terms, customerId }) => {
    const prepared = await draftTool.prepare(scope, currency, { draft, customerId });
    if (!prepared.ok) return prepared;
    const today = todayOf(scope);
    const { dueDate } = prepared.arguments.invoice;
    const schedule = {
      ...scheduleOf(terms, today),
      dueDays: daysBetween(today, dueDate),
      mode: terms.mode === 'draft' ? ('draft' as const) : ('send' as const),
    };
    const checked = firstDates(prepared.arguments, schedule, today);
    if ('errors' in checked) return { ok: false, why: { kind: 'invalid', errors: checked.errors } };
    return { ok: true, arguments: { draft: prepared.arguments, schedule, dates: checked.dates } };
  },
  carryOut: async (ctx, currency, { draft, schedule, dates }) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    const customerRef = await ensureBuyer(ctx, draft.customer);
    const body = mini.decode(newPlan, { ...contentsOf(draft), ...schedule });
    const plan = await startOrOutdated(ctx, currency, { ...body, ...customerRef });
    if (plan.total_minor !== draft.total || plan.next_on !== dates[0]) throw outdated();
    return { ...plan, customerName: draft.customer.name };
  },
};

function contentsOf({ invoice }: DraftArguments) {
  const { dueDate: _, ...contents } = invoice;
  return contents;
}

/** The rhythm of the form, and a start on one of its days: a weekday is the start's, the day of the month the rhythm's. */
function scheduleOf(terms: PlanTerms, today: CalendarDate): Required<Schedule> {
  const { every, unit, on, starts, ends: endsOn, times: endsAfter } = terms;
  const from = starts ?? today;
  const count = every ?? 1;
  const ends = { endsOn: endsOn ?? null, endsAfter: endsAfter ?? null };
  if (unit === 'week') return { ...ends, starts: onWeekday(from, on), rhythm: { weeks: count } };
  const rhythm: Rhythm = Array.isArray(on) ? { days: on } : { months: count, day: dayIn(on, from) };
  return { ...ends, starts: from, rhythm };
}

function dayIn(on: PlanTerms['on'], from: CalendarDate): number {
  if (typeof on === 'number') return on;
  return on === 'last' ? LAST_DAY : Number(from.slice(8));
}

function onWeekday(from: CalendarDate, on: PlanTerms['on']): CalendarDate {
  const meant = weekdays.findIndex((day) => day === on);
  return meant === -1 ? from : addDays(from, (meant - daysBetween(weekStart(from), from) + 7) % 7);
}

type Scheduled = PlanArguments['schedule'];

// Validated as the form is, and by the dates it would have.
function firstDates(
  draft: DraftArguments,
  schedule: Scheduled,
  today: CalendarDate,
): { dates: CalendarDate[] } | { errors: FieldError[] } {
  const parsed = mini.safeParse(newPlan, { ...contentsOf(draft), ...schedule });
  if (!parsed.success)
    return {
      errors: parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
    };
  try {
    const { days, progress } = begun(schedule, today);
    return { dates: daysFrom(days, progress.next_number, SHOWN_DATES).map(({ day }) => day) };
  } catch (error) {
    if (error instanceof AppError && error.details.errors) return { errors: error.details.errors };
    throw error;
  }
}

async function startOrOutdated(
  ctx: Ctx,
  currency: Currency,
  body: Parameters<typeof createPlan>[2],
): Promise<Plan> {
  try {
    const plan = await selectPlan(ctx, ctx.actor.businessId, await createPlan(ctx, currency, body));
    if (plan) return plan;
  } catch (error) {
    // It was possible when it was shown; a day may have ended since.
    throw error instanceof AppError && error.code === 'invalid_input' ? outdated(error.message) : error;
  }
  throw outdated();
}

const outdated = (why = 'This repeating invoice is no longer possible as it was shown') =>
  new AppError('proposal_outdated', `${why}. Please ask again`);
