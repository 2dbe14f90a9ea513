import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import { exported } from '#server/modules/account/rules.ts';
import type { Person } from './person.ts';
import { holds, nameOf, ownedTables, patternOf, type Place, placesOf, tableOf } from './text-columns.ts';

type Row = Record<string, unknown>;

const MOST_ROWS = 10_000;
// Credentials and sealed values are never disclosed.
const SECRET = /(_hash|_sealed|^sealed|^wrapped|^signature|^token|^storage_key|^key_id|^state)$/;
const NOT_TOLD = ['service_keys', 'data_keys', 'rate_counters', 'idempotency_keys', 'job'];

/** All data held about a person across all businesses, by table; mentions in others' records too. */
export async function heldAbout(db: Db, person: Person): Promise<Record<string, Row[]>> {
  const asked = patternOf(person.signs);
  const ids = person.customers.map(({ id }) => id);
  const places = (await placesOf(db)).filter(({ table }) => !NOT_TOLD.includes(table));
  const owned = ownedTables(places);
  const held: Record<string, Row[]> = {};
  for (const [name, columns] of Map.groupBy(places, nameOf)) {
    const [first] = columns;
    if (!first) continue;
    const ofThem = columns.flatMap(({ table, column }) =>
      column === 'customer_id' || (table === 'consents' && column === 'subject_id')
        ? [sql<boolean>`${sql.ref(column)} = any(${ids}::text[])`]
        : [],
    );
    const said = columns.map((place) => holds(place, asked));
    const there = owned.has(name) ? [...person.signsIn].map(([id, signs]) => saidIn(id, columns, signs)) : [];
    const where = [...ofThem, ...said, ...there];
    const { rows } = await sql<Row>`select * from ${tableOf(first)}
      where ${sql.join(where, sql` or `)} limit ${sql.lit(MOST_ROWS)}`.execute(db);
    if (rows.length > 0) held[name] = rows.map(readable);
  }
  return held;
}

const saidIn = (
  businessId: string,
  columns: readonly Place[],
  signs: readonly string[],
): RawBuilder<boolean> =>
  sql<boolean>`(business_id = ${businessId} and (${sql.join(
    columns.map((place) => holds(place, patternOf(signs))),
    sql` or `,
  )}))`;

function readable(row: Row): Row {
  const secret = Object.fromEntries(
    Object.keys(row).flatMap((column) => (SECRET.test(column) ? [[column, null]] : [])),
  );
  return exported(row, secret);
}
