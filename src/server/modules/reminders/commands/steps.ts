import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { insertRows } from '#server/kernel/insert-rows.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import type { InvoiceKey } from '../queries/dunning-context.ts';
import type { ReminderStepRow, SkipReason, StepState } from '../table.ts';

/** Result of a step of an invoice. */
export type StepResult = { invoice: Invoice; step: string; day: CalendarDate } & (
  | { state: 'planned' | 'queued' }
  | { state: 'skipped'; why: SkipReason }
);

/** Saves the results of a business's steps, each step once. Handled ones stay unchanged unless still planned. */
export async function saveSteps(
  ctx: SystemCtx,
  businessId: string,
  results: readonly StepResult[],
): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map(({ invoice, step, day, ...result }) => ({
    business_id: businessId,
    invoice_id: invoice.id,
    step,
    id: newId('rem', ctx.now),
    customer_id: invoice.customer_id,
    state: result.state,
    why: result.state === 'skipped' ? result.why : null,
    day,
    made_at: ctx.now,
    settled_at: result.state === 'skipped' ? ctx.now : null,
    words: null,
  }));
  await sql`${insertRows('reminder_steps', rows)} on conflict (business_id, invoice_id, step)
    do update set state = excluded.state, why = excluded.why, settled_at = excluded.settled_at, words = null
    where reminder_steps.state = 'planned'`.execute(ctx.tx);
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
