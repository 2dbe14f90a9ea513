import type { Generated, Selectable } from 'kysely';

type RunTable = {
  id: string;
  provider: string;
  span_from: Date;
  span_until: Date;
  /** How many payments and payouts were compared. */
  items: Generated<number>;
  found: Generated<number>;
  mended: Generated<number>;
  /** Why not everything could be compared. */
  problem: string | null;
  started_at: Date;
  finished_at: Date | null;
};

type DiscrepancyTable = {
  id: string;
  run_id: string;
  provider: string;
  kind: string;
  subject: string;
  business_id: string | null;
  currency: string | null;
  ours: string;
  theirs: string;
  outcome: 'mended' | 'needs_review';
  reason: string;
  /** How far apart the sides are, in minor units, where that is a sum. */
  amount_minor: number | null;
  found_at: Date;
  settled_at: Date | null;
  settled_reason: string | null;
  settled_by: 'run' | 'operator' | null;
};

type AlertTable = { about: string; stage: 'day' | 'week'; told_at: Date };

export type ReconciliationTables = {
  reconciliation_runs: RunTable;
  discrepancies: DiscrepancyTable;
  operator_alerts: AlertTable;
};

declare module '#server/kernel/db.ts' {
  interface Database extends ReconciliationTables {}
}

export type RunRow = Selectable<RunTable>;
export type DiscrepancyRow = Selectable<DiscrepancyTable>;
