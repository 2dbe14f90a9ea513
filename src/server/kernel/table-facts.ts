/** Part of a table that an export of an account holds. */
type TableExport = {
  /** Description for readers of the export. */
  about: string;
  /** The columns its rows are ordered by; unique within a business. */
  key: readonly string[];
  /** The one table whose rows are found by the owner's id. */
  owner?: 'id';
  /** Columns not exported, with the value an import uses where one is required. */
  excludedColumns?: Readonly<Record<string, string | null>>;
  /** Columns the database computes, so that no import gives them. */
  generatedColumns?: readonly string[];
  /** The names that columns of earlier exports have now; null for one that is gone. */
  oldColumns?: Readonly<Record<string, string | null>>;
  /** Exported but not imported: it refers to rows that are not exported. */
  exportOnly?: true;
};

/** Everything that export, import, erasure, disclosure and the checks of documents need to know of a table. */
export type TableFacts = {
  /** Column that names a row's owner; `system`: the service's own; `reference`: the same on every node. */
  owner: 'business_id' | 'user_id' | 'actor' | 'system' | 'reference';
  /** Where its rows lie on several nodes, if not with their owner (`placeOf`). */
  place?: 'first node' | 'every node' | 'key';
  /** The reason, where nothing of it is exported. */
  export: TableExport | string;
  /**
   * With its account: rows are deleted by their owner, kept, or left to a command: the module's `erase`, or the flow
   * that also deletes files and keys.
   */
  erase: 'delete' | 'command' | 'keep';
  /**
   * Erasure of one person from the texts of all records: `none` where nobody types any, `own` where rows go with
   * their account. Columns in `named` identify a record's person and are erased with the record alone.
   */
  texts?: 'none' | 'own' | { named: readonly string[] };
  /** Column of an address: rows of a person who is erased are deleted by it. */
  contact?: string;
  /** Rows are worth nothing after their `expires_at`. */
  expires?: true;
  /** Never disclosed to a person: keys, counters, and responses sealed for their owner. */
  undisclosed?: true;
};

/**
 * Where rows lie when the tables are spread over several nodes: `every node` has a copy, the `first node` has them all, otherwise
 * the column they are spread by. People and the service itself stay on the first.
 */
export type Place = 'first node' | 'every node' | 'business_id' | 'actor' | 'key';

/** The place of a table. */
export function placeOf({ owner, place }: TableFacts): Place {
  if (place) return place;
  if (owner === 'reference') return 'every node';
  return owner === 'system' || owner === 'user_id' ? 'first node' : owner;
}

/** By name, in an order in which referenced rows come first. */
export type Tables = Readonly<Record<string, TableFacts>>;

/** A table that an export of an account holds. */
export type ExportedTable = Omit<TableExport, 'owner'> & { table: string; owner: 'business_id' | 'id' };

/** Exported tables; referenced rows come first. */
export const exportedOf = (modules: readonly { tables: Tables }[]): ExportedTable[] =>
  modules.flatMap(({ tables }) =>
    Object.entries(tables).flatMap(([table, facts]) =>
      typeof facts.export === 'string'
        ? []
        : [{ ...facts.export, table, owner: facts.export.owner ?? 'business_id' }],
    ),
  );
