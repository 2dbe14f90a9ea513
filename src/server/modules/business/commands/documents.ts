import { sql } from 'kysely';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordOperator } from '#server/modules/audit/commands.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import {
  type DocumentsToReview,
  documentsToReview,
  papersSeen,
  profileOf,
  trustOf,
  waitsForReview,
} from '../queries.ts';

/**
 * An operator's verdict on the documents of a business. `operator` is empty for a command; `seen` names the papers looked at
 * (`queries.ts`); `reason` is told to the owner where they are refused.
 */
export type DocumentsDecision = {
  businessId: string;
  operator: string;
  seen: string;
  verdict: 'accepted' | 'refused';
  reason: string;
};

/**
 * Decides about documents that wait, once, tells the owner and records it for the operators. Gives what there is to see
 * instead where somebody else was faster or the papers are others by now; null where there is no such business.
 */
export async function decideDocuments(
  ctx: SystemCtx,
  { businessId, operator, seen, verdict, reason: words }: DocumentsDecision,
): Promise<'decided' | DocumentsToReview | null> {
  // It stands between other sentences.
  const reason = verdict === 'accepted' || /[.!?]$/.test(words) ? words : `${words}.`;
  const decided = await ctx.tx
    .updateTable('business_profiles')
    .set(
      verdict === 'accepted'
        ? { documents_accepted_at: ctx.now }
        : { documents_refused_at: ctx.now, documents_refusal: reason },
    )
    .where('business_id', '=', businessId)
    .where(waitsForReview)
    .where(papersSeen, '=', seen)
    .returning('business_id')
    .executeTakeFirst();
  if (!decided) return documentsToReview(ctx.tx, businessId);
  const actor = operator ? `${operator} ` : '';
  const detail = `${actor}${verdict} the documents of ${businessId}${reason ? `: ${reason}` : ''}`;
  await recordOperator(ctx, detail);
  await tellOwner(ctx, businessId, verdict === 'accepted' ? null : reason);
  return 'decided';
}

async function tellOwner(ctx: SystemCtx, businessId: string, refusal: string | null): Promise<void> {
  const { hasBadge } = await profileOf(ctx.tx, businessId);
  const { email, firstName } = await ownerOf(ctx.tx, businessId);
  recordActivity(
    ctx,
    businessId,
    refusal === null
      ? { type: 'documents_accepted', description: 'Your documents are accepted' }
      : {
          type: 'documents_refused',
          description: `We could not accept your documents: ${refusal}`,
          status: 'failed',
        },
    { topic: 'business' },
  );
  const mail = { key: `documents:${businessId}:${ctx.now.getTime()}`, to: email, about: { businessId } };
  const url = `${ctx.publicUrl}/dashboard/settings#documents`;
  const raised = (await trustOf(ctx.tx, businessId, ctx.now)).level === 'documented';
  if (refusal === null)
    await notify(ctx, {
      ...mail,
      template: 'documentsAccepted',
      facts: { firstName, hasBadge, raised, url },
    });
  else
    await notify(ctx, { ...mail, template: 'documentsRefused', facts: { firstName, reason: refusal, url } });
}

/** Profile columns of documents to be looked through anew; those that wait keep their place in the queue. */
export const waitingAgain = (now: Date) => ({
  documents_sent_at: sql<Date>`case when ${waitsForReview} then coalesce(documents_sent_at, created_at)
    else ${now}::timestamptz end`,
  documents_refused_at: null,
  documents_refusal: null,
});
