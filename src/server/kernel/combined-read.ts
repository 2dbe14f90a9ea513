import { type CompiledQuery, type Expression, sql } from 'kysely';
import { assert } from '#core/assert.ts';
import type { Db, Tx } from './db.ts';

type InstantKeys<O> = { [K in keyof O]-?: Date extends O[K] ? K : never }[keyof O];

/** Rows that are read as a part of a statement, and which of their columns are instants. */
type Part<O> = { rows: Expression<O>; instants: readonly string[] };
type Rows<P> = { [K in keyof P]: P[K] extends Part<infer O> ? O[] : never };

/** A part of a combined read. It comes as JSON, which has no instants, so all of its columns that are some are named. */
export const part = <O>(rows: Expression<O>, instants: Record<InstantKeys<O>, true>): Part<O> => ({
  rows,
  instants: Object.keys(instants),
});

/** A statement that is built already, and the columns to be made instants again, by part. */
type Built = { statement: CompiledQuery<JsonParts>; instants: [string, readonly string[]][] };
type JsonRow = Record<string, unknown>;
type JsonParts = Record<string, JsonRow[]>;

// No text in PostgreSQL has this character.
const placeholder = (at: number): string => `\0${at}`;

/**
 * One statement for several reads. It is built once and then only given its values, so `build` may do nothing with them but hand
 * them to the database.
 */
export function combinedRead<A extends string[], P extends Record<string, Part<unknown>>>(
  build: (db: Db | Tx, ...values: A) => P,
): (db: Db | Tx, ...values: A) => Promise<Rows<P>> {
  let built: Built | undefined;
  return async (db, ...values) => {
    built ??= builtOf(db, build(db, ...(values.map((_, at) => placeholder(at)) as A)));
    const { statement, instants } = built;
    const places = new Map(values.map((value, at): [unknown, string] => [placeholder(at), value]));
    const parameters = statement.parameters.map((value) => places.get(value) ?? value);
    // Plugins look at it each time, as at one that is built anew.
    db.getExecutor().transformQuery(statement.query, statement.queryId);
    const filled: CompiledQuery<JsonParts> = { ...statement, parameters };
    const { rows } = await db.executeQuery(filled);
    const [row] = rows;
    assert(row, 'a combined read has one row');
    for (const [name, columns] of instants) for (const one of row[name] ?? []) revive(one, columns);
    return row as Rows<P>;
  };
}

function builtOf(db: Db | Tx, parts: Record<string, Part<unknown>>): Built {
  const columns = Object.entries(parts).map(
    ([name, { rows }]) => sql`(select coalesce(json_agg(r), '[]') from ${rows} as r) as ${sql.ref(name)}`,
  );
  return {
    statement: sql<JsonParts>`select ${sql.join(columns)}`.compile(db),
    instants: Object.entries(parts).map(([name, { instants }]) => [name, instants]),
  };
}

function revive(row: JsonRow, columns: readonly string[]): void {
  for (const column of columns) {
    const instant = row[column];
    if (typeof instant === 'string') row[column] = new Date(instant);
  }
}
