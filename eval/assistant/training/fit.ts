import { sumsOf } from '#core/linear-model.ts';
import { createRng } from '#server/demo/rng.ts';
import { tokenize, type Word } from '#server/modules/assistant/language/tokens/tokenize.ts';
import {
  knownWords,
  messageFeatures,
  ROWS,
  shapesOf,
  wordFeatures,
} from '#server/modules/assistant/language/understanding/features.ts';
import { allowedSteps, bestPaths } from '#server/modules/assistant/language/understanding/model.ts';
import { fitSoftmax, shuffle } from '../../training/softmax.ts';
import type { Wording } from './wordings.ts';

/** Softmax regression over the features of whole messages. */
export function fitIntents(
  wordings: readonly Wording[],
  intents: readonly string[],
  epochs = 14,
): Float32Array {
  const examples = wordings.map(({ text, open, field, intent }) => ({
    rows: messageFeatures(shapesOf(tokenize(text)), { kind: open, field }),
    label: intents.indexOf(intent),
  }));
  return fitSoftmax(examples, { rows: ROWS, labels: intents.length, epochs, seed: 7 });
}

/** Tag of each word: `O`, or a slot with `B-` for its first word and `I-` for the others. */
export function tagsOf(words: readonly Word[], { marks }: Pick<Wording, 'marks'>): string[] {
  let before: object | null = null;
  return words.map(({ start, end }) => {
    const mark = marks.find(({ from, to }) => start < to && end > from) ?? null;
    const tag = mark ? `${mark === before ? 'I' : 'B'}-${mark.slot}` : 'O';
    before = mark;
    return tag;
  });
}

export type TagWeights = { words: Float32Array; steps: Float32Array };

/** Structured perceptron with averaged weights (Collins, 2002): best tags of a whole message by Viterbi, corrected where wrong. */
export function fitTags(wordings: readonly Wording[], tags: readonly string[], epochs = 8): TagWeights {
  const { roll } = createRng(11);
  const count = tags.length;
  const place = new Map(tags.map((tag, at) => [tag, at]));
  const size = ROWS * count;
  const weights = new Float32Array(size);
  const totals = new Float64Array(size);
  const steps = new Float32Array(count * count);
  const stepTotals = new Float64Array(count * count);
  const allowed = allowedSteps(tags);
  let now = 1;
  const all = wordings
    .map((wording) => {
      const words = tokenize(wording.text);
      const rows = wordFeatures(knownWords(words), wording.intent);
      const wanted = tagsOf(words.slice(0, rows.length), wording).map((tag) => place.get(tag) ?? 0);
      return { rows, wanted };
    })
    .filter(({ rows }) => rows.length > 0);
  const learn = (table: Float32Array, sums: Float64Array, at: number, by: number): void => {
    table[at] = (table[at] ?? 0) + by;
    sums[at] = (sums[at] ?? 0) + by * now;
  };
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(all, roll);
    for (const { rows, wanted } of all) {
      const own = rows.map((found) => sumsOf(weights, count, found));
      const got = bestPaths(own, { steps, allowed }, count, 1)[0]?.path ?? [];
      rows.forEach((found, at) => {
        const [want = 0, have = 0] = [wanted[at], got[at]];
        const [wantBefore, haveBefore] = [wanted[at - 1], got[at - 1]];
        if (want !== have)
          for (const row of found) {
            learn(weights, totals, row * count + want, 1);
            learn(weights, totals, row * count + have, -1);
          }
        if (at > 0 && (want !== have || wantBefore !== haveBefore)) {
          learn(steps, stepTotals, (wantBefore ?? 0) * count + want, 1);
          learn(steps, stepTotals, (haveBefore ?? 0) * count + have, -1);
        }
      });
      now++;
    }
  }
  const averaged = (table: Float32Array, sums: Float64Array): Float32Array =>
    table.map((value, at) => value - (sums[at] ?? 0) / now);
  return { words: averaged(weights, totals), steps: averaged(steps, stepTotals) };
}
