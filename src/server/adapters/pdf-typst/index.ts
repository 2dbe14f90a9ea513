import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { PdfMaker } from '#server/kernel/ports/pdf.ts';
import { requireOutput, type Turn, type WorkerPool } from '#server/workers/pool.ts';
import { defineTask } from '#server/workers/protocol.ts';
import type * as printTask from './print-task.ts';

const HERE = new URL('.', import.meta.url);
const PRINT = defineTask<typeof printTask>(new URL('./print-task.ts', import.meta.url));

/** Prints documents in worker processes: setting one takes up to a second of processor. */
export function createPdfMaker(workers: WorkerPool): PdfMaker {
  const print = async (printable: Parameters<typeof printTask.run>[0], turn: Turn) =>
    requireOutput(await workers.run(PRINT, printable, turn));
  return {
    version: sourcesHash(),
    invoice: (document, turn) => print({ kind: 'invoice', document }, turn),
    receipt: (document, turn) => print({ kind: 'receipt', document }, turn),
    report: (document, turn) => print({ kind: 'report', document }, turn),
    table: (document, turn) => print({ kind: 'table', document }, turn),
    poster: (document, turn) => print({ kind: 'poster', document }, turn),
  };
}

// Whatever changes how a document is set lies in this folder.
function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(HERE).sort())
    if (!name.endsWith('.test.ts')) hash.update(readFileSync(new URL(name, HERE)));
  return hash.digest('hex');
}
