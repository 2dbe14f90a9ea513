import * as z from 'zod';

/** The name and version an archive says of itself; a changed shape gets a new version. */
export const FORMAT = 'duewell-export';
export const FORMAT_VERSION = 3;
/** Versions an import reads: of 2, which knew no settling without a provider, lines lack columns and files tables. */
const READABLE = [2, FORMAT_VERSION];

/** A column as the database describes it. */
export type Column = { name: string; type: string; nullable: boolean };
export type TableColumns = { table: string; columns: Column[] };

const cells: Record<string, z.ZodType> = {
  text: z.string(),
  int4: z.int(),
  int8: z.int(),
  bool: z.boolean(),
  timestamptz: z.iso.datetime(),
  date: z.iso.date(),
  jsonb: z.json(),
  bytea: z.string().regex(/^\\x[0-9a-f]*$/),
};

/** Schema of a table's exported rows. Throws for a column type without an export format. */
export const rowSchema = ({ columns }: TableColumns) =>
  z.strictObject(
    Object.fromEntries(
      columns.map(({ name, type, nullable }) => {
        const cell = cells[type];
        if (!cell) throw new Error(`The column ${name} is a ${type}, which an export cannot tell`);
        return [name, nullable ? z.nullable(cell) : cell];
      }),
    ),
  );

/** The shapes of all tables as JSON Schema, for other software. */
export const schemaDocument = (tables: readonly TableColumns[]): string =>
  JSON.stringify(
    {
      format: FORMAT,
      version: FORMAT_VERSION,
      tables: Object.fromEntries(tables.map((one) => [one.table, z.toJSONSchema(rowSchema(one))])),
    },
    null,
    1,
  );

const entry = z.strictObject({
  name: z.string().max(300),
  bytes: z.int().min(0),
  sha256: z.string().length(64),
  /** For tables. */
  rows: z.optional(z.int().min(0)),
});

/** Last entry of the archive: its contents and the expected balances. */
export const manifest = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(READABLE),
  madeAt: z.iso.datetime(),
  /** The newest change of the tables the rows are of. */
  schema: z.string(),
  businessId: z.string(),
  userId: z.string(),
  /** Balance of each ledger account of the business, in minor units. */
  balances: z.record(z.string(), z.int()),
  entries: z.array(entry),
});
export type Manifest = z.infer<typeof manifest>;
export type Entry = z.infer<typeof entry>;

export const MANIFEST = 'manifest.json';
export const tableEntry = (table: string): string => `data/${table}.ndjson`;
export const fileEntry = (fileId: string): string => `files/${fileId}`;
