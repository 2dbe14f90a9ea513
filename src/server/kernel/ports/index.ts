import type { ZodType } from 'zod';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { Turn } from '#server/workers/pool.ts';
import type { Task } from '#server/workers/protocol.ts';
import type { Outcome } from './outcome.ts';
import type { CardKeeper } from './saved-cards.ts';

export type { Outcome };

/** The `code` of the error a file store throws when it does not answer as it should. */
export const FILES_UNREACHABLE = 'FILES_UNREACHABLE';

/** Files stored outside the database, by an opaque key. */
export type FileStore = {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when nothing is stored under the key. */
  get(key: string): Promise<Uint8Array | null>;
  remove(key: string): Promise<void>;
  /** Every key there is, in no order. */
  list(): AsyncIterable<string>;
};

/** Ways a customer can pay through a provider, as the specification names them. */
export const paymentMethods = ['bank_transfer', 'card', 'qr_code', 'ussd', 'wallet'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Request for a checkout. `reference` is ours, unique for ever, and bound to one invoice. */
export type CheckoutRequest = {
  reference: string;
  amount: Minor;
  currency: Currency;
  customerName: string;
  customerEmail: string;
  description: string;
  businessName: string;
  returnUrl: string;
  /** Its payer agreed that the card is kept. */
  savesCard?: boolean;
};
export type TransferAccount = {
  bankName: string;
  accountNumber: string;
  accountName: string;
  expiresAt: Date | null;
};
export type Checkout = { checkoutUrl: string; account: TransferAccount | null; ussdCode: string | null };

/** One payment as the provider itself reports it when queried; the only proof there is. */
export type ProviderPayment = {
  transactionId: string;
  reference: string;
  /** `refunded` once all of it went back. */
  status: 'pending' | 'completed' | 'failed' | 'cancelled' | 'refunded';
  /** The amount the customer really paid, gross. */
  amount: Minor;
  /** The part returned to the customer so far: by refund, reversal or chargeback. */
  refunded: Minor;
  fee: Minor;
  currency: string;
  method: PaymentMethod;
  testMode: boolean;
  paidAt: Date | null;
};

/** An authentic webhook, reduced to its subject. The payload is never trusted beyond this. */
export type ProviderWebhook =
  | { eventId: string; about: 'payment'; transactionId: string }
  | { eventId: string; about: 'payout'; reference: string }
  /** A change of a refund of this transaction: its refunds and the payment itself have to be queried. */
  | { eventId: string; about: 'refund'; transactionId: string }
  | { eventId: string; about: 'other' };

export type Bank = { code: string; name: string };
export type PayoutRequest = {
  reference: string;
  amount: Minor;
  currency: Currency;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  narration: string;
};
/** `unknown` is a state of its own: money may have moved, so it is polled and never resent. */
export type PayoutState = {
  state: 'processing' | 'completed' | 'failed' | 'reversed' | 'unknown' | 'not_found';
  reason: string | null;
  /** The provider's fee, as far as it is reported; zero where it is not. */
  fee: Minor;
};

/** One payout in the provider's own list. Account and bank are null where the list omits them. */
export type ProviderPayout = {
  reference: string;
  state: 'processing' | 'completed' | 'failed' | 'reversed' | 'unknown';
  amount: Minor;
  fee: Minor;
  currency: string;
  bankCode: string | null;
  accountNumber: string | null;
  createdAt: Date;
};

/** A refund of a payment, or of part of it. `reference` is ours, unique for ever. */
export type RefundRequest = {
  reference: string;
  transactionId: string;
  paymentReference: string;
  amount: Minor;
  currency: Currency;
  reason: string;
  /** The provider's own id, once it has returned one. */
  providerId: string | null;
};
/**
 * As with payouts, `unknown` is polled and never resent; `needs_attention` waits for an action at the
 * provider.
 */
export type RefundState = {
  state: 'processing' | 'completed' | 'failed' | 'needs_attention' | 'unknown' | 'not_found';
  reason: string | null;
  providerId: string | null;
};

/** A span of time, `until` not included. */
export type Span = { from: Date; until: Date };
/** One page of a provider's list and the cursor of the next; null after the last. */
export type ListPage<T> = { items: T[]; next: string | null };

/**
 * A payment provider. One adapter folder implements it for each company. All amounts are minor units of their
 * currency, whatever the provider counts in.
 */
export type PaymentProvider = CardKeeper & {
  /** Part of addresses and of the ledger, for ever. */
  name: string;
  /** Display name. */
  title: string;
  testMode: boolean;
  /** In which currencies it can collect, and in which it can send payouts. */
  collects: readonly Currency[];
  paysOut: readonly Currency[];
  /** Repeated with the same reference it returns the same checkout, or a refusal; never a second one. */
  startCheckout(request: CheckoutRequest): Promise<Outcome<{ checkout: Checkout }>>;
  /** Queries one transaction; null when the provider knows none by that id. */
  verifyPayment(transactionId: string): Promise<Outcome<{ payment: ProviderPayment | null }>>;
  /** Every transaction the provider has for one of our references. */
  listPayments(reference: string): Promise<Outcome<{ payments: ProviderPayment[] }>>;
  /** Checks the signature over the raw bytes; null when it is not authentic. */
  parseWebhook(rawBody: Uint8Array, headers: Headers): ProviderWebhook | null;
  banks(currency: Currency): Promise<Outcome<{ banks: Bank[] }>>;
  /** The holder's name; null when the bank knows no such account. */
  resolveAccount(bankCode: string, accountNumber: string): Promise<Outcome<{ accountName: string | null }>>;
  /** The provider's fee for a payout begun on that day, by its published prices. */
  payoutFee(amount: Minor, currency: Currency, on: CalendarDate): Minor;
  /** Everything but a conclusive refusal or success is `processing` or `unknown`. Idempotent by reference. */
  sendPayout(request: PayoutRequest): Promise<PayoutState>;
  payoutState(reference: string): Promise<PayoutState>;
  /** Idempotent by reference: called twice it refunds once. */
  sendRefund(request: RefundRequest): Promise<RefundState>;
  refundState(request: RefundRequest): Promise<RefundState>;
  /**
   * The fee a payer may be asked for on top of an amount, so that the amount is left after the provider took its own, by its
   * published prices; null where its rules or its prices do not allow that.
   */
  surcharge(amount: Minor, currency: Currency): Minor | null;
  /** The day the provider passes a payment on by its usual terms. */
  settlesOn(paidAt: Date, currency: Currency): CalendarDate;
  /** Its own lists, for reconciliation: everything begun within the span, whatever its state. */
  payments(span: Span, cursor: string | null): Promise<Outcome<ListPage<ProviderPayment>>>;
  payouts(span: Span, cursor: string | null): Promise<Outcome<ListPage<ProviderPayout>>>;
  /** The balance available for payouts; null where the provider does not report it. */
  balance(currency: Currency): Promise<Outcome<{ available: Minor | null }>>;
};

/** The providers in use. Payments try them in order; payouts go to one and never to another. */
export type PaymentProviders = {
  all: readonly PaymentProvider[];
  collecting: Record<Currency, readonly PaymentProvider[]>;
  payingOut: Record<Currency, PaymentProvider | null>;
};

export type Country = { id: number; iso2: string; name: string };
export type State = { id: number; iso2: string; name: string };
export type City = { id: number; name: string };

/** Places of the world by their ISO codes, in any case. An unknown country or state has an empty list. */
export type Geography = {
  countries(): Promise<Country[]>;
  states(country: string): Promise<State[]>;
  cities(country: string, state: string): Promise<City[]>;
};

/** Parameters of one external sign-in; the response must match them. `verifier` is the secret of PKCE. */
export type SignInRequest = { redirectUri: string; state: string; nonce: string; verifier: string };
/** A person another company vouches for. Names may be empty. */
export type SignInIdentity = {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
};

/**
 * An external identity provider. Failures have the reason `denied`, `unreachable`, or the error's own code.
 */
export type SignInProvider = {
  /** Where the browser goes to sign in. */
  start(request: SignInRequest): Promise<Outcome<{ url: string }>>;
  /** Redeems the query the browser came back with: state, nonce, PKCE and the signature of the ID token are checked. */
  finish(request: SignInRequest, query: string): Promise<Outcome<{ person: SignInIdentity }>>;
};

/** A recognised word. The box is in pixels of its upright page, from the top left; confidence 0 to 1. */
export type ReadWord = {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  confidence: number;
};
/** Words side by side, left to right. */
export type ReadLine = { words: ReadWord[] };

/**
 * One page, turned upright. The same page is read several times over: `layer` is the text inside a PDF and is there only
 * where it agrees with what is seen; `seen` are readings of differently prepared pictures. The most trusted comes first,
 * lines top to bottom.
 */
export type ReadPage = {
  width: number;
  height: number;
  readings: { source: 'layer' | 'seen'; lines: ReadLine[] }[];
};

/** Why a document could not be read. Only `timeout` and `busy` may go better another time. */
export type UnreadableReason =
  | 'empty'
  | 'not_a_document'
  | 'damaged'
  | 'encrypted'
  | 'too_large'
  | 'timeout'
  | 'busy';

/** A document's words; `pagesLeftOut` counts the pages beyond the limit. */
export type ReadDocument = { pages: ReadPage[]; pagesLeftOut: number };

/** A task for the process that reads: it makes something of the words there, and what is `known` beforehand. */
export type UseOfWords<K, T> = { task: Task<ReadDocument & { known: K }, T>; known: K };

/** Extracts words from pictures (JPEG, PNG, WebP, HEIC) and PDFs, isolated from hostile files. */
export type DocumentReader = {
  /** Answers what `use` made of the words. The turn is told `prepared` by the page, and `text` once all are read. */
  read<K, T>(
    document: { bytes: Uint8Array; mime: string },
    use: UseOfWords<K, T>,
    turn: Turn,
  ): Promise<{ ok: true; made: T } | { ok: false; reason: UnreadableReason; retry: boolean }>;
  close(): Promise<void>;
};

/** How a picture is drawn anew: at most `side` pixels a side; `flat` puts it on white. */
export type Drawing = { format: 'png' | 'jpeg' | 'webp'; side: number; quality: number; flat: boolean };

/**
 * Re-encodes a picture (JPEG, PNG, WebP, HEIC), upright: nothing of its bytes survives but the pixels. Runs
 * isolated from the service; one of more than 40 million pixels or needing too much memory is `too_large`.
 */
export type PictureDrawer = {
  draw(
    picture: Uint8Array,
    as: Drawing,
    turn: Turn,
  ): Promise<{ ok: true; bytes: Uint8Array } | { ok: false; reason: UnreadableReason; retry: boolean }>;
  close(): Promise<void>;
};

/** A tool for the model. `input` has passed `schema`; the result of `run` goes back to the model as JSON. */
export type ModelTool = {
  name: string;
  description: string;
  schema: ZodType;
  run(input: unknown): Promise<unknown>;
  /** Ends the conversation once called. */
  ends: boolean;
};
export type ModelUsage = { inputTokens: number; outputTokens: number };
export type ModelLimits = { timeoutMs: number; maxOutputTokens: number; signal?: AbortSignal | undefined };

/** An external language model. Its output is data: it decides nothing and is trusted with nothing. */
export type LanguageModel = {
  name: string;
  /** Whether it reads pictures. */
  sees: boolean;
  /**
   * Calls tools until it answers in text, for at most `maxSteps` calls of the model. `onText` gets the text
   * as it streams.
   */
  converse(
    request: ModelLimits & {
      instructions: string;
      messages: { role: 'user' | 'assistant'; text: string }[];
      tools: ModelTool[];
      maxSteps: number;
      onText?: (chunk: string) => void;
    },
  ): Promise<Outcome<{ text: string; usage: ModelUsage }>>;
  /** Fills in `schema` from a picture. */
  extract(
    request: ModelLimits & {
      instructions: string;
      pictures: { mime: string; bytes: Uint8Array }[];
      schema: ZodType;
    },
  ): Promise<Outcome<{ value: unknown; usage: ModelUsage }>>;
};
