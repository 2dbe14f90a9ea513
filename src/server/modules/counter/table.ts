import type { Generated } from 'kysely';

export type CounterRow = {
  business_id: string;
  /** Customer of anonymous sales. */
  customer_id: string;
  next_number: Generated<number>;
};

export type CounterCodeRow = {
  code: Generated<string>;
  business_id: string;
  created_at: Date;
  ended_at: Date | null;
};

export type CounterTables = { counters: CounterRow; counter_codes: CounterCodeRow };
