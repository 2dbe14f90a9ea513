import { fileURLToPath } from 'node:url';
import { examplesOf } from './cases.ts';
import { answeredPurely } from './pure.ts';
import { reportOf } from './report.ts';
import { judge, type Judged, scoresOf } from './score.ts';

const LEAST_INTENTS = 0.97;
const LEAST_DRAFTS = 0.93;

const [pure, files] = [
  process.argv.includes('--pure'),
  process.argv.slice(2).filter((word) => !word.startsWith('--')),
];
const chosen = files.length > 0 ? files : [fileURLToPath(new URL('utterances.jsonl', import.meta.url))];
const examples = chosen.flatMap(examplesOf);
const judged: Judged[] = [];
for (const example of examples)
  judged.push(...judge(example, pure ? answeredPurely(example) : await overHttp(example)));
console.log(reportOf(judged));
const { intents, drafts, breaches } = scoresOf(judged);
process.exitCode = intents < LEAST_INTENTS || drafts < LEAST_DRAFTS || breaches > 0 ? 1 : 0;

async function overHttp(example: (typeof examples)[number]) {
  const { answeredOverHttp } = await import('./http.ts');
  return answeredOverHttp(example);
}
