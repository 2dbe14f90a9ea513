import { sql } from 'kysely';
import { AppError, notFound } from '#core/errors.ts';
import { isId, newId } from '#core/ids.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { expiryOf, type Proposed, signedText } from '../proposals.ts';
import { proposalById, type ProposalRow } from '../queries/threads.ts';

export const newProposalId = (now: Date) => newId('prp', now);

type ProposalPlace = { id: string; threadId: string; messageId: string };

/** Opens a proposal. Those it replaces are withdrawn before: only the invoices of one file are open together. */
export async function propose(ctx: Ctx, proposed: Proposed, place: ProposalPlace): Promise<ProposalRow> {
  const row = {
    business_id: ctx.actor.businessId,
    id: place.id,
    thread_id: place.threadId,
    message_id: place.messageId,
    user_id: ctx.actor.userId,
    action: proposed.action,
    currency: proposed.currency,
    arguments: proposed.arguments,
    state: 'open' as const,
    expires_at: expiryOf(ctx.now),
    created_at: ctx.now,
    decided_at: null,
    answer_id: null,
  };
  return ctx.tx
    .insertInto('assistant_proposals')
    .values({
      ...row,
      arguments: JSON.stringify(proposed.arguments),
      signature: ctx.sealer.sign(signedText(row)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The open proposals of a conversation, the last shown first. The caller holds the business's lock. */
export const openProposals = ({ tx, actor, now }: Ctx, threadId: string): Promise<ProposalRow[]> =>
  tx
    .selectFrom('assistant_proposals as p')
    .innerJoin('thread_messages as m', (join) =>
      join.onRef('m.business_id', '=', 'p.business_id').onRef('m.id', '=', 'p.message_id'),
    )
    .selectAll('p')
    .where('p.business_id', '=', actor.businessId)
    .where('p.thread_id', '=', threadId)
    .where('p.state', '=', 'open')
    .where('p.expires_at', '>', now)
    .orderBy('m.position', 'desc')
    .execute();

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
export async function closeProposal(
  ctx: Ctx,
  proposal: ProposalRow,
  state: 'done' | 'withdrawn',
  answerId: string | null = null,
): Promise<void> {
  const closed = await ctx.tx
    .updateTable('assistant_proposals')
    .set({ state, decided_at: ctx.now, answer_id: answerId })
    .where('business_id', '=', proposal.business_id)
    .where('id', '=', proposal.id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (!closed) throw new AppError('proposal_withdrawn', 'This proposal was taken back. Please ask again');
}

/** Links a proposal to the answer that reported its result. */
export async function linkAnswer(ctx: Ctx, id: string, answerId: string): Promise<void> {
  await ctx.tx
    .updateTable('assistant_proposals')
    .set({ answer_id: answerId })
    .where('business_id', '=', ctx.actor.businessId)
    .where('id', '=', id)
    .execute();
}

/** Withdraws the open proposals of a conversation; but for the other invoices of a file where one of them is replaced. */
export async function withdrawOpenProposals(
  ctx: Ctx,
  threadId: string,
  { keepsOthersOfFile }: { keepsOthersOfFile?: string } = {},
): Promise<void> {
  const { businessId } = ctx.actor;
  await sql`update assistant_proposals p set state = 'withdrawn', decided_at = ${ctx.now}
    where p.business_id = ${businessId} and p.thread_id = ${threadId} and p.state = 'open'
      and (${keepsOthersOfFile ?? null}::text is null or p.id = ${keepsOthersOfFile ?? null} or not exists (
        select 1 from thread_messages m where m.business_id = ${businessId} and m.id = p.message_id
          and m.image is not null))`.execute(ctx.tx);
}

/** Withdraws open proposals whose message was removed. */
export async function withdrawOrphanedProposals(ctx: Ctx, threadId: string): Promise<void> {
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
export async function withdrawExpiredProposals(ctx: SystemCtx): Promise<void> {
  await sql`update assistant_proposals set state = 'withdrawn', decided_at = ${ctx.now}
    where state = 'open' and expires_at <= ${ctx.now}`.execute(ctx.tx);
}

/** Purges model usage of days before this one. */
export async function purgeUsage(ctx: SystemCtx, before: string): Promise<void> {
  await ctx.tx.deleteFrom('assistant_usage').where('day', '<', before).execute();
}
