import { format } from 'node:util';
import { canaries, recordingFetch } from './canary.ts';

// Once for each worker, which plays many files: what is taken down twice would be looked through twice.

/** Lines written to console.error since it was last emptied. */
export const consoleErrors: string[] = [];

/** Answers still being read. */
export const pendingResponses = new Set<Promise<void>>();

for (const method of ['debug', 'info', 'log', 'warn', 'error'] as const) {
  const real = console[method];
  console[method] = (...args: unknown[]): void => {
    const line = format(...args);
    canaries.note('log', line, 'the console');
    if (method === 'error') consoleErrors.push(line);
    else real(...args);
  };
}

globalThis.fetch = recordingFetch(globalThis.fetch, pendingResponses);
