import { createHash } from 'node:crypto';
import type { StatementReading, Unreadable } from '#core/bank-statement/model.ts';
import type { Answers } from '#core/bank-statement/read.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { UploadedFile } from '#server/http/request-body.ts';
import { type Scope, turnOf } from '#server/kernel/scope.ts';
import { requireOutput } from '#server/workers/pool.ts';
import { defineTask } from '#server/workers/protocol.ts';
import { importStatement } from '../commands/import.ts';
import type * as readTask from '../reading/read-task.ts';
import { providerFinder } from './settlements.ts';

const READ = defineTask<typeof readTask>(new URL('../reading/read-task.ts', import.meta.url));
const MAX_NAME = 120;

const refusals: Record<Unreadable, string> = {
  too_large: 'That file is larger than 5 MB',
  too_many_rows:
    'That statement has more than 5,000 lines. Ask your bank for shorter ones, such as a month each',
  old_excel: 'That is an old Excel file. Open it, save it as .xlsx or .csv and choose that one',
  pdf: 'That is a PDF. Ask your bank for the statement as CSV or Excel',
  locked: 'That file is locked. Ask your bank for it without a password, as CSV or Excel',
  not_a_list: 'We could not read that file. Choose a CSV or Excel file from your bank',
  empty: 'We found no payments in that file. Choose the statement your bank gave you, as CSV or Excel',
};

const names: Record<Currency, string> = { NGN: 'naira', USD: 'US dollars' };

/** Reads an uploaded statement in a worker process. Throws 413, 415, 422 for what is none. */
export async function readUpload(
  scope: Scope,
  file: UploadedFile | null,
  { currency, answers }: { currency: Currency; answers: Answers },
): Promise<StatementReading> {
  if (!file) throw fieldError('file', 'Choose a file to upload');
  const result = await scope.ports.workers.run(READ, { bytes: file.bytes, answers }, turnOf(scope));
  // A file that outgrows a process is a file that is too large.
  if (!result.ok && (result.reason === 'too_large' || result.reason === 'broken')) throw refusal('too_large');
  const reading = requireOutput(result);
  if (typeof reading === 'string') throw refusal(reading);
  if (reading.currency !== null && reading.currency !== currency)
    throw fieldError('file', `This statement is in ${names[reading.currency]}, not in ${names[currency]}`);
  return reading;
}

function refusal(reason: Unreadable): AppError {
  const message = refusals[reason];
  const errors = [{ path: 'file', message }];
  if (reason === 'too_large') return new AppError('too_large', message, { errors });
  return ['old_excel', 'pdf', 'locked', 'not_a_list'].includes(reason)
    ? new AppError('unsupported_media', message, { errors })
    : fieldError('file', message);
}

type Upload = { currency: Currency; bankName: string; last4: string; answers: Answers };

/** Keeps a statement. Throws as `readUpload`, and 422 while a question about it is open. */
export async function keepUpload(scope: Scope, file: UploadedFile | null, upload: Upload) {
  const reading = await readUpload(scope, file, upload);
  if (reading.question === 'columns') throw fieldError('columns', 'Say which column is which');
  if (reading.question === 'date_order') throw fieldError('dateOrder', 'Say how the dates are written');
  if (reading.lines.length === 0) throw refusal('empty');
  const settlements = await settlementRows(scope, upload.currency, reading);
  const { id, added } = await scope.transact((ctx) =>
    importStatement(ctx, {
      ...upload,
      reading,
      settlements,
      fileName: (file?.name ?? '').replace(/\p{C}/gu, '').slice(0, MAX_NAME) || 'statement',
      sha256: createHash('sha256')
        .update(file?.bytes ?? '')
        .digest('hex'),
    }),
  );
  return { id, added, known: reading.lines.length - added };
}

async function settlementRows(
  scope: Scope,
  currency: Currency,
  { lines }: StatementReading,
): Promise<ReadonlySet<number>> {
  const days = lines.map(({ day }) => day).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (!from || !to) return new Set();
  const find = await providerFinder(scope, currency, { from, to });
  return new Set(lines.filter((line) => line.amount > 0 && find(line)?.isCounted).map(({ row }) => row));
}
