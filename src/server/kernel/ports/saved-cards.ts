import type { Currency, Minor } from '#core/money.ts';
import type { Outcome } from './outcome.ts';

/** A card that may be charged again while its holder is away, as a provider gave it with a payment. */
export type ReusableCard = {
  /** The provider's name for it: a secret, worthless to anybody without the provider's key. */
  token: string;
  /** As the provider writes it, such as `visa`. */
  brand: string;
  last4: string;
  /** The last month in which card and token work, as `YYYY-MM`; null where neither is told. */
  expires: string | null;
};

/** A charge of a saved card. `reference` is ours, unique for ever; `email` the one the card was saved with. */
export type ChargeRequest = {
  reference: string;
  amount: Minor;
  currency: Currency;
  token: string;
  email: string;
  customerName: string;
  description: string;
};

/**
 * Why a card was not charged: too little money; the bank gave no reason (`declined`) or no answer (`issuer`); the card can
 * never be charged again; or its holder has to be asked by their bank.
 */
const chargeFailures = ['funds', 'declined', 'issuer', 'card', 'holder'] as const;
export type ChargeFailure = (typeof chargeFailures)[number];

/** As with payouts, `unknown` is asked about and never sent again. */
export type ChargeState =
  | { state: 'processing' | 'completed' | 'unknown' | 'not_found'; reason: string | null }
  | { state: 'failed'; reason: string; failure: ChargeFailure };

/** The part of a payment provider that keeps cards. Without `savesCards` the others refuse. */
export type CardKeeper = {
  /** Currencies in which it keeps a card of a payment and charges it again. */
  savesCards: readonly Currency[];
  /** The card a completed payment was made with; null where it cannot be charged again. */
  cardOf(transactionId: string): Promise<Outcome<{ card: ReusableCard | null }>>;
  /** Sent once per reference. Everything but a conclusive refusal or success is `processing` or `unknown`. */
  chargeSaved(request: ChargeRequest): Promise<ChargeState>;
  chargeState(reference: string): Promise<ChargeState>;
  /** Has the provider forget a card; done where it has no call for that. */
  revokeCard(card: { token: string; email: string }): Promise<Outcome<object>>;
};
