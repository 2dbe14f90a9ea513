import type { Currency } from '#core/money.ts';
import { type Ctx, publish } from '#server/kernel/scope.ts';
import { lockedInvoice, resumeSchedule } from './promises.ts';

/** Switches an invoice's reminders off, or lets them go on from here, also after a part was paid. Throws 404. */
export async function switchReminders(
  ctx: Ctx,
  { on, ...target }: { currency: Currency; invoiceId: string; on: boolean },
): Promise<void> {
  const invoice = await lockedInvoice(ctx, target);
  await resumeSchedule(ctx, invoice, on ? { off: false, resumed: invoice.paid_minor } : { off: true });
  await publish(ctx, invoice.business_id, { topic: 'invoices', invoiceId: invoice.id });
}
