import { fileURLToPath } from 'node:url';
import { examplesOf } from './cases.ts';
import { runOverHttp } from './http.ts';
import { answerInProcess } from './in-process.ts';
import { reportOf } from './report.ts';
import { judge, type Judged, scoresOf } from './score.ts';

const LEAST_INTENTS = 0.97;
const LEAST_DRAFTS = 0.93;
const OWN = fileURLToPath(new URL('utterances.jsonl', import.meta.url));

const args = process.argv.slice(2);
const files = args.filter((word) => !word.startsWith('--'));
const judged = await judgedFrom(files.length > 0 ? files : [OWN], args.includes('--pure'));
process.stdout.write(`${reportOf(judged)}\n`);
const { intents, drafts, breaches } = scoresOf(judged);
process.exitCode = intents < LEAST_INTENTS || drafts < LEAST_DRAFTS || breaches > 0 ? 1 : 0;

async function judgedFrom(paths: readonly string[], inProcess: boolean): Promise<Judged[]> {
  const examples = paths.flatMap(examplesOf);
  if (inProcess) return examples.flatMap((example) => judge(example, answerInProcess(example)));
  const service = runOverHttp();
  const all: Judged[] = [];
  for (const example of examples) all.push(...judge(example, await service.answer(example)));
  await service.close();
  return all;
}
