import { AppError } from '#core/errors.ts';
import type { Currency, Minor } from '#core/money.ts';
import { violates } from '#server/kernel/db.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import type { Account } from '../rules.ts';

/** Why money moved. */
type TransferReason =
  | 'payment_received'
  | 'provider_fee'
  | 'payment_refunded'
  | 'refund_shortfall'
  | 'refund_held'
  | 'refund_given_back'
  | 'unmatched_payment'
  | 'unmatched_refunded'
  | 'withdrawal_held'
  | 'withdrawal_sent'
  | 'withdrawal_fee'
  | 'withdrawal_given_back'
  | 'withdrawal_reversed'
  | 'fee_corrected'
  | 'debt_settled'
  | 'opening_balance';

export type NewTransfer = {
  /** Unique for ever: the same `ref` moves money once. */
  ref: string;
  from: Account;
  to: Account;
  amount: Minor;
  currency: Currency;
  reason: TransferReason;
  /** The record that caused it: a payment, withdrawal or named operator action. */
  sourceId: string;
};

/**
 * Moves an amount above zero (minor units) from one account to another. Throws `insufficient_balance`
 * when the source may not go below zero and would.
 */
export async function transfer(ctx: SystemCtx, move: NewTransfer): Promise<void> {
  await openAccounts(ctx, [move.from, move.to], move.currency);
  try {
    await ctx.tx
      .insertInto('ledger_transfers')
      .values({
        ref: move.ref,
        debit_account: move.from.id,
        credit_account: move.to.id,
        currency: move.currency,
        amount_minor: move.amount,
        reason: move.reason,
        cause: move.sourceId,
        business_id: move.from.businessId ?? move.to.businessId,
        created_at: ctx.now,
      })
      .execute();
  } catch (error) {
    if (violates(error, 'ledger_accounts_not_negative'))
      throw new AppError('insufficient_balance', 'Your balance is not enough for this');
    throw error;
  }
}

async function openAccounts(ctx: SystemCtx, accounts: Account[], currency: Currency): Promise<void> {
  const rows = accounts.map((account) => ({
    id: account.id,
    business_id: account.businessId,
    currency,
    may_be_negative: account.mayBeNegative,
  }));
  await ctx.tx
    .insertInto('ledger_accounts')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
