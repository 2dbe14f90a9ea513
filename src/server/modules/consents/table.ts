import type { GeneratedAlways } from 'kysely';
import type { ConsentPurpose } from '#core/legal.ts';

export type ConsentSubject = 'owner' | 'customer' | 'visitor';

/** How an answer came: `owner_said` for a customer whose owner says so, `message` for one who wrote it. */
export type ConsentWay =
  | 'sign_up'
  | 'waitlist'
  | 'settings'
  | 'notice'
  | 'owner_said'
  | 'message'
  | 'operator'
  | 'before_records';

export type ConsentRow = {
  /** '' for visitors of the front page. */
  business_id: string;
  id: string;
  position: GeneratedAlways<number>;
  subject: ConsentSubject;
  subject_id: string;
  purpose: ConsentPurpose;
  version: string;
  given: boolean;
  way: ConsentWay;
  client_address: string;
  user_agent: string;
  created_at: Date;
};

export type PrivacyRequestRow = {
  id: string;
  kind: 'access' | 'erase' | 'restrict' | 'lift';
  /** Keyed hash: requests can be found only with the address. */
  subject_hash: string;
  businesses: number;
  done: Record<string, number>;
  created_at: Date;
};

export type ConsentTables = { consents: ConsentRow; privacy_requests: PrivacyRequestRow };

declare module '#server/kernel/db.ts' {
  interface Database extends ConsentTables {}
}
