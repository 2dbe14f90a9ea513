import { sql } from 'kysely';
import { isId } from '#core/ids.ts';
import { isFileKey } from '#server/adapters/storage/key.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import type { ExportedTable } from '#server/kernel/table-facts.ts';
import { balancesOf, exportedColumns, schemaVersion } from '#server/modules/account/queries/export.ts';
import { fileEntry, rowSchema, type TableColumns, tableEntry } from '#server/modules/account/rules/format.ts';
import { exportedTables } from '#server/modules/all.ts';
import { OPERATOR, recordOperator, SERVICE } from '#server/modules/audit/commands.ts';
import { storeBytes } from '#server/modules/files/flows/storage.ts';
import { kindOf, storageKey } from '#server/modules/files/rules.ts';
import type { FileRow } from '#server/modules/files/table.ts';
import { freezePayouts } from '#server/modules/ledger/commands/freezes.ts';
import { allHold, checkLedger, printFindings } from '../ledger-checks/check.ts';
import { type Archive, UnusableArchive } from './archive.ts';
import { openLedgerAccounts, type Transfer } from './ledger.ts';

const BATCH = 500;
const LINE_FEED = 10;
const MOST_LINE = 16 * 1024 * 1024;
const MOST_FILE = 64 * 1024 * 1024;
const LOCK = 7_220_131;

/** Whose the business is from now on, where it is not who it was. */
export type NewOwner = {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
} | null;

type Row = Record<string, unknown>;

