import type { AccountOwner, SystemCtx } from '#server/kernel/scope.ts';

/** Anonymizes the owner: the account keeps no personal data and cannot be opened. */
export async function eraseUser({ tx, now }: SystemCtx, { id }: AccountOwner): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email: `${id}@erased.invalid`,
      password_hash: null,
      first_name: 'Deleted',
      last_name: 'account',
      image: null,
      referral_code: null,
      email_verified_at: null,
      erased_at: now,
    })
    .where('id', '=', id)
    .execute();
}
