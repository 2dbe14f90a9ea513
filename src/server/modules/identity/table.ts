import type { Currency } from '#core/money.ts';

export type UserRow = {
  id: string;
  business_id: string;
  email: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  image: string | null;
  currency: Currency;
  referral_code: string | null;
  terms_accepted_at: Date | null;
  email_verified_at: Date | null;
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
};

export type EmailTokenRow = {
  token_hash: string;
  user_id: string;
  purpose: 'verify' | 'reset';
  expires_at: Date;
  used_at: Date | null;
  created_at: Date;
};

export type IdentityTables = { users: UserRow; sessions: SessionRow; email_tokens: EmailTokenRow };
