// npm run eval:capture [-- --paper 60 | --words 1400, --seed 7 --signs --only receipts --list total,date --fresh --rules]: how well documents are read, or by rules alone.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDocumentReader } from '#server/adapters/documents/index.ts';
import { readWords } from '#server/adapters/documents/testing.ts';
import type { ReadPage } from '#server/kernel/ports/index.ts';
import { judge, type Judged } from './judge.ts';
import { report } from './report.ts';
import type { GroundTruth } from './score.ts';
import { generatePictures, generateReadings } from './synthetic/generate.ts';

const { values: options } = parseArgs({
  options: {
    paper: { type: 'string' },
    words: { type: 'string' },
    seed: { type: 'string', default: '1' },
    bent: { type: 'boolean', default: false },
    signs: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    list: { type: 'string', default: '' },
    keep: { type: 'string' },
    rules: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
  },
});

const folder = new URL('.', import.meta.url).pathname;
const ocrCache = join(tmpdir(), 'duewell-read-words');
const reader = createDocumentReader({ onProblem: (problem) => console.error(problem) });
const seconds: number[] = [];

/** The words of a document; cached, so that the rules can be tried again without OCR. */
async function wordsOf(bytes: Uint8Array): Promise<ReadPage[]> {
  mkdirSync(ocrCache, { recursive: true });
  const path = join(ocrCache, `${createHash('sha256').update(bytes).digest('hex')}.json`);
  if (!options.fresh && existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  const from = performance.now();
  const read = await readWords(reader, bytes, { subject: 'evaluation' });
  if (!read.ok) console.error(`not read: ${read.reason}`);
  const pages = read.ok ? read.made.pages : [];
  seconds.push((performance.now() - from) / 1000 / Math.max(1, pages.length));
  writeFileSync(path, JSON.stringify(pages));
  return pages;
}

function judgeAndKeep(name: string, groups: string[], pages: ReadPage[], truth: GroundTruth, kind: string) {
  if (options.keep)
    writeFileSync(join(options.keep, `${name}.json`), JSON.stringify({ name, truth, kind, pages }));
  return judge({ name, groups, pages, truth, kind }, options.rules ? null : undefined);
}

const judged: Judged[] = [];
if (options.words !== undefined) {
  for (const { name, kind, misreading, pages, truth } of generateReadings(
    Number(options.words),
    Number(options.seed),
    { bent: options.bent },
  ))
    if (kind.startsWith(options.only))
      judged.push(judgeAndKeep(name, ['all', kind, `~ ${misreading}`], pages, truth, 'paper'));
} else if (options.paper !== undefined) {
  const pictures = generatePictures(Number(options.paper), Number(options.seed), {
    bent: options.bent,
    bySign: options.signs,
  });
  for await (const one of pictures)
    if (one.kind.startsWith(options.only))
      judged.push(
        judgeAndKeep(
          one.name,
          ['all', one.kind, `~ ${one.distortion}`],
          await wordsOf(one.bytes),
          one.truth,
          'paper',
        ),
      );
} else {
  const truths: { file: string; kind: string; truth: GroundTruth; heldOut?: boolean }[] = JSON.parse(
    readFileSync(join(folder, 'truth.json'), 'utf8'),
  );
  for (const { file, kind, truth, heldOut } of truths.filter((one) => one.file.startsWith(options.only))) {
    const pages = await wordsOf(readFileSync(join(folder, 'documents', file)));
    judged.push(judgeAndKeep(file, [kind, `${kind}, ${heldOut ? 'held out' : 'known'}`], pages, truth, kind));
  }
}
await reader.close();
report(judged, seconds, options.list.split(',').filter(Boolean));
