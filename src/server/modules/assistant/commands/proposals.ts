import { sql } from 'kysely';
import { AppError, notFound } from '#core/errors.ts';
import { isId, newId } from '#core/ids.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { endOf, type Proposed, signedText } from '../proposals.ts';
import { proposalById, type ProposalRow } from '../queries.ts';

export const newProposalId = (now: Date) => newId('prp', now);

type Where = { id: string; threadId: string; messageId: string };

/** Makes this the one open proposal of its conversation; the one before is withdrawn. */
export async function propose(ctx: Ctx, what: Proposed, where: Where): Promise<ProposalRow> {
  await withdrawAllOf(ctx, where.threadId);
  const row = {
    business_id: ctx.actor.businessId,
    id: where.id,
    thread_id: where.threadId,
    message_id: where.messageId,
    user_id: ctx.actor.userId,
    action: what.action,
    currency: what.currency,
    arguments: what.arguments,
    state: 'open' as const,
    expires_at: endOf(ctx.now),
    created_at: ctx.now,
    decided_at: null,
    answer_id: null,
  };
  return ctx.tx
    .insertInto('assistant_proposals')
    .values({
      ...row,
      arguments: JSON.stringify(what.arguments),
      signature: ctx.sealer.sign(signedText(row)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The open, unexpired proposal of that id. Throws 404 where there never was one, 409 where it is no longer
 * valid.
 * The caller holds the business's lock.
 */
export async function openProposal(ctx: Ctx, id: string): Promise<ProposalRow> {
  const row = isId('prp', id) ? await proposalById(ctx.tx, ctx.actor.businessId, id) : null;
  if (!row) throw notFound('proposal');
  if (row.state === 'done') throw new AppError('conflict', 'This is done already');
  if (row.expires_at <= (row.decided_at ?? ctx.now))
    throw new AppError('proposal_expired', 'This proposal is older than ten minutes. Please ask again');
  if (row.state !== 'open')
    throw new AppError('proposal_withdrawn', 'This proposal was taken back. Please ask again');
  if (row.user_id !== ctx.actor.userId || !ctx.sealer.verify(signedText(row), row.signature))
    throw new AppError('proposal_outdated', 'This proposal is not what was shown. Please ask again');
  return row;
}

/** Closes a proposal. Throws 409 when another request closed it first. */
export async function settle(
  ctx: Ctx,
  proposal: ProposalRow,
  state: 'done' | 'withdrawn',
  answerId: string | null = null,
): Promise<void> {
  const settled = await ctx.tx
    .updateTable('assistant_proposals')
    .set({ state, decided_at: ctx.now, answer_id: answerId })
    .where('business_id', '=', proposal.business_id)
    .where('id', '=', proposal.id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (!settled) throw new AppError('proposal_withdrawn', 'This proposal was taken back. Please ask again');
}

/** Links a proposal to the answer that reported its result. */
export async function keepAnswerOf(ctx: Ctx, id: string, answerId: string): Promise<void> {
  await ctx.tx
    .updateTable('assistant_proposals')
    .set({ answer_id: answerId })
    .where('business_id', '=', ctx.actor.businessId)
    .where('id', '=', id)
    .execute();
}

/** Withdraws the open proposals of a conversation. */
export async function withdrawAllOf(ctx: Ctx, threadId: string): Promise<void> {
  await ctx.tx
    .updateTable('assistant_proposals')
    .set({ state: 'withdrawn', decided_at: ctx.now })
    .where('business_id', '=', ctx.actor.businessId)
    .where('thread_id', '=', threadId)
    .where('state', '=', 'open')
    .execute();
}

/** Withdraws open proposals whose message was removed. */
export async function withdrawOrphans(ctx: Ctx, threadId: string): Promise<void> {
  const { businessId } = ctx.actor;
  await ctx.tx
    .updateTable('assistant_proposals')
    .set({ state: 'withdrawn', decided_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('thread_id', '=', threadId)
    .where('state', '=', 'open')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('thread_messages as m')
            .select('m.id')
            .where('m.business_id', '=', businessId)
            .whereRef('m.id', '=', 'assistant_proposals.message_id'),
        ),
      ),
    )
    .execute();
}

/** Withdraws every expired proposal. */
export async function withdrawExpired(ctx: SystemCtx): Promise<void> {
  await sql`update assistant_proposals set state = 'withdrawn', decided_at = ${ctx.now}
    where state = 'open' and expires_at <= ${ctx.now}`.execute(ctx.tx);
}

/** Purges model usage of days before this one. */
export async function forgetUsage(ctx: SystemCtx, before: string): Promise<void> {
  await ctx.tx.deleteFrom('assistant_usage').where('day', '<', before).execute();
}
