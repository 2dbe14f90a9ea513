import { type Operation, type ProofMethod, proofMethods } from '#contract/step-up.ts';
import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import type { PasskeyRow } from '../table.ts';
import { provenUntil } from './step-up.ts';

/** Authentication factors. `totp` is a code of the authenticator or a recovery code. */
export const factors = ['passkey', 'new_passkey', 'password', 'totp', 'email_code', 'google'] as const;
export type Factor = (typeof factors)[number];
/** `no_factor`: neither password nor passkey. `two_factor`: two-factor is on, whatever else there is. */
export type AccountState = 'no_factor' | 'one_factor' | 'two_factor';

/** Age of a passkey below which it switches off no second factor, in milliseconds. */
export const NEW_PASSKEY_MS = 24 * 60 * 60_000;

const ONE = ['passkey', 'new_passkey', 'password'] as const;
const MAILED = ['email_code'] as const;
const SECOND = ['passkey', 'new_passkey', 'totp'] as const;
const SETTLED = ['passkey', 'totp'] as const;

/**
 * Which factors allow an operation. The code beside Google or the password at sign-in is `totp` too. Documented in
 * docs/security.md, tried cell by cell in `factors.test.ts`.
 */
export const allowedFactors: Record<AccountState, Record<Operation, readonly Factor[]>> = {
  no_factor: {
    sign_in: ['google'],
    change: MAILED,
    change_secret: MAILED,
    switch_off: MAILED,
    two_factor_off: [],
    delete_account: MAILED,
  },
  one_factor: {
    sign_in: [...ONE, 'google'],
    change: ONE,
    change_secret: ONE,
    switch_off: ONE,
    two_factor_off: [],
    delete_account: ONE,
  },
  two_factor: {
    sign_in: SECOND,
    change: SECOND,
    change_secret: SECOND,
    switch_off: SETTLED,
    two_factor_off: SETTLED,
    delete_account: ['totp'],
  },
};

export const allows = (state: AccountState, operation: Operation, factor: Factor): boolean =>
  allowedFactors[state][operation].includes(factor);

/** From when on a passkey is no longer new. */
export const settledAt = ({ created_at }: Pick<PasskeyRow, 'created_at'>): Date =>
  plusMs(created_at, NEW_PASSKEY_MS);

export const factorOfPasskey = (
  passkey: Pick<PasskeyRow, 'created_at'>,
  now: Date,
): 'passkey' | 'new_passkey' => (settledAt(passkey) > now ? 'new_passkey' : 'passkey');

/** Factors of an account: what it has, beside the address every account has. */
export type AccountFactors = { hasPassword: boolean; twoFactor: boolean; passkeys: readonly PasskeyRow[] };

export function stateOf({ hasPassword, twoFactor, passkeys }: AccountFactors): AccountState {
  if (twoFactor) return 'two_factor';
  return hasPassword || passkeys.length > 0 ? 'one_factor' : 'no_factor';
}

/** Ways to prove an operation, as a refusal names them; where every passkey is too new, from when on one is not. */
export type ProofOffer = { ways: ProofMethod[]; passkeyFrom?: Date };

/** How the owner of an account may prove who they are for an operation. */
export function proofOffer(account: AccountFactors, operation: Operation, now: Date): ProofOffer {
  const passkeys = passkeysFor(account, operation, now);
  const has: Record<ProofMethod, boolean> = {
    passkey: passkeys.length > 0,
    password: account.hasPassword,
    totp: account.twoFactor,
    email_code: true,
  };
  const state = stateOf(account);
  const ways = proofMethods.filter((method) => has[method] && allows(state, operation, method));
  const settles = account.passkeys.map(settledAt).sort((a, b) => a.getTime() - b.getTime())[0];
  const tooNew = settles && passkeys.length === 0 && allows(state, operation, 'passkey');
  return tooNew ? { ways, passkeyFrom: settles } : { ways };
}

/** The passkeys of an account that allow an operation. */
export const passkeysFor = (
  account: AccountFactors,
  operation: Operation,
  now: Date,
): readonly PasskeyRow[] =>
  account.passkeys.filter((passkey) => allows(stateOf(account), operation, factorOfPasskey(passkey, now)));

/** The proof of a session: when it was given and by what. Nothing known of it counts as the weakest. */
export type SessionProof = { provenAt?: Date | null; provenBy?: string | null };

/** Until when a session's proof allows an operation; null where it does not. */
export function proofUntil(
  state: AccountState,
  operation: Operation,
  { provenAt, provenBy }: SessionProof,
  now: Date,
): Date | null {
  const factor = factors.find((known) => known === provenBy) ?? 'password';
  return allows(state, operation, factor) ? provenUntil(provenAt, now) : null;
}

/** The refusal of an operation that waits for a proof, with the ways to give it. */
export const stepUpRequired = (
  account: AccountFactors,
  operation: Operation,
  now: Date,
  message = 'Enter your password or a code to go on',
): AppError =>
  new AppError('step_up_required', message, { data: { ...proofOffer(account, operation, now), operation } });
