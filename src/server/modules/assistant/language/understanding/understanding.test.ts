import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { intents } from '#contract/assistant-intents.ts';
import { allWordings, packed } from '../../../../../../eval/assistant/training/train.ts';
import { readWordings } from '../../../../../../eval/assistant/training/wordings.ts';
import { scoreOfReplies } from '../../../../../../eval/assistant/replies-report.ts';
import { scoresOfProduct, scoresOfReading } from '../../../../../../eval/assistant/wordings-report.ts';
import { tokenize } from '../tokens/tokenize.ts';
import { knownWords, MOST_WORDS, messageFeatures, shapesOf, wordFeatures } from './features.ts';
import { readIntents, readSlots } from './model.ts';

const HELD_OUT = ['held-out.txt', 'held-out-2.txt', 'held-out-3.txt'].map((name) =>
  fileURLToPath(new URL(`../../../../../../eval/assistant/${name}`, import.meta.url)),
);
const nothing = { kind: '-', field: null };

test('messages that were not trained on are understood as well as they were', () => {
  const wordings = HELD_OUT.flatMap(readWordings);
  const { intents: read, slots } = scoresOfReading(wordings);
  const product = scoresOfProduct(wordings);
  const replies = scoreOfReplies(wordings);
  const share = ({ right, all }: { right: number; all: number }) => right / all;
  expect(share(read)).toBeGreaterThan(0.93);
  expect(slots).toBeGreaterThan(0.84);
  expect(share(product.intents)).toBeGreaterThan(0.88);
  expect(share(product.customers)).toBeGreaterThan(0.82);
  expect(share(product.both)).toBeGreaterThan(0.67);
  expect(share(replies.intents)).toBeGreaterThan(0.9);
  expect(share(replies.whole)).toBeGreaterThan(0.72);
});

test('every example has an intent that is known, and no message stands among those that are held out', () => {
  const known = new Set<string>([...intents, 'undo_payment', 'promise']);
  const trained = allWordings();
  expect(trained.filter(({ intent }) => !known.has(intent))).toEqual([]);
  const texts = new Set(trained.map(({ text }) => text.toLowerCase()));
  const twice = HELD_OUT.flatMap(readWordings).filter(
    ({ text }) => text.split(/\s+/).length > 6 && texts.has(text.toLowerCase()),
  );
  expect(twice).toEqual([]);
});

test('the same examples make the same weights', () => {
  const few = allWordings().filter((_, at) => at % 400 === 0);
  expect(packed(few).equals(packed(few))).toBe(true);
});

test('an endless message is looked at so far and no further', () => {
  const words = tokenize('bill Ada 2 bags of rice at 5k '.repeat(2_000));
  const shapes = shapesOf(words);
  expect(shapes).toHaveLength(MOST_WORDS);
  expect(messageFeatures(shapes, nothing).length).toBeLessThan(20 * MOST_WORDS);
  expect(wordFeatures(knownWords(words), 'create_invoice')).toHaveLength(MOST_WORDS);
  expect(readSlots(words, 'create_invoice').every(({ to }) => to <= MOST_WORDS)).toBe(true);
});

test.each(['', '   ', '😀😀', '‮gnp.exe', '0'.repeat(40), '\u0000\u0007', '{rate:5k}'])(
  '%j is read as something',
  (text) => {
    const [likeliest] = readIntents(tokenize(text), nothing);
    expect(likeliest?.confidence).toBeGreaterThan(0);
    expect(readSlots(tokenize(text), 'create_invoice').every(({ from, to }) => from < to)).toBe(true);
  },
);

test('names nobody told the rules are found', () => {
  const words = tokenize('Sister Bimpe has forgotten me, remind her small');
  const [likeliest] = readIntents(words, nothing);
  expect(likeliest?.intent).toBe('send_reminder');
  const [named] = readSlots(words, 'send_reminder');
  expect(named).toEqual({ slot: 'customer', from: 0, to: 2 });
});
