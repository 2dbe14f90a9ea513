import { sql } from 'kysely';
import type { Db } from '../db.ts';
import { exported } from '../modules/account/rules.ts';
import { type Person, signsOf } from './person.ts';
import { holds, patternOf, placesOf, tableOf } from './places.ts';

type Row = Record<string, unknown>;

const MOST_ROWS = 10_000;
// What opens an account, and what is sealed, is nobody's to read.
const SECRET = /(_hash|_sealed|^sealed|^wrapped|^signature|^token|^storage_key|^key_id|^state)$/;
const NOT_TOLD = ['service_keys', 'data_keys', 'rate_counters', 'idempotency_keys', 'job'];

/** Everything held about somebody across all businesses, by table; what others typed about them too. */
export async function heldAbout(db: Db, person: Person): Promise<Record<string, Row[]>> {
  const pattern = patternOf(signsOf(person));
  const ids = person.customers.map(({ id }) => id);
  const places = (await placesOf(db)).filter(({ table }) => !NOT_TOLD.includes(table));
  const held: Record<string, Row[]> = {};
  for (const [name, columns] of Map.groupBy(places, (place) => `${place.schema}.${place.table}`)) {
    const [first] = columns;
    if (!first) continue;
    const ofThem = columns.flatMap(({ table, column }) =>
      column === 'customer_id' || (table === 'consents' && column === 'subject_id')
        ? [sql<boolean>`${sql.ref(column)} = any(${ids}::text[])`]
        : [],
    );
    const said = pattern === '' ? [] : columns.map((place) => holds(place, pattern));
    const where = [...ofThem, ...said];
    if (where.length === 0) continue;
    const { rows } = await sql<Row>`select * from ${tableOf(first)}
      where ${sql.join(where, sql` or `)} limit ${sql.lit(MOST_ROWS)}`.execute(db);
    if (rows.length > 0) held[name] = rows.map(readable);
  }
  return held;
}

function readable(row: Row): Row {
  const secret = Object.fromEntries(
    Object.keys(row).flatMap((column) => (SECRET.test(column) ? [[column, null]] : [])),
  );
  return exported(row, secret);
}
