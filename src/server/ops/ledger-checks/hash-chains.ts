import { type RawBuilder, sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { digestOf, digestOfMany, type Fields, firstHash, nextHash } from './chain-hash.ts';

/** A hash-chained table: the audit trail of accounts, or the ledger. */
export type Book = 'audit' | 'ledger';

/** Head of a chain when it was verified: stored elsewhere and compared later. `hash` in hex. */
export type Head = { book: Book; chain: string; number: number; hash: string };

/** A defect of a chain; `row` names the record, or the link where there is no record. */
export type Break = { book: Book; chain: string; row: string; what: string };

type Shape = {
  table: string;
  links: string;
  position: string;
  /** Whose rows have no business. */
  nobodys: string;
  columns: RawBuilder<unknown>;
  /** Which of the columns names the row to a person. */
  name: number;
};

const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`;

const shapes: Record<Book, Shape> = {
  audit: {
    table: 'security_events',
    links: 'audit_links',
    position: 'position',
    nobodys: 'nobody',
    columns: sql`position::text, id, user_id, business_id, event, detail, client_address, user_agent, ${micros('created_at')}`,
    name: 1,
  },
  ledger: {
    table: 'ledger_transfers',
    links: 'ledger_links',
    position: 'sequence',
    nobodys: 'platform',
    columns: sql`sequence::text, ref, debit_account, credit_account, currency::text, amount_minor::text, reason, cause, business_id, ${micros('created_at')}`,
    name: 1,
  },
};

const BATCH = 2000;
type Link = { number: number; position: number; digest: Uint8Array; hash: Uint8Array };
type Row = { position: number; fields: Fields };

/**
 * Recomputes every chain of both tables and returns what does not match, reading only; `knownHeads` were
 * stored elsewhere.
 */
export async function verifyChains(
  db: Db,
  knownHeads: readonly Head[] = [],
): Promise<{ heads: Head[]; breaks: Break[] }> {
  const heads: Head[] = [];
  const breaks: Break[] = [];
  for (const book of ['audit', 'ledger'] as const) {
    for (const chain of await chainsOf(db, book)) {
      const of = knownHeads.filter((head) => head.book === book && head.chain === chain);
      const result = await verifyChain(db, { book, chain, knownHeads: of });
      if (result.head) heads.push(result.head);
      breaks.push(...result.breaks);
    }
  }
  const present = new Set(heads.map(({ book, chain }) => `${book} ${chain}`));
  const missing = knownHeads.filter(({ book, chain }) => !present.has(`${book} ${chain}`));
  breaks.push(
    ...missing.map(({ book, chain }) => ({ book, chain, row: 'link 0', what: 'the whole chain is gone' })),
  );
  return { heads, breaks };
}

/** Starts the chains of rows older than the feature; nothing to do once all have started. */
export async function startOldChains(scope: SystemScope): Promise<void> {
  const { db, now } = scope;
  const name = 'begin chains';
  const due = await db
    .selectFrom('periodic_work')
    .select('due_at')
    .where('name', '=', name)
    .executeTakeFirst();
  if (due && due.due_at > now) return;
  let started = BATCH_SIZE;
  while (started > 0) started = await startChains(db);
  const due_at = plusMs(now, CENTURY_MS);
  await db
    .insertInto('periodic_work')
    .values({ name, due_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ due_at }))
    .execute();
}

const BATCH_SIZE = 50;
const CENTURY_MS = 100 * 365 * 24 * 3_600_000;

async function startChains(db: Db): Promise<number> {
  const { rows } = await sql<{ begun: number }>`select begin_chains(${BATCH_SIZE}) as begun`.execute(db);
  return rows[0]?.begun ?? 0;
}

async function chainsOf(db: Db, book: Book): Promise<string[]> {
  const { table, links, nobodys } = shapes[book];
  const { rows } = await sql<{ chain: string }>`
    select distinct business_id as chain from ${sql.table(links)}
    union select distinct coalesce(business_id, ${nobodys}) from ${sql.table(table)} order by 1`.execute(db);
  return rows.map(({ chain }) => chain);
}

type ChainToVerify = { book: Book; chain: string; knownHeads: readonly Head[] };

async function verifyChain(
  db: Db,
  { book, chain, knownHeads }: ChainToVerify,
): Promise<{ head: Head | null; breaks: Break[] }> {
  const breaks: Break[] = [];
  const report = (row: string, what: string) => void breaks.push({ book, chain, row, what });
  const erasedTo = book === 'audit' ? await erasedUpTo(db, chain) : 0;
  let before: Link | null = null;
  for await (const links of linksOf(db, book, chain)) {
    const rows = await rowsAt(db, book, chain, links);
    for (const link of links) {
      if (link.number !== (before ? before.number + 1 : 0))
        report(`link ${before ? before.number + 1 : 0}`, 'removed');
      if (link.number === 0) await verifyFirst(db, { book, chain }, link, { erasedTo, report });
      else verifyLink(before, link, rows.get(link.position), { book, erasedTo, report });
      const known = knownHeads.find(({ number }) => number === link.number);
      if (known && known.hash !== hex(link.hash))
        report(`link ${link.number}`, 'is not the one that was noted');
      before = link;
    }
  }
  for (const known of knownHeads)
    if (!before || known.number > before.number)
      report(`link ${known.number}`, 'was noted, but the chain ends before it');
  await reportUnlinked(db, { book, chain }, before !== null, report);
  return { head: before && { book, chain, number: before.number, hash: hex(before.hash) }, breaks };
}

type Report = (row: string, what: string) => void;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

function verifyLink(
  before: Link | null,
  link: Link,
  row: Row | undefined,
  { book, erasedTo, report }: { book: Book; erasedTo: number; report: Report },
): void {
  const name = row?.fields[shapes[book].name] ?? `position ${link.position}`;
  if (!row && link.position > erasedTo) report(name, 'removed');
  if (row && !same(digestOf(row.fields), link.digest)) report(name, 'edited');
  if (before && !same(nextHash(before.hash, link), link.hash))
    report(`link ${link.number}`, `(of ${name}) does not follow from the one before`);
}

async function verifyFirst(
  db: Db,
  of: { book: Book; chain: string },
  link: Link,
  { erasedTo, report }: { erasedTo: number; report: Report },
): Promise<void> {
  if (!same(firstHash(of.book, of.chain, link.position, link.digest), link.hash))
    report('link 0', 'does not agree with itself');
  if (link.position > 0 && link.position <= erasedTo) return;
  const digest = digestOfMany();
  for await (const row of unlinked(db, of, { upTo: link.position })) digest.add(digestOf(row.fields));
  if (!same(digest.end(), link.digest))
    report(
      `positions up to ${link.position}`,
      'from before the chain began: a row was edited, removed or inserted',
    );
}

async function reportUnlinked(
  db: Db,
  of: { book: Book; chain: string },
  isStarted: boolean,
  report: Report,
): Promise<void> {
  for await (const row of unlinked(db, of, { after: true }))
    report(row.fields[shapes[of.book].name] ?? '', isStarted ? 'inserted' : 'not chained yet');
}

// Position up to which retention removed a trail. An account's counts only when the account was erased.
async function erasedUpTo(db: Db, chain: string): Promise<number> {
  const erasures = await db
    .selectFrom('security_events')
    .select('detail')
    .where('event', '=', 'trail_erased')
    .where('business_id', chain === 'nobody' ? 'is' : '=', chain === 'nobody' ? null : chain)
    .execute();
  const account = await db
    .selectFrom('users')
    .select('erased_at')
    .where('business_id', '=', chain)
    .executeTakeFirst();
  if (chain !== 'nobody' && !account?.erased_at) return 0;
  return Math.max(0, ...erasures.map(({ detail }) => Number(detail)));
}

const isOf = (book: Book, chain: string) =>
  chain === shapes[book].nobodys ? sql`business_id is null` : sql`business_id = ${chain}`;

async function* linksOf(db: Db, book: Book, chain: string): AsyncIterable<Link[]> {
  for (let after = -1; ; ) {
    const { rows } =
      await sql<Link>`select number, position, digest, hash from ${sql.table(shapes[book].links)}
      where business_id = ${chain} and number > ${after} order by number limit ${BATCH}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.number;
  }
}

