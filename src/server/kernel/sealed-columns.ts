import { type RawBuilder, sql } from 'kysely';

/** One sealed value: `key` and `part` name its row; `businessId` null where it is the service's own. */
export type SealedValue = { key: string; part: string; businessId: string | null; value: string };

/** A column, or a part of one, that holds sealed values. The SQL is over its table as `t`. */
export type SealedColumn = {
  name: string;
  table: RawBuilder<unknown>;
  key: RawBuilder<string>;
  /** The second part of the primary key; '' where there is none. */
  part: RawBuilder<string>;
  businessId: RawBuilder<string | null>;
  value: RawBuilder<string | null>;
  /** Assignment of the new value; `plain` is its plaintext. */
  set: (next: string, plain: string) => RawBuilder<unknown>;
  sealContext: (sealed: SealedValue) => string;
  /** Plaintext from before the column was sealed; null where the value is sealed. */
  legacyPlaintext?: (value: string) => string | null;
};

const none = sql<string>`''::text`;
/** A column of the table as SQL. */
export const column = (name: string): RawBuilder<string> => sql<string>`t.${sql.ref(name)}`;
const inColumn = (name: string) => (next: string) => sql`${sql.ref(name)} = ${next}`;

type Simple = Pick<SealedColumn, 'sealContext' | 'legacyPlaintext'> &
  Partial<Pick<SealedColumn, 'key' | 'part' | 'businessId'>>;

/** A column of one text, in a row named by its business and `part`. */
export const sealedColumn = (table: string, name: string, more: Simple): SealedColumn => ({
  name: `${table}.${name}`,
  table: sql.table(table),
  key: column('business_id'),
  part: none,
  businessId: column('business_id'),
  value: column(name),
  set: inColumn(name),
  ...more,
});