/** The first table, if any, that already has user records. */
export async function occupiedTable(db: Db): Promise<string | null> {
  for (const { table, owner } of exportedTables) {
    // Operator actions here, and log-ins with unknown addresses, are no user's records.
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where coalesce(${sql.ref(owner)}, ${SERVICE}) <> ${SERVICE} limit 1`.execute(db);
    if (rows.length > 0) return table;
  }
  return null;
}

/**
 * Loads every record of an archive in one transaction, so that a killed process leaves nothing behind. Its
 * balances rest on the archive's word alone, so payouts pause until a person has checked. Returns the number
 * of rows of each table, and adds to `stored` the files whose bytes are stored. Throws `UnusableArchive` for
 * deviations from the manifest, and where the balances differ.
 */
export function loadRecords(
  scope: SystemScope,
  archive: Archive,
  owner: NewOwner,
  stored: string[],
): Promise<Record<string, number>> {
  return scope.transactAsSystem(async (ctx) => {
    const { tx } = ctx;
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    const occupied = await occupiedTable(tx);
    if (occupied) throw new UnusableArchive(`This instance is not empty: there are records in ${occupied}`);
    const ours = await schemaVersion(tx);
    if (archive.manifest.schema > ours)
      throw new UnusableArchive(
        `The export is of a newer version (${archive.manifest.schema}, here ${ours})`,
      );
    const counts: Record<string, number> = {};
    const columns = await exportedColumns(tx, exportedTables);
    for (const [at, of] of exportedTables.entries()) {
      const shape = columns[at];
      if (shape && !of.exportOnly)
        counts[of.table] = await loadTable({ scope, tx, archive, owner, stored }, of, shape);
    }
    await moveSequencesOn(tx, columns);
    await compareBalances(tx, archive);
    const findings = await checkLedger(tx);
    if (!allHold(findings)) throw new UnusableArchive(`The books do not hold:\n${printFindings(findings)}`);
    await recordImport(scope, tx, archive, owner);
    if (Object.values(archive.manifest.balances).some((balance) => balance !== 0))
      await freezePayouts(ctx, 'An import brought these balances: compare them with the providers first', []);
    return counts;
  });
}

// The audit entry names the previous and the new owner.
function recordImport(scope: SystemScope, tx: Tx, { manifest }: Archive, owner: NewOwner): Promise<void> {
  const to = owner ? ', for another owner' : '';
  const detail = `Imported ${manifest.businessId} from an export of ${manifest.madeAt}${to}`;
  return recordOperator({ tx, now: scope.now, origin: OPERATOR }, detail);
}

type Loading = { scope: SystemScope; tx: Tx; archive: Archive; owner: NewOwner; stored: string[] };

async function loadTable(loading: Loading, of: ExportedTable, shape: TableColumns): Promise<number> {
  const { archive, owner } = loading;
  const entry = archive.manifest.entries.find(({ name }) => name === tableEntry(of.table));
  // A table that did not exist when the export was made.
  if (!entry) return 0;
  const schema = rowSchema(shape).partial();
  let count = 0;
  let batch: Row[] = [];
  let first: string | null = null;
  const lines = linesOf(archive.read(entry));
  for await (const line of lines) {
    const parsed = schema.safeParse(withNewNames(parse(line), of));
    if (!parsed.success) throw new UnusableArchive(`${entry.name}: line ${count + 1} has another shape`);
    refuseForeign(parsed.data, archive, of, count);
    const row = adapted(parsed.data, of, owner);
    first ??= columnsOf(row);
    if (columnsOf(row) !== first)
      throw new UnusableArchive(`${entry.name}: line ${count + 1} has other columns than the first`);
    batch.push(of.table === 'files' ? await withBytes(loading, row) : row);
    count += 1;
    if (batch.length < BATCH) continue;
    await insert(loading, of.table, batch);
    batch = [];
  }
  await insert(loading, of.table, batch);
  if (count !== entry.rows)
    throw new UnusableArchive(`${entry.name} has ${count} rows and not ${entry.rows}`);
  return count;
}

const columnsOf = (row: Row): string => Object.keys(row).sort().join(' ');

// Split by line feeds alone: other separators may stand inside a text.
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...held, chunk.subarray(from, at)]).toString('utf8');
      [held, length, from] = [[], 0, at + 1];
    }
    held.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MOST_LINE) throw new UnusableArchive('A line is too long');
  }
  if (length > 0) throw new UnusableArchive('A line has no end');
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function withNewNames(row: unknown, { oldColumns }: ExportedTable): unknown {
  if (!oldColumns || typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(
    Object.entries(row).flatMap(([old, value]) => {
      const name = old in oldColumns ? oldColumns[old] : old;
      return typeof name === 'string' ? [[name, value]] : [];
    }),
  );
}

function refuseForeign(row: Row, { manifest }: Archive, { table, owner }: ExportedTable, at: number): void {
  const ownerId = owner === 'id' ? manifest.userId : manifest.businessId;
  const isOurs = row[owner] === ownerId && (owner !== 'id' || row.business_id === manifest.businessId);
  if (!isOurs) throw new UnusableArchive(`${table}: line ${at + 1} belongs to somebody else`);
}

// Columns left out of an export are generated anew, or stay empty until the owner enters them.
function adapted(row: Row, of: ExportedTable, owner: NewOwner): Row {
  const completeRow: Row = { ...row, ...of.excludedColumns };
  // Earlier exports have a sale that waits or has ended marked as deleted too.
  if (of.table === 'invoices' && row.state !== 'active') completeRow.deleted_at = null;
  if (of.table === 'files') completeRow.storage_key = storageKey(String(row.business_id), String(row.id));
  if (of.table === 'users' && owner) {
    completeRow.email = owner.email;
    completeRow.email_verified_at = null;
    if (owner.firstName) completeRow.first_name = owner.firstName;
    if (owner.lastName) completeRow.last_name = owner.lastName;
  }
  return completeRow;
}

// Sealed with a key of the new instance. Written before the records are there for good: bytes without a record are only
// waste, and the next try writes them again.
async function withBytes({ scope, tx, archive, stored }: Loading, row: Row): Promise<Row> {
  const file = row as FileRow;
  const entry = archive.manifest.entries.find(({ name }) => name === fileEntry(file.id));
  if (!entry) return row;
  if (!isId('fil', file.id) || !isFileKey(file.storage_key) || entry.bytes > MOST_FILE)
    throw new UnusableArchive(`${entry.name} is no file of ours`);
  const chunks: Buffer[] = [];
  for await (const chunk of archive.read(entry)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  // It is served with the type of its record, to every viewer of a document.
  if (kindOf(bytes) !== file.mime_type || bytes.length !== file.size)
    throw new UnusableArchive(`${entry.name} is not what its record says`);
  stored.push(file.storage_key);
  return { ...row, key_id: await storeBytes({ ports: scope.ports, vault: scope.vaultOn(tx) }, file, bytes) };
}

async function insert({ tx, archive }: Loading, table: string, rows: Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  if (table === 'ledger_transfers')
    await openLedgerAccounts(tx, archive.manifest.businessId, rows as Transfer[]);
  if (table === 'discrepancies') await insertPlaceholderRuns(tx, rows);
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  );
}

// A discrepancy names its reconciliation run, which covered every business there.
async function insertPlaceholderRuns(tx: Tx, rows: Row[]): Promise<void> {
  for (const { run_id: id, provider, found_at: at } of rows)
    await sql`insert into reconciliation_runs (id, provider, span_from, span_until, started_at, finished_at)
      values (${id}, ${provider}, ${at}, ${at}, ${at}, ${at}) on conflict (id) do nothing`.execute(tx);
}

async function moveSequencesOn(tx: Tx, tables: TableColumns[]): Promise<void> {
  for (const { table, columns } of tables)
    for (const { name, type } of columns) {
      if (type !== 'int8') continue;
      await sql`select setval(seq, (select coalesce(max(${sql.ref(name)}), 1) from ${sql.table(table)}))
        from (select pg_get_serial_sequence(${table}, ${name}) as seq) found where seq is not null`.execute(
        tx,
      );
    }
}

async function compareBalances(tx: Tx, { manifest }: Archive): Promise<void> {
  const now = await balancesOf(tx, manifest.businessId);
  const names = new Set([...Object.keys(now), ...Object.keys(manifest.balances)]);
  for (const name of names)
    if ((now[name] ?? 0) !== (manifest.balances[name] ?? 0))
      throw new UnusableArchive(
        `${name} would hold ${now[name] ?? 0} and not ${manifest.balances[name] ?? 0}: nothing was loaded`,
      );
}
