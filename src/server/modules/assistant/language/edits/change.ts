import type { Draft } from '#contract/assistant.ts';
import type { Item } from '../drafts/lines.ts';
import type { MissingField } from '../types.ts';

/**
 * A draft being edited. `currencies` are those of newly stated prices, `line` is the line mentioned last,
 * `unclear` the field to ask for before it can go on.
 */
export type Change = {
  draft: Draft;
  changed: boolean;
  currencies: string[];
  unclear: MissingField | null;
  line: number | null;
};

/** The draft with other lines; `line` is the one mentioned. */
export function withItems(
  change: Change,
  items: Item[],
  line: number | null,
  currencies: readonly string[] = [],
): Change {
  return {
    ...change,
    changed: true,
    draft: { ...change.draft, items },
    line,
    currencies: [...change.currencies, ...currencies],
  };
}

/** The draft with one line changed. */
export function withItem(
  change: Change,
  line: number,
  item: Item,
  currencies: readonly string[] = [],
): Change {
  const items = change.draft.items.map((old, at) => (at === line ? item : old));
  return withItems(change, items, line, currencies);
}

/** The same draft with a question of its own. */
export const unclear = (change: Change, asks: MissingField): Change => ({
  ...change,
  changed: true,
  unclear: asks,
});
