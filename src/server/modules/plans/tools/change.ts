import * as z from 'zod';
import type { Filters } from '#contract/assistant.ts';
import { type PlanChange, planChanges } from '#contract/assistant-tasks.ts';
import { AppError } from '#core/errors.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { matchByName } from '#server/modules/customers/rules/names.ts';
import { rhythmText } from '#server/modules/notifications/queries/card-wording.ts';
import { skipDay } from '../commands/days.ts';
import { endPlan, pausePlan, resumePlan } from '../commands/state.ts';
import { type ListedPlan, listPlans } from '../queries/plans.ts';

const plan = z.object({
  id: z.string(),
  customerName: z.string(),
  title: z.string(),
  amount: z.number(),
  rhythm: z.string(),
  state: z.string(),
  nextNumber: z.number(),
  nextOn: z.nullable(z.iso.date()),
});
const args = z.object({ plan, change: z.enum(planChanges) });
export type PlanChangeArguments = z.infer<typeof args>;
type ShownPlan = PlanChangeArguments['plan'];

type Asked = { about: Pick<Filters, 'customerName'>; change: PlanChange | null };
/** Reason no repeating invoice can be changed: none is known or in a state for it, several are meant, or it is not clear what for. */
export type PlanChangeWhy =
  | { kind: 'noPlan' }
  | { kind: 'noChange' }
  | { kind: 'plans'; plans: ShownPlan[] }
  | { kind: 'already'; plan: ShownPlan; change: PlanChange };

const fits: Record<PlanChange, readonly string[]> = {
  pause: ['active'],
  resume: ['paused'],
  skip: ['active'],
  end: ['active', 'paused'],
};

/** Pauses, resumes or ends a repeating invoice, or leaves its next one out. */
export const planChangeTool: WriteTool<Asked, PlanChangeArguments, PlanChangeWhy, PlanChangeArguments> = {
  description: 'Propose to pause, resume or end a repeating invoice, or to leave out its next one.',
  input: z.custom<Asked>(),
  arguments: args,
  prepare: async ({ db, actor }, currency, { about, change }) => {
    if (!change) return { ok: false, why: { kind: 'noChange' } };
    const all = (await listPlans(db, actor.businessId, currency)).filter(({ state }) => state !== 'ended');
    const named = all.map((one) => ({ name: one.customer_name, one }));
    const meant = (about.customerName ? matchByName(about.customerName, named) : named).map(({ one }) =>
      shownOf(one),
    );
    const [only, ...more] = meant.filter(({ state }) => fits[change].includes(state));
    if (only && more.length === 0) return { ok: true, arguments: { plan: only, change } };
    if (only) return { ok: false, why: { kind: 'plans', plans: [only, ...more] } };
    const [unfit] = meant;
    return { ok: false, why: unfit ? { kind: 'already', plan: unfit, change } : { kind: 'noPlan' } };
  },
  carryOut: async (ctx, currency, shown) => {
    const { plan: before, change } = shown;
    const all = await listPlans(ctx.tx, ctx.actor.businessId, currency);
    const now = all.find(({ id }) => id === before.id);
    if (!now || JSON.stringify(shownOf(now)) !== JSON.stringify(plan.parse(before)))
      throw new AppError('proposal_outdated', 'This repeating invoice has changed. Please ask again');
    await commands[change](ctx, { currency, id: before.id, number: before.nextNumber });
    return shown;
  },
};

type Target = Parameters<typeof skipDay>[1];
const commands: Record<PlanChange, (ctx: Ctx, target: Target) => Promise<void>> = {
  pause: pausePlan,
  resume: resumePlan,
  skip: skipDay,
  end: endPlan,
};

const shownOf = (row: ListedPlan): ShownPlan => ({
  id: row.id,
  customerName: row.customer_name,
  title: row.title,
  amount: row.total_minor,
  rhythm: rhythmText(row.rhythm, 'en'),
  state: row.state,
  nextNumber: row.next_number,
  nextOn: row.next_on,
});
