import type { Currency } from '#core/money.ts';

/** An account by name, with what decides whether it may go below zero. */
export type Account = { id: string; businessId: string | null; mayBeNegative: boolean };

const lower = (currency: Currency) => currency.toLowerCase();

/** Available balance of a business. Never below zero. */
export const available = (businessId: string, currency: Currency): Account => ({
  id: `biz:${businessId}:${lower(currency)}:available`,
  businessId,
  mayBeNegative: false,
});

/** Requested withdrawals and refunds of a business that are under way. Never below zero. */
export const held = (businessId: string, currency: Currency): Account => ({
  id: `biz:${businessId}:${lower(currency)}:held`,
  businessId,
  mayBeNegative: false,
});

/** Debt of a business after a reversal its balance could not cover: negative by the amount owed. */
export const receivable = (businessId: string, currency: Currency): Account => ({
  id: `biz:${businessId}:${lower(currency)}:receivable`,
  businessId,
  mayBeNegative: true,
});

/** Our side of a provider's account: negative by what the provider holds for us. */
export const clearing = (provider: string, currency: Currency): Account => ({
  id: `clearing:${provider}:${lower(currency)}`,
  businessId: null,
  mayBeNegative: true,
});

/** Fees a provider has charged. */
export const fees = (provider: string, currency: Currency): Account => ({
  id: `fees:${provider}:${lower(currency)}`,
  businessId: null,
  mayBeNegative: true,
});

/** Unallocated funds: money received for no known business. */
export const suspense = (provider: string, currency: Currency): Account => ({
  id: `suspense:${provider}:${lower(currency)}`,
  businessId: null,
  mayBeNegative: false,
});

/**
 * Operator loss: provider fees that no business pays, of unallocated funds and beyond the fee quoted for a
 * payout.
 */
export const operatorLoss = (provider: string, currency: Currency): Account => ({
  id: `absorbed:${provider}:${lower(currency)}`,
  businessId: null,
  mayBeNegative: true,
});
