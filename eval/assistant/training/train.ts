// npm run train:assistant: makes the weights of the built-in understanding from the wordings beside this file.
import { readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createRng } from '#server/demo/rng.ts';
import { ROWS } from '#server/modules/assistant/language/understanding/features.ts';
import { type ChoiceWeights, unpacked } from '#server/modules/assistant/language/understanding/model.ts';
import { examplesOf, fitChoice } from './choice.ts';
import { asBytes, sparseBytes } from '../../training/softmax.ts';
import { fitIntents, fitTags } from './fit.ts';
import { valuesOf, variant } from './noise.ts';
import { readWordings, type Wording } from './wordings.ts';

const COPIES = 2;
const HERE = new URL('wordings/', import.meta.url);
const WEIGHTS = new URL(
  '../../../src/server/modules/assistant/language/understanding/weights.gz',
  import.meta.url,
);

/** All wordings that are trained on. */
export const allWordings = (): Wording[] =>
  readdirSync(HERE)
    .filter((name) => name.endsWith('.txt'))
    .toSorted()
    .flatMap((name) => readWordings(new URL(name, HERE).pathname));

/** The same with variants of each. */
export function withVariants(wordings: readonly Wording[]): Wording[] {
  const { roll } = createRng(3);
  const values = valuesOf(wordings);
  const copies = Array.from({ length: COPIES }, () => wordings.map((one) => variant(one, values, roll)));
  return [...wordings, ...copies.flat()];
}

export const intentsOf = (wordings: readonly Wording[]): string[] =>
  [...new Set(wordings.map(({ intent }) => intent))].toSorted();

export const allTags = (wordings: readonly Wording[]): string[] => [
  'O',
  ...[...new Set(wordings.flatMap(({ marks }) => marks.map(({ slot }) => slot)))]
    .toSorted()
    .flatMap((slot) => [`B-${slot}`, `I-${slot}`]),
];

/** The trained tables as bytes: a line of JSON, then the tables. */
export function packed(wordings: readonly Wording[], choice: ChoiceWeights = {}): Buffer {
  const intents = intentsOf(wordings);
  const ofIntents = asBytes(fitIntents(withVariants(wordings), intents));
  const ofTags = taggerOf(wordings);
  const heading = { intents, tags: ofTags.tags, scale: ofIntents.scale, choice };
  return joined(heading, ofIntents.bytes[0], ofTags);
}

type Tagger = { tags: string[]; words: Int8Array; steps: Int8Array };

const joined = (heading: object, ofIntents: Int8Array = new Int8Array(), { words, steps }: Tagger): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(heading)}\n`),
    ...sparseBytes(ofIntents, ROWS),
    ...sparseBytes(words, ROWS),
    Buffer.from(steps.buffer),
  ]);

function taggerOf(wordings: readonly Wording[]): Tagger {
  const tags = allTags(wordings);
  const fitted = fitTags(withVariants(wordings), tags);
  const [words = new Int8Array(), steps = new Int8Array()] = asBytes(fitted.words, fitted.steps).bytes;
  return { tags, words, steps };
}

const FOLDS = 3;

/** Weights of the choice, from messages as taggers read them that were trained on the others. */
function choiceOf(wordings: readonly Wording[]): ChoiceWeights {
  const examples = Array.from({ length: FOLDS }, (_, fold) => {
    const left = wordings.filter((_one, at) => at % FOLDS === fold);
    const tagger = taggerOf(wordings.filter((_one, at) => at % FOLDS !== fold));
    const heading = { intents: [], tags: tagger.tags, scale: 1, choice: {} };
    return examplesOf(withVariants(left), unpacked(joined(heading, undefined, tagger)));
  });
  return fitChoice(examples.flat());
}

if (process.argv[1] === import.meta.filename) {
  const started = performance.now();
  const wordings = allWordings();
  const small = gzipSync(packed(wordings, choiceOf(wordings)), { level: 9 });
  writeFileSync(WEIGHTS, small);
  process.stdout.write(
    `${(small.length / 1e6).toFixed(2)} MB of weights in ${Math.round((performance.now() - started) / 1000)} s\n`,
  );
}
