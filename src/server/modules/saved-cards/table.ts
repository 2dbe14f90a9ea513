import type { ColumnType, Generated, Selectable } from 'kysely';
import type { cardStatuses } from '#contract/saved-cards.ts';
import type { chargeStatuses, rhythm } from '#contract/plans.ts';
import type { Language } from '#core/languages.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { ChargeFailure } from '#server/kernel/ports/saved-cards.ts';
import type * as z from 'zod/mini';

type Rhythm = z.output<typeof rhythm>;

/** A consent, or its withdrawal; never changed. */
type CardConsentTable = {
  business_id: string;
  id: string;
  kind: 'given' | 'withdrawn';
  card_id: string;
  plan_id: string;
  /** The bank takes it back where the card can never be charged again. */
  said_by: 'customer' | 'owner' | 'bank';
  /** Word for word, as it stood on the page. */
  wording: string;
  language: Language;
  currency: Currency;
  cap_minor: Minor;
  rhythm: ColumnType<Rhythm, string, never>;
  client_address: string;
  user_agent: string;
  created_at: Date;
};

type SavedCardTable = {
  business_id: string;
  id: string;
  customer_id: string;
  plan_id: string;
  /** The invoice on whose page it was agreed to, and the reference of the payment it comes with. */
  invoice_id: string;
  reference: string;
  provider: string;
  currency: Currency;
  cap_minor: Minor;
  /** The one it was paid with: providers want the same. */
  email: string;
  token_sealed: string | null;
  brand: string | null;
  last4: string | null;
  /** `YYYY-MM`. */
  expires: string | null;
  status: (typeof cardStatuses)[number] | 'awaiting' | 'unusable';
  /** Of the link that stops it. */
  stop_key: string;
  created_at: Date;
  updated_at: Date;
};

export type ChargeStatus = (typeof chargeStatuses)[number];

/** `lost`: the provider never heard of it. */
export type Failure = ChargeFailure | 'lost';

type CardChargeTable = {
  business_id: string;
  reference: string;
  card_id: string;
  plan_id: string;
  invoice_id: string;
  provider: string;
  currency: Currency;
  amount_minor: Minor;
  /** From 1; each has a row of its own. */
  attempt: number;
  status: ChargeStatus;
  failure: Failure | null;
  reason: string | null;
  next_try_at: Date;
  /** Times its provider was asked. */
  tries: Generated<number>;
  next_poll_at: Date | null;
  sent_at: Date | null;
  /** It was under way when its plan or card was stopped: no attempt follows. */
  called_off_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
};

export type CardConsent = Selectable<CardConsentTable>;
export type SavedCard = Selectable<SavedCardTable>;
export type CardCharge = Selectable<CardChargeTable>;
export type SavedCardTables = {
  saved_cards: SavedCardTable;
  card_consents: CardConsentTable;
  card_charges: CardChargeTable;
};

declare module '#server/kernel/db.ts' {
  interface Database extends SavedCardTables {}
}
