// npm run train:assistant: makes the weights of the built-in understanding from the wordings beside this file.
import { readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createRng } from '#server/demo/rng.ts';
import { ROWS } from '#server/modules/assistant/language/understanding/features.ts';
import { type ChoiceWeights, unpacked } from '#server/modules/assistant/language/understanding/model.ts';
import { examplesOf, fitChoice } from './choice.ts';
import { asBytes, sparseBytes } from '../../training/softmax.ts';
import { fitIntents, fitTags } from './fit.ts';
import { fitNetwork, type Labels, type PackedNetwork } from './network.ts';
import { besideCards, valuesOf, variant } from './noise.ts';
import { fitPrices } from './prices.ts';
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
function withVariants(wordings: readonly Wording[]): Wording[] {
  const { roll } = createRng(3);
  const values = valuesOf(wordings);
  const copies = Array.from({ length: COPIES }, () => wordings.map((one) => variant(one, values, roll)));
  return [...wordings, ...copies.flat()];
}

function labelsOf(wordings: readonly Wording[]): Labels {
  const all = (values: readonly string[]): string[] => [...new Set(values)].toSorted();
  const slots = all(wordings.flatMap(({ marks }) => marks.map(({ slot }) => slot)));
  return {
    intents: all(wordings.map(({ intent }) => intent)),
    tags: ['O', ...slots.flatMap((slot) => [`B-${slot}`, `I-${slot}`])],
    kinds: all(wordings.map(({ open }) => open)),
    fields: all(['', ...wordings.map(({ field }) => field ?? '')]),
  };
}

type Tables = { ofIntents: Int8Array; scale: number; words: Int8Array; steps: Int8Array };

/** Trained tables as bytes: a line of JSON, then the tables. */
function joined(
  wordings: readonly Wording[],
  { ofIntents, scale, words, steps }: Tables,
  network: PackedNetwork | null,
  choice: ChoiceWeights,
): Buffer {
  const sizes = network?.sizes ?? null;
  const prices = fitPrices(wordings);
  return Buffer.concat([
    Buffer.from(`${JSON.stringify({ ...labelsOf(wordings), scale, choice, prices, sizes })}\n`),
    ...sparseBytes(ofIntents, ROWS),
    ...sparseBytes(words, ROWS),
    Buffer.from(steps.buffer),
    ...(network?.bytes ?? []),
  ]);
}

/** Wordings for the intents alone. */
const besideCardsOf = (wordings: readonly Wording[]): Wording[] => besideCards(wordings, createRng(5).roll);

function intentTable(wordings: readonly Wording[]): Pick<Tables, 'ofIntents' | 'scale'> {
  const all = [...withVariants(wordings), ...besideCardsOf(wordings)];
  const { bytes, scale } = asBytes(fitIntents(all, labelsOf(wordings).intents));
  return { ofIntents: bytes[0] ?? new Int8Array(), scale };
}

function tagTables(wordings: readonly Wording[]): Pick<Tables, 'words' | 'steps'> {
  const fitted = fitTags(withVariants(wordings), labelsOf(wordings).tags);
  const [words = new Int8Array(), steps = new Int8Array()] = asBytes(fitted.words, fitted.steps).bytes;
  return { words, steps };
}

const networkFor = (wordings: readonly Wording[]): Promise<PackedNetwork> =>
  fitNetwork(withVariants(wordings), besideCardsOf(wordings), labelsOf(wordings));

/** A model of some wordings as its file has it; without the network where that is none. */
export const packed = (
  wordings: readonly Wording[],
  network: PackedNetwork | null = null,
  choice: ChoiceWeights = {},
): Buffer => joined(wordings, { ...intentTable(wordings), ...tagTables(wordings) }, network, choice);

const NO_INTENTS = { ofIntents: new Int8Array(), scale: 1 };

/** One in so many messages is left to the choice. */
const LEFT_OUT = 3;

/** Weights of the choice, from some messages as a model reads them that was trained on the others. */
async function choiceOf(wordings: readonly Wording[]): Promise<ChoiceWeights> {
  const isLeft = (at: number): boolean => at % LEFT_OUT === 0;
  const rest = wordings.filter((_, at) => !isLeft(at));
  const network = await networkFor(rest);
  const model = unpacked(joined(rest, { ...NO_INTENTS, ...tagTables(rest) }, network, {}));
  // Without variants: with figures of other messages nothing would cost what it does.
  return fitChoice(
    examplesOf(
      wordings.filter((_, at) => isLeft(at)),
      model,
    ),
  );
}

/** The whole file. Two networks learn at once, each in a process of its own. */
async function trained(wordings: readonly Wording[]): Promise<Buffer> {
  const [network, choice] = await Promise.all([networkFor(wordings), choiceOf(wordings)]);
  return packed(wordings, network, choice);
}

if (process.argv[1] === import.meta.filename) {
  const started = performance.now();
  const small = gzipSync(await trained(allWordings()), { level: 9 });
  writeFileSync(WEIGHTS, small);
  process.stdout.write(
    `${(small.length / 1e6).toFixed(2)} MB of weights in ${Math.round((performance.now() - started) / 1000)} s\n`,
  );
}
