import type { ColumnType, Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { occurrenceStates, planContents, planModes, planStates, rhythm } from '#contract/plans.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';

export type Rhythm = z.output<typeof rhythm>;

/** Contents of each invoice of a plan, but for its customer and its due date; `{month}` and its like not filled in. */
export type PlanContents = z.output<typeof planContents>;

type PlanTable = {
  business_id: string;
  id: string;
  currency: Currency;
  customer_id: string;
  contents: ColumnType<PlanContents, string, string>;
  total_minor: Minor;
  starts: CalendarDate;
  rhythm: ColumnType<Rhythm, string, string>;
  /** The number of the first day of the rhythm on or after `starts`. */
  first_number: number;
  ends_after: number | null;
  ends_on: CalendarDate | null;
  due_days: number;
  mode: (typeof planModes)[number];
  /** The most a saved card is charged for one invoice; the mode that charges has one. */
  cap_minor: ColumnType<Minor | null, Minor | null | undefined, Minor | null>;
  state: (typeof planStates)[number];
  next_number: number;
  /** Its day; null once the plan has ended. */
  next_on: CalendarDate | null;
  /** Why the next one could not be issued. */
  problem: string | null;
  created_at: Date;
  updated_at: Date;
};

/** A day of a plan that is settled or was missed. */
type PlanOccurrenceTable = {
  business_id: string;
  plan_id: string;
  number: number;
  day: CalendarDate;
  state: (typeof occurrenceStates)[number];
  invoice_id: string | null;
  made_at: Date;
};

export type Plan = Selectable<PlanTable>;
export type Occurrence = PlanOccurrenceTable;
export type PlanTables = { plans: PlanTable; plan_occurrences: PlanOccurrenceTable };

declare module '#server/kernel/db.ts' {
  interface Database extends PlanTables {}
}
