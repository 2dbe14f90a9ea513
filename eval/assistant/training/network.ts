import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenize } from '#server/modules/assistant/language/tokens/tokenize.ts';
import {
  knownWords,
  NETWORK_ROWS,
  networkFeatures,
} from '#server/modules/assistant/language/understanding/features.ts';
import type { Model } from '#server/modules/assistant/language/understanding/model.ts';
import { type NetworkSizes, tableSizes } from '#server/modules/assistant/language/understanding/network.ts';
import { inSteps } from '../../training/softmax.ts';
import { tagsOf } from './fit.ts';
import type { Wording } from './wordings.ts';

const WIDTH = 96;
const HIDDEN = 96;
/** The one PyTorch is installed for (Debian's python3-torch). */
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';
/** Debian's OpenBLAS (libopenblas0-pthread), which is five times as fast as the plain one, sums up in another order for each processor. */
const SAME_SUMS = { OPENBLAS_NUM_THREADS: '1', OPENBLAS_CORETYPE: 'Haswell' };
const SCRIPT = new URL('network.py', import.meta.url).pathname;

/** A trained network as its file has it. */
export type PackedNetwork = { sizes: NetworkSizes; bytes: Uint8Array[] };

/** Labels of the network: the columns and rows of its tables. */
export type Labels = Pick<Model, 'tags' | 'intents' | 'kinds' | 'fields'>;

/**
 * Trains the network by PyTorch in a process of its own; of the second wordings only the intents are learned. The same examples make the
 * same weights. Throws where it is not installed.
 */
export async function fitNetwork(
  wordings: readonly Wording[],
  forIntents: readonly Wording[],
  labels: Labels,
): Promise<PackedNetwork> {
  const folder = await mkdtemp(join(tmpdir(), 'network-'));
  try {
    const [examples, weights] = [join(folder, 'examples'), join(folder, 'weights')];
    const counts = {
      tags: labels.tags.length,
      intents: labels.intents.length,
      kinds: labels.kinds.length,
      fields: labels.fields.length,
      width: WIDTH,
      hidden: HIDDEN,
    };
    const lines = [...linesOf(wordings, labels, true), ...linesOf(forIntents, labels, false)];
    const heading = { rows: NETWORK_ROWS, ...counts };
    await writeFile(examples, [heading, ...lines].map((line) => JSON.stringify(line)).join('\n'));
    const env = { ...process.env, ...SAME_SUMS };
    const child = spawn(PYTHON, [SCRIPT, examples, weights], { stdio: 'inherit', env });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error('The network was not trained: is python3-torch installed?');
    return packedOf(await readFile(weights), counts);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function linesOf(
  wordings: readonly Wording[],
  { tags, intents, kinds, fields }: Labels,
  withTags: boolean,
): object[] {
  return wordings.flatMap((wording) => {
    const words = tokenize(wording.text);
    const rows = networkFeatures(knownWords(words));
    if (rows.length === 0) return [];
    const ofWords = tagsOf(words.slice(0, rows.length), wording).map((tag) => tags.indexOf(tag));
    return {
      intent: intents.indexOf(wording.intent),
      kind: kinds.indexOf(wording.open),
      field: fields.indexOf(wording.field ?? ''),
      rows,
      // Of no word.
      tags: withTags ? ofWords : ofWords.map(() => -1),
    };
  });
}

function packedOf(file: Buffer, counts: Omit<NetworkSizes, 'scales'>): PackedNetwork {
  const floats = new Float32Array(file.buffer, file.byteOffset, file.length / 4);
  const [scales, bytes]: [number[], Uint8Array[]] = [[], []];
  let from = 0;
  for (const size of tableSizes(counts)) {
    const table = floats.subarray(from, (from += size));
    const isOfBytes = bytes.length === 0;
    const {
      steps: [steps = table],
      scale,
    } = inSteps(isOfBytes ? 127 : 32_767, table);
    scales.push(scale);
    bytes.push(new Uint8Array(isOfBytes ? Int8Array.from(steps).buffer : Int16Array.from(steps).buffer));
  }
  return { sizes: { ...counts, scales }, bytes };
}
