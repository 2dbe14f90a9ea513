import type { GeneratedAlways } from 'kysely';
import type { securityEvents } from '#contract/account.ts';

export type SecurityEvent = (typeof securityEvents)[number];

type SecurityEventRow = {
  id: string;
  position: GeneratedAlways<number>;
  /** Null for a failed log-in with an address nobody has. */
  user_id: string | null;
  business_id: string | null;
  event: SecurityEvent;
  detail: string;
  client_address: string;
  user_agent: string;
  created_at: Date;
};

export type AuditTables = { security_events: SecurityEventRow };

declare module '#server/kernel/db.ts' {
  interface Database extends AuditTables {}
}
