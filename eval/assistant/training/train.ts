// npm run train:assistant: makes the weights of the built-in understanding from the wordings beside this file.
import { readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createRng } from '#server/demo/rng.ts';
import { asBytes } from '../../training/softmax.ts';
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

export function packed(wordings: readonly Wording[]): Buffer {
  const all = withVariants(wordings);
  const [intents, tags] = [intentsOf(wordings), allTags(wordings)];
  const ofIntents = asBytes(fitIntents(all, intents));
  const fitted = fitTags(all, tags);
  const ofTags = asBytes(fitted.words, fitted.steps);
  const heading = `${JSON.stringify({ intents, tags, scale: ofIntents.scale })}\n`;
  return Buffer.concat([
    Buffer.from(heading),
    ...[...ofIntents.bytes, ...ofTags.bytes].map((one) => Buffer.from(one.buffer)),
  ]);
}

if (process.argv[1] === import.meta.filename) {
  const started = performance.now();
  const bytes = packed(allWordings());
  const small = gzipSync(bytes, { level: 9 });
  writeFileSync(WEIGHTS, small);
  process.stdout.write(
    `${(small.length / 1e6).toFixed(2)} MB of weights in ${Math.round((performance.now() - started) / 1000)} s\n`,
  );
}
