import type { AccountOwner, SystemCtx } from '#server/kernel/scope.ts';
import {
  CLEARED_KYC_DOCUMENTS,
  CLEARED_PAYOUT_ACCOUNT,
} from '#server/modules/identity/commands/revoke-unverified.ts';

/** Erases the profile but for name and address, which stand on invoices a tax office may ask for. */
export async function eraseProfile(
  { tx }: SystemCtx,
  { business_id: businessId }: AccountOwner,
): Promise<void> {
  await tx
    .updateTable('business_profiles')
    .set({
      email: `${businessId}@erased.invalid`,
      description: null,
      website_url: null,
      phone: null,
      ...CLEARED_PAYOUT_ACCOUNT,
      logo: null,
      ...CLEARED_KYC_DOCUMENTS,
    })
    .where('business_id', '=', businessId)
    .execute();
}
