import type { OnStep } from '#server/workers/protocol.ts';
import { readDocument } from './read-document.ts';
import { type Refusable, refusable } from './unreadable.ts';

type Input = {
  bytes: Uint8Array;
  mime: string;
  threads: number;
  use: { file: string; known: unknown };
};

/** Reads a document and has the task of its reader make something of the words, all in this process. */
export const run = ({ bytes, mime, threads, use }: Input, onStep: OnStep): Promise<Refusable<unknown>> =>
  refusable(async () => {
    const words = await readDocument(bytes, mime, threads, onStep);
    onStep('text');
    const task = await import(use.file);
    return task.run({ ...words, known: use.known });
  });
