import { sql } from 'kysely';
import { AppError, fieldError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { type ConsentPurpose, legalVersions } from '#core/legal.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { consentState } from './queries.ts';
import { requiredPurposes } from './rules.ts';
import type { ConsentSubject, ConsentWay } from './table.ts';

type ConsentAnswer = {
  /** '' for a visitor. */
  businessId: string;
  subject: ConsentSubject;
  subjectId: string;
  purpose: ConsentPurpose;
  given: boolean;
  way: ConsentWay;
};

/** Records an answer to the current text, in the transaction in which it was given. */
export async function recordConsent(ctx: SystemCtx, answer: ConsentAnswer): Promise<void> {
  await ctx.tx
    .insertInto('consents')
    .values({
      business_id: answer.businessId,
      id: newId('con', ctx.now),
      subject: answer.subject,
      subject_id: answer.subjectId,
      purpose: answer.purpose,
      version: legalVersions[answer.purpose],
      given: answer.given,
      way: answer.way,
      client_address: ctx.origin.clientAddress,
      user_agent: ctx.origin.userAgent,
      created_at: ctx.now,
    })
    .execute();
}

/**
 * Records the owner's answer. Throws 422 for a purpose that cannot be withdrawn separately, 409 when the
 * version read is not current. Idempotent.
 */
export async function answerConsent(
  ctx: Ctx,
  { purpose, given, version }: { purpose: ConsentPurpose; given: boolean; version: string },
): Promise<void> {
  const { businessId, userId } = ctx.actor;
  if (!given && requiredPurposes.includes(purpose))
    throw fieldError('given', 'This comes with the account. To take it back, delete the account');
  if (given && version !== legalVersions[purpose])
    throw new AppError('conflict', 'This text has changed. Please read it again');
  const before = await consentState(ctx.tx, businessId, userId, purpose);
  if (given ? before === 'given' : before === 'withdrawn' || before === 'never') return;
  const way = requiredPurposes.includes(purpose) ? 'notice' : 'settings';
  await recordConsent(ctx, { businessId, subject: 'owner', subjectId: userId, purpose, given, way });
}

/** Removes the answers of a business, or of one person, whose data are erased. */
export async function eraseConsents(ctx: SystemCtx, businessId: string, subjectId?: string): Promise<void> {
  // The table is append only; this setting allows the delete.
  await sql`select set_config('duewell.erasing', 'on', true)`.execute(ctx.tx);
  await ctx.tx
    .deleteFrom('consents')
    .where('business_id', '=', businessId)
    .$if(subjectId !== undefined, (rows) => rows.where('subject_id', '=', subjectId ?? ''))
    .execute();
}
