import type { Runner } from './jobs.ts';
import type { ModuleData, SystemScope } from './scope.ts';
import type { SealedColumn } from './sealed-columns.ts';
import type { TableFacts } from './table-facts.ts';

/** Work of the clock. */
export type Schedule = {
  name: string;
  every: 'minute' | 'hour';
  /** Has a timer of its own: a slow provider or a long list delays nothing else. */
  alone?: true;
  run: (scope: SystemScope) => Promise<unknown>;
};

/** One rule of docs/data-and-privacy.md, word for word, and its purge. */
export type RetentionRule = {
  what: string;
  days: number;
  purge: (scope: SystemScope, before: Date) => Promise<unknown>;
  /** Worth doing once a day only, whichever process does it; its name among the periodic work. */
  daily?: string;
};

/**
 * A module's manifest. Routing, jobs, scheduled work, export, import, erasure, retention, key rotation and the graph of
 * modules derive from it; `Rows` are the tables of its `table.ts`.
 */
export type Module<Rows = Record<never, never>> = ModuleData & {
  /** The modules it may call, beside those anyone may. */
  uses: readonly string[];
  /** Every module may call it. */
  shared?: true;
  /** A part that it may import of every module it uses, which is private otherwise. */
  sees?: 'tools';
  /** Handlers by group of the contract. */
  routes?: Readonly<Record<string, object>>;
  jobs?: readonly Runner[];
  schedules?: readonly Schedule[];
  tables: { readonly [T in keyof Rows]: TableFacts };
  retention?: readonly RetentionRule[];
  sealed?: readonly SealedColumn[];
};
