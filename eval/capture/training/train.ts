// npm run train:capture [-- --leave-one-out --words 1500 --seed 909]: makes the weights of the field finder from generated papers.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ROWS } from '#server/modules/capture/fields/features.ts';
import { type FieldModel, labels, unpackedFields } from '#server/modules/capture/fields/finder.ts';
import { asBytes, fitSoftmax } from '../../training/softmax.ts';
import { judge } from '../judge.ts';
import { report } from '../report.ts';
import { generateReadings } from '../synthetic/generate.ts';
import { type Paper, papers } from './examples.ts';

const PAPERS = { count: 1500, seed: 2101 };
const WEIGHTS = new URL('../../../src/server/modules/capture/fields/weights.gz', import.meta.url);

/** The scale, then the table of weights. */
export function packedFields(some: readonly Paper[]): Buffer {
  const examples = some.flatMap((paper) => paper.examples);
  const fitted = fitSoftmax(examples, { rows: ROWS, labels: labels.length, epochs: 5, seed: 5 });
  const { bytes, scale } = asBytes(fitted);
  const head = Buffer.alloc(4);
  head.writeFloatLE(scale);
  return Buffer.concat([head, ...bytes.map((table) => Buffer.from(table.buffer))]);
}

/** How well papers are read by rules alone, and with a finder that never saw their kind or their state. */
function leaveOneOut(all: readonly Paper[], count: number, seed: number): void {
  const fitted = new Map<string, FieldModel>();
  const without = (by: 'kind' | 'state', name: string): FieldModel => {
    const known = fitted.get(`${by} ${name}`);
    if (known) return known;
    const model = unpackedFields(packedFields(all.filter((paper) => paper[by] !== name)));
    fitted.set(`${by} ${name}`, model);
    return model;
  };
  const readings = [...generateReadings(count, seed)].map(({ misreading: state, ...reading }) => ({
    ...reading,
    state,
    groups: ['all', `~ ${state}`],
  }));
  for (const [title, modelFor] of [
    ['rules alone', () => null],
    ['kind left out', ({ kind }) => without('kind', kind)],
    ['state left out', ({ state }) => without('state', state)],
  ] as const satisfies [string, (one: { kind: string; state: string }) => FieldModel | null][]) {
    process.stdout.write(`\n=== ${title}\n`);
    report(
      readings.map((one) => judge({ ...one, kind: 'paper' }, modelFor(one))),
      [],
      [],
    );
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values: options } = parseArgs({
    options: {
      'leave-one-out': { type: 'boolean', default: false },
      words: { type: 'string', default: '1500' },
      seed: { type: 'string', default: '909' },
    },
  });
  const all = papers(PAPERS.count, PAPERS.seed);
  if (options['leave-one-out']) leaveOneOut(all, Number(options.words), Number(options.seed));
  else {
    const small = gzipSync(packedFields(all), { level: 9 });
    writeFileSync(WEIGHTS, small);
    process.stdout.write(`${(small.length / 1e6).toFixed(2)} MB of weights\n`);
  }
}
