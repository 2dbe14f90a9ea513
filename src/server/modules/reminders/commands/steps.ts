import type { CalendarDate } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import type { InvoiceKey } from '../queries/dunning-context.ts';
import type { ReminderStepRow, SkipReason, StepState } from '../table.ts';

type StepResult = { step: string; day: CalendarDate } & (
  | { state: 'planned' | 'queued' }
  | { state: 'skipped'; why: SkipReason }
);

/** Saves a step's result. Handled steps stay unchanged unless still planned. */
export async function saveStep(
  ctx: SystemCtx,
  { businessId, invoiceId, customerId }: InvoiceKey & { customerId: string },
  { step, day, ...result }: StepResult,
): Promise<void> {
  const { state } = result;
  const change = {
    state,
    why: state === 'skipped' ? result.why : null,
    settled_at: state === 'skipped' ? ctx.now : null,
    words: null,
  };
  await ctx.tx
    .insertInto('reminder_steps')
    .values({
      business_id: businessId,
      invoice_id: invoiceId,
      step,
      id: newId('rem', ctx.now),
      customer_id: customerId,
      day,
      made_at: ctx.now,
      ...change,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'invoice_id', 'step'])
        .doUpdateSet(change)
        .where('reminder_steps.state', '=', 'planned'),
    )
    .execute();
}

/** Moves a step on from one of the states it may be in; null when it is in another. */
export async function moveStep(
  ctx: SystemCtx,
  key: InvoiceKey & { step: string },
  from: readonly StepState[],
  to:
    | { state: 'planned' | 'done' }
    | { state: 'queued'; words: string | null }
    | { state: 'skipped'; why: SkipReason },
): Promise<ReminderStepRow | null> {
  const row = await ctx.tx
    .updateTable('reminder_steps')
    .set({
      state: to.state,
      why: to.state === 'skipped' ? to.why : null,
      settled_at: to.state === 'done' || to.state === 'skipped' ? ctx.now : null,
      ...(to.state === 'done' ? {} : { words: to.state === 'queued' ? to.words : null }),
    })
    .where('business_id', '=', key.businessId)
    .where('invoice_id', '=', key.invoiceId)
    .where('step', '=', key.step)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
