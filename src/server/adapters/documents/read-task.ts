import type { OnStep } from '#server/workers/protocol.ts';
import { type Reading, readDocument } from './read-document.ts';
import { type Refusable, refusable } from './unreadable.ts';

type Input = { bytes: Uint8Array; mime: string; threads: number };

export const run = ({ bytes, mime, threads }: Input, onStep: OnStep): Promise<Refusable<Reading>> =>
  refusable(() => readDocument(bytes, mime, threads, onStep));
