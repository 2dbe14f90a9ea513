import { sql } from 'kysely';
import { assert } from '#core/assert.ts';
import { parseInstant } from '#core/dates.ts';
import { lockBusiness, publish, type SystemCtx } from '#server/kernel/scope.ts';
import { setNextChecks } from '#server/modules/invoices/commands/reminders.ts';
import { active } from '#server/modules/invoices/queries/status-filter.ts';
import type { StoredInvoice } from '#server/modules/invoices/rules/invoice.ts';
import { loadDunningContexts, type OwnContext } from '../queries/dunning-context.ts';
import { openAllowance, reachesOf } from '../queries/reach.ts';
import {
  addressOf,
  automaticChannel,
  ownerChannels,
  type Reach,
  type ReminderChannel,
} from '../rules/channels.ts';
import { historyOf, type Reminded } from '../rules/history.ts';
import { planAfter, planOf, type Plan, type Step } from '../rules/plan.ts';
import { type Queued, queueSteps, recordAllReminded } from './queue.ts';
import { saveSteps, type StepResult } from './steps.ts';

/** Next check of an invoice that only a change puts back on the schedule. */
const NEVER = parseInstant('9999-01-01T00:00:00Z');

/**
 * Carries out the due dunning step of each of a business's invoices, at most one, once. `serviceSends`: whether WhatsApp is
 * set up. A concurrent second call finds nothing to do.
 */
export async function advanceSchedules(
  ctx: SystemCtx,
  businessId: string,
  invoiceIds: readonly string[],
  serviceSends: boolean,
): Promise<void> {
  await lockBusiness(ctx.tx, businessId);
  const invoices = await dueInvoices(ctx, businessId, invoiceIds);
  const { contexts, reminded } = await loadDunningContexts(ctx.tx, businessId, invoices, ctx.now);
  if (contexts.length === 0) return;
  const senderOf = await openSenders(ctx, businessId, contexts, serviceSends);
  const round: Round = { now: ctx.now, reminded, senderOf, saved: [], queued: [], checks: [] };
  for (const context of contexts) advance(round, context);
  await saveSteps(ctx, businessId, round.saved);
  await queueSteps(ctx, round.queued);
  recordAllReminded(
    ctx,
    businessId,
    round.queued.map(({ invoice }) => invoice),
  );
  if (round.saved.length > 0) publish(ctx, businessId, { topic: 'invoices' });
  await setNextChecks(ctx, businessId, round.checks);
}

/** Those that are still due, the longest waiting first. */
const dueInvoices = (ctx: SystemCtx, businessId: string, ids: readonly string[]): Promise<StoredInvoice[]> =>
  ctx.tx
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where(sql<boolean>`id = any(${ids})`)
    .where('remind_at', '<=', ctx.now)
    .where('sent_at', 'is not', null)
    .where('paid_at', 'is', null)
    .where(active)
    .orderBy('remind_at')
    .orderBy('id')
    .execute();

/** By which way and address the service sends a step, where it does; and whether its owner can. */
type StepSender = { service: { channel: ReminderChannel; address: string } | null; owner: boolean };

// Each that is asked for counts for the day's allowance; beyond it steps wait for their owner.
async function openSenders(
  ctx: SystemCtx,
  businessId: string,
  contexts: readonly OwnContext[],
  serviceSends: boolean,
): Promise<(context: OwnContext) => StepSender> {
  const invoices = contexts.map(({ invoice }) => invoice);
  const reachOf = await reachesOf(ctx.tx, businessId, invoices, serviceSends);
  const addresses = contexts.flatMap((context) => serviceAddress(context, reachOf(context.invoice)) ?? []);
  const allowance = await openAllowance(
    ctx,
    businessId,
    addresses.map(({ address }) => address),
  );
  return (context) => {
    const reach = reachOf(context.invoice);
    const address = serviceAddress(context, reach);
    const service = address && allowance.allows(address.address) ? address : null;
    if (service) allowance.use(service.address);
    return { service, owner: ownerChannels(reach).length > 0 };
  };
}

function serviceAddress({ schedule }: OwnContext, reach: Reach): StepSender['service'] {
  const channel = schedule.mode === 'automatic' ? automaticChannel(reach, schedule) : null;
  return channel && { channel, address: addressOf(reach, channel) };
}

/** Results of a batch. The list of what its customers were `reminded` of grows with it: the next invoice of one may have to wait. */
type Round = {
  now: Date;
  reminded: Reminded[];
  senderOf: (context: OwnContext) => StepSender;
  saved: StepResult[];
  queued: Queued[];
  checks: { id: string; at: Date }[];
};

function advance(round: Round, context: OwnContext): void {
  const { invoice, schedule } = context;
  const progress = { ...context.progress, ...historyOf(invoice, round.reminded) };
  const plan = planOf(schedule, progress, round.now);
  skipSteps(round, invoice, plan.skip);
  if (plan.due) carryOut(round, context, plan.due);
  const next = plan.due ? planAfter(schedule, progress, plan, round.now) : plan;
  const at = next.checkAt ?? NEVER;
  assert(at, 'never is a time');
  round.checks.push({ id: invoice.id, at });
}

function skipSteps({ saved, reminded }: Round, invoice: StoredInvoice, skip: Plan['skip']): void {
  // A prepared step may be left out for two reasons; the first is kept.
  for (const one of new Map(skip.toReversed().map((skipped) => [skipped.step, skipped])).values()) {
    saved.push({ ...one, invoice, state: 'skipped' });
    const prepared = reminded.findIndex(
      ({ sender, invoiceId, step }) => sender === 'planned' && invoiceId === invoice.id && step === one.step,
    );
    if (prepared >= 0) reminded.splice(prepared, 1);
  }
}

function carryOut(round: Round, context: OwnContext, { step, day }: Step): void {
  const { invoice } = context;
  const { service, owner } = round.senderOf(context);
  const made = { at: round.now, invoiceId: invoice.id, customerId: invoice.customer_id, step };
  if (service) {
    round.saved.push({ invoice, step, day, state: 'queued' });
    round.queued.push({ invoice, step, ...service, sender: 'ladder' });
    round.reminded.push({ ...made, address: service.address, sender: 'ladder' });
  } else if (owner) {
    round.saved.push({ invoice, step, day, state: 'planned' });
    round.reminded.push({ ...made, address: '', sender: 'planned' });
  } else round.saved.push({ invoice, step, day, state: 'skipped', why: 'stopped' });
}
