import { formatDate } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { type Currency, formatMoney } from '#core/money.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { linesBy, type ListedLine } from '../queries/lines.ts';
import { statementOf } from '../queries/statements.ts';

type Target = { currency: Currency; id: string };

/**
 * Marks a line as no sale, or takes that back, also of one that was counted already for its look. Throws 404, and 409 for one that was
 * recorded, went out, or is to be marked twice.
 */
export async function setLineAside(
  ctx: Ctx,
  { currency, id }: Target,
  { ignored, note }: { ignored: boolean; note?: string | null | undefined },
): Promise<void> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const [line] = await linesBy(ctx.tx, businessId, { ids: [id] });
  if (!line) throw notFound('line');
  await statementOf(ctx.tx, businessId, currency, line.import_id);
  const mayChange = ['open', 'ignored', ...(ignored ? [] : ['settlement'])];
  if (!mayChange.includes(line.state))
    throw new AppError(
      'conflict',
      line.state === 'recorded' ? 'This line was recorded already' : 'This line is set aside already',
    );
  await ctx.tx
    .updateTable('statement_lines')
    .set({ set_aside: ignored ? 'ignored' : null, note: ignored ? (note ?? '') : '' })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
  if (ignored !== (line.state === 'ignored')) await recordSetAside(ctx, line, { currency, ignored, note });
}

type SetAside = { currency: Currency; ignored: boolean; note?: string | null | undefined };

async function recordSetAside(ctx: Ctx, line: ListedLine, { currency, ignored, note }: SetAside) {
  const money = `${formatMoney(line.amount_minor, currency)} of ${formatDate(line.day)}`;
  recordActivity(ctx, line.business_id, {
    type: ignored ? 'line_ignored' : 'line_reopened',
    description: ignored
      ? `You said that ${money} in your bank statement is no sale${note ? `: ${note}` : ''}`
      : `You put ${money} in your bank statement back among what is open`,
    metadata: { amountMinor: line.amount_minor, currency },
  });
}

/** Throws a statement away with its lines. Throws 404, and 409 once something of it is recorded. */
export async function removeStatement(ctx: Ctx, { currency, id }: Target): Promise<void> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const { counts, bank_name, last4 } = await statementOf(ctx.tx, businessId, currency, id);
  if (counts.recorded > 0)
    throw new AppError(
      'conflict',
      'Payments of this statement are recorded. Undo them first, then throw it away',
    );
  await ctx.tx
    .deleteFrom('statement_imports')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
  recordActivity(ctx, businessId, {
    type: 'statement_removed',
    description: `You threw a statement of ${bank_name} ··${last4} away`,
  });
}
