import { addDays, formatDate } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, type SystemCtx, todayOf } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { createInvoice } from '#server/modules/invoices/commands/create.ts';
import { subjectOf } from '#server/modules/invoices/commands/record-activity.ts';
import { sendInvoice } from '#server/modules/invoices/commands/send.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { whatsappNumberFor } from '#server/modules/invoices/queries/share.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { type Planned, planCharge } from '#server/modules/saved-cards/commands/charges.ts';
import { NOTICE_DAYS } from '#server/modules/saved-cards/rules/schedule.ts';
import { daysUntil, issuingDay, type Numbered } from '../rules/dates.ts';
import { filled, wordsOf } from '../rules/words.ts';
import type { Plan } from '../table.ts';
import { type Chosen, openDay, rowOf, settle } from './days.ts';
import { changePlan, lockPlan, selectPlan } from './lock.ts';

/** Issues the next of a plan today, or one that was missed. Throws 404, and 409 where that one is neither. */
export async function issueNow(ctx: Ctx, chosen: Chosen): Promise<void> {
  const plan = await lockPlan(ctx, chosen);
  await issue(ctx, plan, await openDay(ctx, plan, chosen.number));
}

/** Issues the newest day of a plan that has come; earlier ones are kept as missed, for their owner to decide. Done already, it does nothing. */
export async function issueDue(ctx: Ctx, id: string): Promise<void> {
  const plan = await selectPlan(ctx, ctx.actor.businessId, id);
  if (plan?.state !== 'active') return;
  const days = daysUntil(plan, plan.next_number, issuingDay(ctx.now, ctx.actor.timeZone));
  const newest = days.pop();
  if (!newest) return;
  if (days.length > 0)
    await ctx.tx
      .insertInto('plan_occurrences')
      .values(days.map((day) => rowOf(ctx, plan, day, { state: 'missed', invoice_id: null })))
      .execute();
  await issue(ctx, plan, newest);
}

/** Says on a plan why it could not be issued, and once among the activities. */
export async function keepProblem(ctx: SystemCtx, businessId: string, id: string, problem: string) {
  const plan = await selectPlan(ctx, businessId, id);
  if (plan?.state !== 'active') return;
  await changePlan(ctx, plan, { problem });
  if (plan.problem === problem) return;
  const customer = await customerById(ctx.tx, businessId, plan.customer_id);
  const name = customer?.name ?? '';
  recordActivity(ctx, businessId, {
    type: 'plan_failed',
    status: 'failed',
    description: `The repeating invoice for ${name} was not made. ${problem}`,
    metadata: { customerName: name, amountMinor: plan.total_minor, currency: plan.currency },
  });
}

async function issue(ctx: Ctx, plan: Plan, day: Numbered): Promise<void> {
  const customer = await customerById(ctx.tx, plan.business_id, plan.customer_id);
  if (!customer?.is_active)
    throw new AppError(
      'conflict',
      `${customer?.name ?? 'This customer'} is no longer one of your customers. Add them again first`,
    );
  const language = await languageOf(ctx.tx, plan.business_id, plan.customer_id);
  const { invoice } = await createInvoice(ctx, plan.currency, {
    ...filled(plan.contents, wordsOf(plan, day.number, language)),
    customerId: plan.customer_id,
    dueDate: addDays(todayOf(ctx), dueDaysOf(plan)),
  });
  const sent = plan.mode !== 'draft' && (await reaches(ctx, invoice));
  if (sent) await sendInvoice(ctx, { currency: plan.currency, invoiceId: invoice.id });
  await settle(ctx, plan, day, { state: 'issued', invoice_id: invoice.id });
  const charge = sent && plan.mode === 'charge' ? await chargeFor(ctx, plan, invoice.id) : null;
  await tell(ctx, { plan, invoice, day, sent, charge });
}

// No invoice is due before the day its card is charged.
const dueDaysOf = ({ mode, due_days: days }: Plan): number =>
  mode === 'charge' ? Math.max(days, NOTICE_DAYS) : days;

// As it stands after sending, which may have used the customer's credit.
async function chargeFor(ctx: Ctx, plan: Plan, invoiceId: string): Promise<Planned> {
  const invoice = await invoiceById(ctx.tx, plan.business_id, invoiceId);
  if (!invoice || invoice.paid_at) return 'paid';
  return planCharge(ctx, plan.id, invoice);
}

const chargeTexts = {
  no_card: '. There is no saved card, so the customer pays it',
  above_cap: '. It is more than the customer agreed to, so the customer pays it',
  no_email: '. The customer has no email to be told of a charge, so they pay it',
  expired: '. The saved card has expired, so the customer pays it',
  paid: '',
};

const chargeText = (charge: Planned | null): string => {
  if (charge === null) return '';
  return typeof charge === 'string'
    ? chargeTexts[charge]
    : `. The saved card is charged on ${formatDate(charge.day)}`;
};

// By hand nobody sends it at seven in the morning.
const reaches = async (ctx: Ctx, invoice: Invoice): Promise<boolean> =>
  invoice.customer_email !== '' || (await whatsappNumberFor(ctx, invoice)) !== null;

type Issued = { plan: Plan; invoice: Invoice; day: Numbered; sent: boolean; charge: Planned | null };

async function tell(ctx: Ctx, { plan, invoice, day: { day }, sent, charge }: Issued): Promise<void> {
  const waits = plan.mode !== 'draft' ? `. ${invoice.customer_name} has no email, so send it yourself` : '';
  recordActivity(ctx, plan.business_id, {
    type: 'plan_issued',
    description: `Repeating invoice of ${formatDate(day)}: ${invoice.number} for ${invoice.customer_name} was made${sent ? ` and sent${chargeText(charge)}` : waits}`,
    metadata: subjectOf(invoice, invoice.total_minor),
  });
}
