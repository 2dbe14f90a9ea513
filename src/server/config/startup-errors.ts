import { isUnreachable } from '#server/database/errors.ts';

/** The settings, or a resource they point to, are unusable: the message is for the operator who set them. */
export class ConfigError extends Error {}

type Failed = Error & {
  code?: unknown;
  path?: unknown;
  syscall?: unknown;
  severity?: unknown;
  hint?: unknown;
  port?: unknown;
  address?: unknown;
};

const FOLDER = /^(EACCES|EPERM|EROFS|EEXIST|ENOTDIR|EISDIR|ENOSPC|ENOENT)$/;
const SILENT = /timeout expired|timeout exceeded when|Connection terminated/i;

// Advice PostgreSQL's own messages do not give.
const refusals: Record<string, string> = {
  '28P01': 'It does not take the login of DATABASE_URL',
  '28000': 'It does not take the login of DATABASE_URL',
  '3D000': 'Make the database of DATABASE_URL first',
  '42501': 'The login of DATABASE_URL has to own its database',
  '25006': 'It only follows another server: DATABASE_URL has to lead to that one',
  '53300': 'All its connections are taken: lower DATABASE_POOL, or raise max_connections',
  '57P03': 'Wait until it is up, then start again',
};

/** The message for a start-up error, for the operator. Unexpected errors keep their stack. */
export function startupErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error.name === 'AppError') return error.message;
  const failed = rootCause(error as Failed);
  const code = String(failed.code ?? '');
  if (failed.severity !== undefined) return databaseMessage(failed, code);
  if (code.startsWith('ERR_PARSE_ARGS_')) return failed.message;
  if (code === 'EADDRINUSE' || failed.syscall === 'listen')
    return `${String(failed.address)}:${String(failed.port)} cannot be listened at (${code}). Set PORT, HOST, METRICS_PORT or METRICS_HOST to another one`;
  if ('$metadata' in failed) return `The object store of FILES_S3_… does not do as asked: ${failed.message}`;
  if (isUnreachable(code) || SILENT.test(failed.message))
    return `The database of DATABASE_URL cannot be reached: ${failed.message}`;
  if (code.startsWith('Z_')) return `This is no archive of Duewell, or a damaged one: ${failed.message}`;
  if (code === 'ENOENT' && typeof failed.path === 'string') return `${failed.path} is not there`;
  if (FOLDER.test(code) && typeof failed.path === 'string')
    return `${failed.path} cannot be used (${code}). The folder of DATA_DIR has to be there and writable for this user, and so has what a command names`;
  return failed.stack ?? failed.message;
}

// Where a name resolves to several addresses, each failed by itself and the outer error says nothing.
const rootCause = (error: Failed): Failed =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;

function databaseMessage({ message, hint }: Failed, code: string): string {
  const [detail] = [refusals[code], hint].filter((text) => typeof text === 'string' && text !== '');
  return `PostgreSQL refuses: ${message}${detail ? `. ${String(detail)}` : ''}`;
}

/** Makes uncaught errors print a plain message and end the process with 1. Returns how to undo that. */
export function exitOnStartupError(): () => void {
  const end = (error: unknown) => {
    console.error(startupErrorMessage(error));
    process.exit(1);
  };
  process.on('uncaughtException', end);
  return () => void process.off('uncaughtException', end);
}
