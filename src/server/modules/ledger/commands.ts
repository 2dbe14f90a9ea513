import { AppError } from '#core/errors.ts';
import type { Currency, Minor } from '#core/money.ts';
import { violates } from '#server/db.ts';
import type { SystemCtx } from '#server/scope.ts';

/** Why money moved. */
export type TransferReason =
  | 'payment_received' | 'provider_fee' | 'payment_refunded' | 'refund_shortfall' | 'unmatched_payment'
  | 'withdrawal_held' | 'withdrawal_sent' | 'withdrawal_fee' | 'withdrawal_given_back' | 'withdrawal_reversed' | 'opening_balance';

/** An account by name, with what decides whether it may go below zero. */
export type Account = { id: string; businessId: string | null; mayBeNegative: boolean };

const lower = (currency: Currency) => currency.toLowerCase();

/** What a business can withdraw. Never below zero. */
export const available = (businessId: string, currency: Currency): Account =>
  ({ id: `biz:${businessId}:${lower(currency)}:available`, businessId, mayBeNegative: false });

/** What a business has asked to withdraw and is on its way. Never below zero. */
export const held = (businessId: string, currency: Currency): Account =>
  ({ id: `biz:${businessId}:${lower(currency)}:held`, businessId, mayBeNegative: false });

/** What a business owes us after a reversal its balance could not cover: negative by what is owed. */
export const receivable = (businessId: string, currency: Currency): Account =>
  ({ id: `biz:${businessId}:${lower(currency)}:receivable`, businessId, mayBeNegative: true });

/** Our side of a provider's account: negative by what the provider holds for us. */
export const clearing = (provider: string, currency: Currency): Account =>
  ({ id: `clearing:${provider}:${lower(currency)}`, businessId: null, mayBeNegative: true });

/** What a provider has charged. */
export const fees = (provider: string, currency: Currency): Account =>
  ({ id: `fees:${provider}:${lower(currency)}`, businessId: null, mayBeNegative: true });

/** Money that arrived and belongs to nobody we know yet. */
export const suspense = (provider: string, currency: Currency): Account =>
  ({ id: `suspense:${provider}:${lower(currency)}`, businessId: null, mayBeNegative: false });

export type NewTransfer = {
  /** Unique for ever: the same `ref` moves money once. */
  ref: string;
  from: Account;
  to: Account;
  amount: Minor;
  currency: Currency;
  reason: TransferReason;
  /** The record that caused it: a payment, withdrawal or named operator action. */
  cause: string;
};

/**
 * Moves an amount above zero (minor units) from one account to another. Throws `insufficient_balance`
 * when the source may not go below zero and would.
 */
export async function transfer(ctx: SystemCtx, move: NewTransfer): Promise<void> {
  await openAccounts(ctx, [move.from, move.to], move.currency);
  try {
    await ctx.tx.insertInto('ledger_transfers').values({
      ref: move.ref, debit_account: move.from.id, credit_account: move.to.id, currency: move.currency, amount_minor: move.amount,
      reason: move.reason, cause: move.cause, business_id: move.from.businessId ?? move.to.businessId, created_at: ctx.now,
    }).execute();
  } catch (error) {
    if (violates(error, 'ledger_accounts_not_negative')) throw new AppError('insufficient_balance', 'Your available balance is not enough');
    throw error;
  }
}

async function openAccounts(ctx: SystemCtx, accounts: Account[], currency: Currency): Promise<void> {
  const rows = accounts.map((account) => ({ id: account.id, business_id: account.businessId, currency, may_be_negative: account.mayBeNegative }));
  await ctx.tx.insertInto('ledger_accounts').values(rows).onConflict((conflict) => conflict.column('id').doNothing()).execute();
}
