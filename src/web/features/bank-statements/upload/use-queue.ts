import { useState } from 'react';
import type { Currency } from '#core/money.ts';
import { usePreview } from './use-preview.ts';

/** Files that are looked at and added one after the other; `done` is given the statements they became. */
export function useQueue(currency: Currency, done: (ids: string[]) => void) {
  const preview = usePreview(currency);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [at, setAt] = useState(0);
  const [kept, setKept] = useState<readonly string[]>([]);
  const go = (to: number, among: readonly File[], ids: readonly string[]) => {
    const file = among[to];
    if (!file) return done([...new Set(ids)]);
    setAt(to);
    preview.clear();
    void preview.read(file, {});
  };
  return {
    ...preview,
    at,
    files,
    hasKept: kept.length > 0,
    /** Another file in the place of the one that is looked at. */
    replace: (file: File) => {
      setFiles(files.with(at, file));
      void preview.read(file, {});
    },
    start: (chosen: readonly File[]) => {
      setFiles(chosen);
      go(0, chosen, []);
    },
    keep: (id: string) => {
      setKept([...kept, id]);
      go(at + 1, files, [...kept, id]);
    },
    skip: () => go(at + 1, files, kept),
    /** Ends it with what was added before. */
    stop: () => done([...new Set(kept)]),
  };
}
