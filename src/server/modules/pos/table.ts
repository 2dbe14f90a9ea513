import type { Generated } from 'kysely';

type PosRow = {
  business_id: string;
  /** Customer of anonymous sales. */
  customer_id: string;
  next_number: Generated<number>;
};

type PosCodeRow = {
  code: Generated<string>;
  business_id: string;
  created_at: Date;
  ended_at: Date | null;
};

export type PosTables = { counters: PosRow; counter_codes: PosCodeRow };

declare module '#server/kernel/db.ts' {
  interface Database extends PosTables {}
}
