import type { FileFormat } from '#contract/wire.ts';
import type { Currency } from '#core/money.ts';
import { tablesCsv } from '#core/tables.ts';
import { attachment } from '#server/http/attachment.ts';
import { type SystemScope, turnOf } from '#server/kernel/scope.ts';
import { requireOutput, type Turn } from '#server/workers/pool.ts';
import { defineTask } from '#server/workers/protocol.ts';
import type * as xlsxTask from './xlsx.ts';

const MAKE_XLSX = defineTask<typeof xlsxTask>(new URL('./xlsx.ts', import.meta.url));

const types: Record<FileFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Tables as a file in one of three formats; `name` is the file's, without ending, and `print` makes the PDF. */
export type TableFile = {
  name: string;
  currency: Currency;
  sheets: xlsxTask.TableSheet[];
  print: (turn: Turn) => Promise<Uint8Array>;
};

/** Answers with tables as a file. */
export async function tableFile(scope: SystemScope, file: TableFile, format: FileFormat): Promise<Response> {
  return attachment(`${file.name}.${format}`, types[format], await contentOf(scope, file, format));
}

async function contentOf(
  scope: SystemScope,
  { sheets, currency, print }: TableFile,
  format: FileFormat,
): Promise<string | Uint8Array> {
  if (format === 'csv') return tablesCsv(sheets.flatMap(({ tables }) => tables));
  const turn = turnOf(scope);
  if (format === 'pdf') return print(turn);
  return requireOutput(await scope.ports.workers.run(MAKE_XLSX, { sheets, currency }, turn));
}
