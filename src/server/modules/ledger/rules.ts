import type { Currency } from '#core/money.ts';

/** An account by name, with what decides whether it may go below zero. */
export type Account = { id: string; businessId: string | null; mayBeNegative: boolean };

const lower = (currency: Currency) => currency.toLowerCase();

/** What a business can withdraw. Never below zero. */
export const available = (businessId: string, currency: Currency): Account => ({
  id: `biz:${businessId}:${lower(currency)}:available`,
  businessId,
  mayBeNegative: false,
});

/** What a business has asked to withdraw and is on its way. Never below zero. */
export const held = (businessId: string, currency: Currency): Account => ({
  id: `biz:${businessId}:${lower(currency)}:held`,
  businessId,
  mayBeNegative: false,
});

/** What a business owes us after a reversal its balance could not cover: negative by what is owed. */
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

/** What a provider has charged. */
export const fees = (provider: string, currency: Currency): Account => ({
  id: `fees:${provider}:${lower(currency)}`,
  businessId: null,
  mayBeNegative: true,
});

/** Money that arrived and belongs to nobody we know yet. */
export const suspense = (provider: string, currency: Currency): Account => ({
  id: `suspense:${provider}:${lower(currency)}`,
  businessId: null,
  mayBeNegative: false,
});

/** What providers took that no business pays for: fees of money that matched nothing, and beyond what was told of a payout. */
export const absorbed = (provider: string, currency: Currency): Account => ({
  id: `absorbed:${provider}:${lower(currency)}`,
  businessId: null,
  mayBeNegative: true,
});
