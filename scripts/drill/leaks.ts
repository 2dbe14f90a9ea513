import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/kernel/db.ts';

/** Which of these words stand in the packed files of a folder, in any of the usual spellings; how many bytes were looked at. */
export async function findInFiles(
  folder: string,
  searchTerms: readonly string[],
): Promise<{ found: string[]; bytes: number }> {
  const forms = searchTerms.flatMap((searchTerm) =>
    encodingsOf(searchTerm).map((bytes) => ({ word: searchTerm, bytes })),
  );
  const overlap = Math.max(...forms.map(({ bytes }) => bytes.length)) - 1;
  const found = new Set<string>();
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.gz')) continue;
    let end = Buffer.alloc(0);
    for await (const chunk of createReadStream(join(folder, name)).pipe(
      createGunzip({ chunkSize: 1 << 20 }),
    )) {
      const part = Buffer.concat([end, chunk as Buffer]);
      for (const form of forms) if (part.includes(form.bytes)) found.add(form.word);
      end = part.subarray(-overlap);
      bytes += (chunk as Buffer).length;
    }
  }
  return { found: [...found], bytes };
}

function encodingsOf(searchTerm: string): Buffer[] {
  const bytes = Buffer.from(searchTerm);
  const hex = bytes.toString('hex');
  return [
    bytes,
    Buffer.from(searchTerm, 'utf16le'),
    Buffer.from(hex),
    Buffer.from(hex.toUpperCase()),
    ...[0, 1, 2].map((shift) => Buffer.from(base64At(bytes, shift))),
  ];
}

// Part of the base64 of bytes that does not depend on the bytes around them.
function base64At(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}

/** Tables with one of these words in a row; there long values are packed in the database's files, where no search finds them. */
export async function findInTables(db: Kysely<Database>, searchTerms: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(db);
  const found: string[] = [];
  for (const { name } of rows) {
    const held = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(name)} t
      where ${sql.join(
        searchTerms.map((searchTerm) => sql`t::text like ${`%${searchTerm}%`}`),
        sql` or `,
      )}`.execute(db);
    if (held.rows[0]?.n) found.push(`${name} (${held.rows[0].n} rows)`);
  }
  return found;
}
