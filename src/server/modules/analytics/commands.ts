import { assert } from '#core/assert.ts';
import { addDays } from '#core/dates.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { todayFor } from '#server/modules/invoices/queries/details.ts';
import { notifyOwner } from '#server/modules/notifications/commands/notify.ts';
import type { Facts } from '#server/modules/notifications/rules/email.ts';
import { unsubscribeUrlFor } from '#server/modules/notifications/rules/unsubscribe.ts';
import { currenciesOf, type DueSummary, owedUntil, weekFigures } from './queries/weekly-summary.ts';
import { chaseList, SOON_DAYS, summaryKey, weekBefore } from './rules/weekly-summary.ts';

/** Sends an owner the summary of the week before a Monday, at most once. */
export async function sendWeeklySummary(ctx: SystemCtx, { businessId, monday }: DueSummary): Promise<void> {
  const { tx, publicUrl } = ctx;
  const owner = await ownerOf(tx, businessId);
  const { name } = await businessForDocument(tx, businessId);
  const today = await todayFor(tx, businessId, ctx.now);
  const week = weekBefore(monday);
  const [main, ...others] = await currenciesOf(tx, businessId);
  assert(main, `business ${businessId} has an invoice, and so a currency`);
  const weeks: Facts['weeklySummary']['weeks'] = [
    await weekFigures(tx, { businessId, currency: main }, week, today),
  ];
  for (const currency of others) weeks.push(await weekFigures(tx, { businessId, currency }, week, today));
  const chase = chaseList(await owedUntil(tx, businessId, addDays(today, SOON_DAYS)), main, today);
  const overdue = chase.some(({ daysLate }) => daysLate > 0);
  const facts = {
    firstName: owner.firstName,
    businessName: name,
    ...week,
    weeks,
    chase,
    dashboardUrl: `${publicUrl}/dashboard/invoices${overdue ? '?status=overdue' : ''}`,
    unsubscribeUrl: unsubscribeUrlFor(ctx, { purpose: 'weekly_summary', businessId, address: owner.email }),
  };
  await notifyOwner(
    ctx,
    { businessId, event: 'weekly_summary' },
    { key: summaryKey(businessId, monday), to: owner.email, template: 'weeklySummary', facts },
  );
}
