import type { Draft } from '#contract/assistant.ts';
import type { Item } from './lines.ts';
import type { Asked } from './understanding.ts';

/**
 * A draft under change. `said` holds the currencies that new prices named, `line` the line spoken of last, `unclear` what
 * has to be asked before it can go on.
 */
export type Change = {
  draft: Draft;
  changed: boolean;
  said: string[];
  unclear: Asked | null;
  line: number | null;
};

/** The draft with other lines; `line` is the one that was spoken of. */
export function withItems(
  change: Change,
  items: Item[],
  line: number | null,
  said: readonly string[] = [],
): Change {
  return {
    ...change,
    changed: true,
    draft: { ...change.draft, items },
    line,
    said: [...change.said, ...said],
  };
}

/** The draft with one line changed. */
export function withItem(change: Change, line: number, item: Item, said: readonly string[] = []): Change {
  const items = change.draft.items.map((old, at) => (at === line ? item : old));
  return withItems(change, items, line, said);
}

/** The same draft with a question of its own. */
export const unclear = (change: Change, asks: Asked): Change => ({ ...change, changed: true, unclear: asks });
