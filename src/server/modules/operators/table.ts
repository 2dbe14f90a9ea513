import type { Generated } from 'kysely';

export type OperatorRow = {
  name: string;
  /** Null until the account was set up. */
  password_hash: string | null;
  /** Secret of the authenticator app. */
  secret_sealed: string;
  /** The time step of the last code taken. */
  last_step: Generated<number>;
  /** Of the one-time set-up secret; null once it was used. */
  setup_hash: string | null;
  setup_expires_at: Date | null;
  created_at: Date;
};

type OperatorSessionRow = {
  token_hash: string;
  operator: string;
  last_used_at: Date;
  expires_at: Date;
  created_at: Date;
};

export type OperatorTables = { operators: OperatorRow; operator_sessions: OperatorSessionRow };

declare module '#server/kernel/db.ts' {
  interface Database extends OperatorTables {}
}
