import type * as z from 'zod/mini';
import type { staffMember } from '#contract/staff.ts';
import type { withdrawal } from '#contract/withdrawals.ts';
import { ZERO } from '#core/money.ts';
import type { ShownWithdrawal } from './queries/withdrawals.ts';
import { maskAccountNumber } from './rules.ts';
import type { StaffRow, WithdrawalRow } from './table.ts';

/** A withdrawal as its owner sees it: the account by its last digits. */
export function presentWithdrawal(
  row: WithdrawalRow & Partial<ShownWithdrawal>,
): z.output<typeof withdrawal> {
  const underWay = row.status === 'processing';
  return {
    id: row.id,
    _id: row.id,
    type: row.type,
    amount: row.amount_minor,
    fee: row.fee_minor,
    currency: row.currency,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    accountName: row.account_name,
    accountNumber: maskAccountNumber(row.account_number_last4),
    staffName: row.staff_name,
    staffEmail: row.staff_email,
    staffPhone: row.staff_phone,
    description: row.description,
    status: row.status,
    reason: row.reason,
    settledDebt: row.settledDebt ?? ZERO,
    reference: row.reference,
    batchId: row.batch_id,
    triedAgainAs: row.tried_again_as ?? null,
    // The first response belongs to the sending; only later ones were polled.
    askedAt: underWay && row.tries > 1 ? row.updated_at : null,
    inReview: underWay && row.needs_review_at !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A member of staff as the business sees them: the account by its last digits. */
export const presentStaff = (row: StaffRow): z.output<typeof staffMember> => ({
  id: row.id,
  _id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  bankCode: row.bank_code,
  bankName: row.bank_name,
  accountName: row.account_name || null,
  accountNumber: maskAccountNumber(row.account_number_last4),
  usualAmount: row.usual_amount_minor,
  currency: row.currency,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
