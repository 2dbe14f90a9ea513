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

/** Trains the network by PyTorch in a process of its own; the same examples make the same weights. Throws where it is not installed. */
export async function fitNetwork(
  wordings: readonly Wording[],
  tags: readonly string[],
  intents: readonly string[],
): Promise<PackedNetwork> {
  const folder = await mkdtemp(join(tmpdir(), 'network-'));
  try {
    const [examples, weights] = [join(folder, 'examples'), join(folder, 'weights')];
    await writeFile(examples, linesOf(wordings, tags, intents));
    const env = { ...process.env, ...SAME_SUMS };
    const child = spawn(PYTHON, [SCRIPT, examples, weights], { stdio: 'inherit', env });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error('The network was not trained: is python3-torch installed?');
    return packedOf(await readFile(weights), tags.length, intents.length);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function linesOf(wordings: readonly Wording[], tags: readonly string[], intents: readonly string[]): string {
  const sizes = { rows: NETWORK_ROWS, tags: tags.length, intents: intents.length };
  const lines: object[] = [{ ...sizes, width: WIDTH, hidden: HIDDEN }];
  for (const wording of wordings) {
    const words = tokenize(wording.text);
    const rows = networkFeatures(knownWords(words));
    if (rows.length > 0)
      lines.push({
        intent: intents.indexOf(wording.intent),
        rows,
        tags: tagsOf(words.slice(0, rows.length), wording).map((tag) => tags.indexOf(tag)),
      });
  }
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

function packedOf(file: Buffer, tags: number, intents: number): PackedNetwork {
  const floats = new Float32Array(file.buffer, file.byteOffset, file.length / 4);
  const [scales, bytes]: [number[], Uint8Array[]] = [[], []];
  let from = 0;
  for (const size of tableSizes(WIDTH, HIDDEN, intents, tags)) {
    const table = floats.subarray(from, (from += size));
    const isOfBytes = bytes.length === 0;
    const {
      steps: [steps = table],
      scale,
    } = inSteps(isOfBytes ? 127 : 32_767, table);
    scales.push(scale);
    bytes.push(new Uint8Array(isOfBytes ? Int8Array.from(steps).buffer : Int16Array.from(steps).buffer));
  }
  return { sizes: { width: WIDTH, hidden: HIDDEN, scales }, bytes };
}
