import type { Updateable, UpdateObject } from 'kysely';
import type * as z from 'zod/mini';
import type { kycDocumentNames } from '#contract/business.ts';
import type { profileUpdate } from '#contract/settings.ts';
import { fieldError, notFound } from '#core/errors.ts';
import type { Database } from '#server/kernel/db.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { fileOfReference } from '#server/modules/files/queries.ts';
import { fileUrl } from '#server/modules/files/rules.ts';
import { type Profile, profileOf } from '../queries.ts';
import { officialNumber, onboardingCompleted, requireOwnName } from '../rules.ts';
import type { BusinessProfileRow } from '../table.ts';
import { waitingAgain } from './documents.ts';

type DocumentName = (typeof kycDocumentNames)[number];

/**
 * Updates given fields; blank ones are cleared, a blank email becomes the owner's. Throws 404 for another
 * business.
 */
export async function updateProfile(
  ctx: Ctx,
  id: string,
  input: z.output<typeof profileUpdate>,
): Promise<Profile> {
  const before = await profileOf(ctx.tx, ctx.actor.businessId);
  const details = detailsOf(ctx, input);
  const { business_name: name = before.business_name, registration_number: number } = details;
  // The documents that were decided about are those of another name, or of another entry in the register.
  const isAnother = name !== before.business_name || (number && number !== before.registration_number);
  await updateRow(ctx, id, {
    ...details,
    ...(isAnother ? { ...waitingAgain(ctx.now), documents_accepted_at: null } : {}),
  });
  recordActivity(ctx, ctx.actor.businessId, {
    type: 'business_updated',
    description: 'The business profile was changed',
  });
  return profileOf(ctx.tx, ctx.actor.businessId);
}

const optionalDetails = [
  ['businessCategory', 'business_category'],
  ['industry', 'industry'],
  ['description', 'description'],
  ['companySize', 'company_size'],
  ['phone', 'phone'],
  ['country', 'country'],
  ['street', 'street'],
  ['state', 'state'],
  ['city', 'city'],
  ['zipCode', 'zip_code'],
  ['websiteUrl', 'website_url'],
] as const;

const officialNumbers = [
  ['tin', 'tin'],
  ['registrationNumber', 'registration_number'],
  ['vatNumber', 'vat_number'],
] as const;

function detailsOf(ctx: Ctx, input: z.output<typeof profileUpdate>): Updateable<BusinessProfileRow> {
  const details: Updateable<BusinessProfileRow> = {};
  for (const [field, column] of optionalDetails)
    if (input[field] !== undefined) details[column] = input[field] || null;
  for (const [field, column] of officialNumbers)
    if (input[field] !== undefined) details[column] = officialNumber(input[field] ?? '');
  if (input.businessName !== undefined) {
    requireOwnName(input.businessName);
    details.business_name = input.businessName;
  }
  if (input.feeBearer) details.fee_bearer = input.feeBearer;
  if (input.ownAccountOnDocuments !== undefined)
    details.own_account_on_documents = input.ownAccountOnDocuments;
  if (input.statementDay !== undefined) details.statement_day = input.statementDay;
  if (input.creditOnSend) details.credit_on_send = input.creditOnSend;
  if (input.remembersCorrections !== undefined) details.remembers_corrections = input.remembersCorrections;
  const { NGN, USD } = input.forgiveRests ?? {};
  if (NGN !== undefined) details.forgive_ngn_minor = NGN;
  if (USD !== undefined) details.forgive_usd_minor = USD;
  if (input.email !== undefined) details.email = input.email || ctx.actor.email;
  return details;
}

/** Adds verification documents. Each must be a file of the business that was uploaded as one; throws 422 otherwise. */
export async function addDocuments(
  ctx: Ctx,
  id: string,
  documents: Partial<Record<DocumentName, string | undefined>>,
): Promise<Profile> {
  const { cac, validId, utilityBill, bankStatement } = documents;
  const count = [cac, validId, utilityBill, bankStatement].filter(Boolean).length;
  await updateRow(ctx, id, {
    ...(count > 0 ? waitingAgain(ctx.now) : {}),
    // Accepted were other papers than these.
    ...(cac || validId ? { documents_accepted_at: null } : {}),
    ...(cac ? { kyc_cac: await ownDocument(ctx, 'cac', cac) } : {}),
    ...(validId ? { kyc_valid_id: await ownDocument(ctx, 'validId', validId) } : {}),
    ...(utilityBill ? { kyc_utility_bill: await ownDocument(ctx, 'utilityBill', utilityBill) } : {}),
    ...(bankStatement ? { kyc_bank_statement: await ownDocument(ctx, 'bankStatement', bankStatement) } : {}),
  });
  if (count > 0)
    recordActivity(ctx, ctx.actor.businessId, {
      type: 'documents_added',
      description: count === 1 ? 'A document was added' : `${count} documents were added`,
    });
  return profileOf(ctx.tx, ctx.actor.businessId);
}

async function ownDocument(ctx: Ctx, name: DocumentName, reference: string): Promise<string> {
  const file = await fileOfReference(ctx.tx, ctx.actor.businessId, reference);
  if (file?.purpose !== 'kyc')
    throw fieldError(name, 'We could not find that document. Please upload it again');
  return fileUrl(file.id);
}

async function updateRow(
  ctx: Ctx,
  id: string,
  values: UpdateObject<Database, 'business_profiles'>,
): Promise<void> {
  const { businessId } = ctx.actor;
  if (id !== businessId) throw notFound('business profile');
  const changed = await ctx.tx
    .updateTable('business_profiles')
    .set({ ...values, updated_at: ctx.now })
    .where('business_id', '=', businessId)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw notFound('business profile');
  if (!changed.onboarding_completed && onboardingCompleted(changed)) await completeOnboarding(ctx);
}

/** Marks onboarding as completed. Never reset, so the wizard is not shown twice. */
export async function completeOnboarding(ctx: Ctx): Promise<void> {
  await ctx.tx
    .updateTable('business_profiles')
    .set({ onboarding_completed: true })
    .where('business_id', '=', ctx.actor.businessId)
    .execute();
}
