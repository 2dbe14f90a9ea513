import type { Currency, Minor } from '#core/money.ts';
import type { documentsStates } from './business.ts';

/** How far a business is trusted, each level with what the one before it takes. */
export const trustLevels = ['new', 'confirmed', 'documented', 'established'] as const;
export type TrustLevel = (typeof trustLevels)[number];

/** Allowances of a level for one day; sums in whole naira, of dollars a thousandth. */
export type Allowances = {
  /** Customers, by address, who are written to for the first time. */
  recipients: number;
  /** Accounts whose holder the bank is asked about for the first time. */
  nameEnquiries: number;
  /** Payouts to whatever account. */
  payouts: number;
  /** Payouts to accounts not known yet, without another proof than the PIN. */
  newAccounts: number;
  /** The same with step-up. */
  newAccountsProven: number;
};

/** Allowances of each level. The settings of the published limits are the ceiling of the counts. */
export const allowances: Record<TrustLevel, Allowances> = {
  new: {
    recipients: 5,
    nameEnquiries: 10,
    payouts: 500_000,
    newAccounts: 20_000,
    newAccountsProven: 100_000,
  },
  confirmed: {
    recipients: 50,
    nameEnquiries: 20,
    payouts: 5_000_000,
    newAccounts: 50_000,
    newAccountsProven: 2_000_000,
  },
  documented: {
    recipients: 200,
    nameEnquiries: 100,
    payouts: 25_000_000,
    newAccounts: 100_000,
    newAccountsProven: 10_000_000,
  },
  established: {
    recipients: 500,
    nameEnquiries: 250,
    payouts: 100_000_000,
    newAccounts: 200_000,
    newAccountsProven: 25_000_000,
  },
};

/** An established business had its address confirmed, and income in each of so many months of thirty days. */
export const ESTABLISHED_MONTHS = 3;

/** Least income of such a month, a sum of the table; paying oneself costs the provider's fee on each. */
export const ESTABLISHED_MONTHLY_INCOME = 100_000;

/** Each customer who sent a message back or ended them within a week takes so many recipients of the day away. */
export const LOST_PER_COMPLAINT = 2;

/** An account is known once its first payment is so many hours old. */
export const ACCOUNT_KNOWN_AFTER_HOURS = 24;

const MINOR_OF = { NGN: 100, USD: 0.1 } as const;

/** A sum of the table in the minor units of a currency. */
export const allowedSum = (whole: number, currency: Currency): Minor =>
  Math.round(whole * MINOR_OF[currency]) as Minor;

type DocumentsState = (typeof documentsStates)[number];

/** Accepted ones make a business `documented`, so nothing is asked of it here. */
const documentSteps: Record<DocumentsState, string | null> = {
  not_sent: 'Send us your business documents to raise it',
  waiting: 'We are checking your documents. It goes up once they are accepted',
  accepted: null,
  refused: 'We could not accept your documents. Send them again to raise it',
};

/** How a business of a level comes to the next one, by the state of its documents; null at the top. */
export function nextStep(level: TrustLevel, documents: DocumentsState): string | null {
  const steps: Record<TrustLevel, string | null> = {
    new: 'Confirm your email address to raise it',
    confirmed: documentSteps[documents],
    documented: 'It grows when customers have paid you ₦100,000 a month for three months',
    established: null,
  };
  return steps[level];
}