async function rowsAt(db: Db, book: Book, chain: string, links: Link[]): Promise<Map<number, Row>> {
  const { table, position, columns } = shapes[book];
  const positions = links.map((link) => link.position);
  const { rows } =
    await sql<Row>`select ${sql.ref(position)} as position, json_build_array(${columns}) as fields
    from ${sql.table(table)} where ${isOf(book, chain)} and ${sql.ref(position)} = any(${positions}::bigint[])`.execute(
      db,
    );
  return new Map(rows.map((row) => [row.position, row]));
}

type Span = { upTo: number } | { after: true };

// Rows without a link of their own: up to a position those that link 0 covers, after it none may be.
async function* unlinked(
  db: Db,
  { book, chain }: { book: Book; chain: string },
  span: Span,
): AsyncIterable<Row> {
  const { table, links, position, columns } = shapes[book];
  const at = sql.ref(`r.${position}`);
  const first = sql`coalesce((select position from ${sql.table(links)} where business_id = ${chain} and number = 0), 0)`;
  const within = 'upTo' in span ? sql`${at} <= ${span.upTo}` : sql`${at} > ${first}`;
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`select ${at} as position, json_build_array(${columns}) as fields
      from ${sql.table(table)} r where ${isOf(book, chain)} and ${within} and ${at} > ${after}
      and not exists (select 1 from ${sql.table(links)} l where l.business_id = ${chain} and l.position = ${at} and l.number > 0)
      order by ${at} limit ${BATCH}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.position;
  }
}
