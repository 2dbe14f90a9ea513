import { format } from 'node:util';
import { canaries, listening } from './canary.ts';

// Once for each worker, which plays many files: what is taken down twice would be looked through twice.

/** What was said to console.error since it was last emptied. */
export const told: string[] = [];

/** Answers still being read. */
export const answers = new Set<Promise<void>>();

for (const way of ['debug', 'info', 'log', 'warn', 'error'] as const) {
  const real = console[way];
  console[way] = (...words: unknown[]): void => {
    const line = format(...words);
    canaries.note('log', line, 'the console');
    if (way === 'error') told.push(line);
    else real(...words);
  };
}

globalThis.fetch = listening(globalThis.fetch, answers);
