import type { ColumnType, Generated } from 'kysely';
import type { Currency } from '#core/money.ts';
import type { Client } from '#server/kernel/scope.ts';

export type UserRow = {
  id: string;
  business_id: string;
  email: string;
  /** Null until somebody who came with Google chooses one. */
  password_hash: string | null;
  first_name: string;
  last_name: string;
  image: string | null;
  currency: Currency;
  referral_code: string | null;
  terms_accepted_at: Date | null;
  email_verified_at: Date | null;
  /** When the account is erased, unless its owner logs in before. */
  deletion_due_at: Date | null;
  erased_at: Date | null;
  created_at: Date;
};

export type SessionRow = {
  id: string;
  user_id: string;
  token_hash: string;
  user_agent: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  client: Generated<Client>;
  /** Time of the last step-up. */
  proven_at: NullableDate;
  /** The factor of that step-up (`rules/factors.ts`). */
  proven_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** The token before the last proof, good for a moment longer. */
  earlier_hash: ColumnType<string | null, string | null | undefined, string | null>;
  earlier_until: NullableDate;
};

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;

export type PasskeyRow = {
  id: string;
  user_id: string;
  credential_id: string;
  /** COSE in base64url. */
  public_key: string;
  counter: number;
  /** With commas between. */
  transports: string;
  name: string;
  backed_up: boolean;
  suspended_at: Date | null;
  created_at: Date;
  last_used_at: Date | null;
};

export type PasskeyChallengeRow = {
  challenge_hash: string;
  purpose: 'register' | 'sign_in' | 'step_up';
  user_id: string | null;
  session_id: string | null;
  expires_at: Date;
};

export type StepUpCodeRow = { session_id: string; user_id: string; code_hash: string; expires_at: Date };

export type KnownBrowserRow = {
  user_id: string;
  browser_hash: string;
  first_seen_at: Date;
  last_seen_at: Date;
};

export type EmailTokenRow = {
  token_hash: string;
  user_id: string;
  purpose: 'verify' | 'reset' | 'change';
  /** The address the message went to, where it is not yet the account's. */
  email: string | null;
  expires_at: Date;
  used_at: Date | null;
  created_at: Date;
};

export type ExternalIdentityRow = { issuer: string; subject: string; user_id: string; created_at: Date };

export type SignInCodeRow = { code_hash: string; user_id: string; expires_at: Date; used_at: Date | null };

export type ExtensionCodeRow = {
  code_hash: string;
  user_id: string;
  session_id: string;
  redirect_uri: string;
  challenge: string;
  state: string;
  expires_at: Date;
  used_at: Date | null;
};

export type TwoFactorRow = {
  user_id: string;
  secret_sealed: string;
  /** Asked for at log-in once it was confirmed. */
  confirmed_at: Date | null;
  /** The time step of the last code taken. */
  last_step: Generated<number>;
  created_at: Date;
};

export type RecoveryCodeRow = { user_id: string; code_hash: string; used_at: Date | null };

export type IdentityTables = {
  users: UserRow;
  sessions: SessionRow;
  email_tokens: EmailTokenRow;
  external_identities: ExternalIdentityRow;
  sign_in_codes: SignInCodeRow;
  extension_codes: ExtensionCodeRow;
  two_factor: TwoFactorRow;
  recovery_codes: RecoveryCodeRow;
  passkeys: PasskeyRow;
  passkey_challenges: PasskeyChallengeRow;
  step_up_codes: StepUpCodeRow;
  known_browsers: KnownBrowserRow;
};

declare module '#server/kernel/db.ts' {
  interface Database extends IdentityTables {}
}
