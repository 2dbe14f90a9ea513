import type { CalendarDate } from '#core/dates.ts';
import type { ModelUsage } from '#server/kernel/ports/index.ts';
import type { Ctx } from '#server/kernel/scope.ts';

const count = (value: number): number => (Number.isFinite(value) ? Math.max(0, Math.ceil(value)) : 0);

/** Adds one call of a model to the business's day. */
export async function recordUsage(
  ctx: Ctx,
  day: CalendarDate,
  { inputTokens, outputTokens }: ModelUsage,
): Promise<void> {
  await ctx.tx
    .insertInto('assistant_usage')
    .values({
      business_id: ctx.actor.businessId,
      day,
      calls: 1,
      input_tokens: count(inputTokens),
      output_tokens: count(outputTokens),
    })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'day']).doUpdateSet((eb) => ({
        calls: eb('assistant_usage.calls', '+', 1),
        input_tokens: eb('assistant_usage.input_tokens', '+', eb.ref('excluded.input_tokens')),
        output_tokens: eb('assistant_usage.output_tokens', '+', eb.ref('excluded.output_tokens')),
      })),
    )
    .execute();
}
