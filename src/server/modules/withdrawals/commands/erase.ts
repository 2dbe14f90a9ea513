import type { AccountOwner, SystemCtx } from '#server/kernel/scope.ts';

/** Keeps payouts with the name of the payee and four digits of the account. */
export async function erasePayees(
  { tx }: SystemCtx,
  { business_id: businessId }: AccountOwner,
): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ staff_email: null, staff_phone: null, account_number_sealed: '' })
    .where('business_id', '=', businessId)
    .execute();
}
