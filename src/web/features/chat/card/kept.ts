import { draft } from '#web/lib/forms/draft.ts';
import type { CardValues } from './rules.ts';

const NAME = 'chat-cards';
const MOST_KEPT = 5;

type Kept = [id: string, values: CardValues][];
const isKept = (value: unknown): value is Kept => Array.isArray(value) && value.every(Array.isArray);

function read(): Kept {
  const kept = draft.read(NAME);
  return isKept(kept) ? kept : [];
}

/** The values a card was left with; undefined where it was not changed, or by a version with other fields. */
export function keptCard(id: string, fields: CardValues): CardValues | undefined {
  const values = read().find(([key]) => key === id)?.[1];
  return values && Object.keys(fields).every((name) => name in values) ? values : undefined;
}

/** Keeps what was typed into a card, for the way back to the page; of the cards changed last. */
export const keepCard = (id: string, values: CardValues): void =>
  draft.write(NAME, [...read().filter(([key]) => key !== id), [id, values]].slice(-MOST_KEPT));
