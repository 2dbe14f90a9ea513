import * as z from 'zod';
import type { CalendarDate } from '#core/dates.ts';
import { currencies, type Currency, type Minor } from '#core/money.ts';
import type { ReadTool } from '#server/kernel/tools.ts';
import { matchByName } from '#server/modules/customers/rules/names.ts';
import { rhythmText } from '#server/modules/notifications/queries/card-wording.ts';
import { type ListedPlan, listPlans } from '../queries/plans.ts';
import type { Plan } from '../table.ts';

const MAX_SHOWN = 8;

const planQuery = z.object({
  customerName: z.string().max(200).optional().describe('Only of this customer'),
  currency: z.enum(currencies).optional(),
});

export type FoundPlan = Pick<Plan, 'id' | 'state' | 'mode'> & {
  customer: string;
  amount: Minor;
  rhythm: string;
  /** The next day. */
  next: CalendarDate | null;
};
/** The first of those that have not ended, and how many there are. */
export type FoundPlans = { currency: Currency; rows: FoundPlan[]; count: number };

/** Repeating invoices that run or are paused. */
export const plansTool = {
  description:
    'Repeating invoices: customer, amount, how often, the next day, and whether they run or are paused.',
  input: planQuery,
  read: async ({ db, actor }, usual, { customerName, currency = usual }) => {
    const all = (await listPlans(db, actor.businessId, currency)).filter(({ state }) => state !== 'ended');
    const named = all.map((plan) => ({ name: plan.customer_name, plan }));
    const meant = customerName ? matchByName(customerName, named) : named;
    return { currency, rows: meant.slice(0, MAX_SHOWN).map(({ plan }) => shown(plan)), count: meant.length };
  },
} satisfies ReadTool<z.output<typeof planQuery>, FoundPlans>;

const shown = ({ id, state, mode, customer_name, total_minor, rhythm, next_on }: ListedPlan): FoundPlan => ({
  id,
  state,
  mode,
  customer: customer_name,
  amount: total_minor,
  rhythm: rhythmText(rhythm, 'en'),
  next: next_on,
});
