import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { ConfigError } from '#server/config/startup-errors.ts';

const part = z.object({ entry: z.string(), bytes: z.int(), sha256: z.string() });
const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Sum of the hashes of its rows: the same whatever order they come in. */
  rowsum: z.string(),
  parts: z.array(part),
});
const manifest = z.object({
  format: z.literal('duewell-backup'),
  version: z.literal(1),
  madeAt: z.string(),
  from: z.enum(['embedded', 'server']),
  migrations: z.array(z.string()),
  /** Of the job queue's own tables, which belong to a package. */
  queueVersion: z.int(),
  tables: z.array(table),
  sequences: z.record(z.string(), z.int()),
  files: z.array(z.object({ key: z.string(), entry: z.string(), bytes: z.int(), sha256: z.string() })),
  /** Files named by records whose bytes were missing when the copy was made. */
  missingFiles: z.array(z.string()),
  /** Heads of the hash chains of the audit trail and the ledger. */
  heads: z.array(
    z.object({ book: z.enum(['audit', 'ledger']), chain: z.string(), number: z.int(), hash: z.string() }),
  ),
  /** The ids of the master keys needed to open sealed values; they reveal nothing of the keys. */
  masterKeys: z.array(z.string()),
});

/** The manifest of an archive; its last entry, `manifest.json`. */
export type Manifest = z.output<typeof manifest>;
export type TableCopy = z.output<typeof table>;

export const MANIFEST = 'manifest.json';

/** Reads a manifest; throws where it is none of ours or of a later kind. */
export function parseManifest(text: string): Manifest {
  const parsed = z.safeParse(manifest, JSON.parse(text));
  if (!parsed.success) throw new ConfigError('This is no archive of Duewell, or one of a later kind');
  return parsed.data;
}

export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

const NEWLINE = 0x0a;
const LANES = 8;

/** Counts rows and adds up their hashes; a row is a line of COPY's text format. */
export function createRowSum() {
  const lanes = new Uint32Array(LANES);
  let rows = 0;
  return {
    /** Complete rows only. */
    add(bytes: Buffer): void {
      let from = 0;
      for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
        const digest = hash('sha256', bytes.subarray(from, at), 'buffer');
        for (let lane = 0; lane < LANES; lane++)
          lanes[lane] = (lanes[lane] ?? 0) + digest.readUInt32LE(lane * 4);
        rows += 1;
        from = at + 1;
      }
    },
    rows: () => rows,
    sum: () => Buffer.from(lanes.buffer).toString('hex'),
  };
}
