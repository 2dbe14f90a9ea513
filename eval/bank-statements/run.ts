// npm run eval:bank-statements [-- --histories 200]: reads and matches invented statements, end to end, and prints how often
// "certain" was right and how many payments were found. Exits with 1 below its aims.
import { parseArgs } from 'node:util';
import type { IncomingLine, Suggestion } from '#core/bank-statement/matching/model.ts';
import { matchLines } from '#core/bank-statement/matching/match.ts';
import { readStatement } from '#core/bank-statement/read.ts';
import { type History, historyOf, type Truth } from './histories.ts';

const AIMS = { precision: 1, recall: 0.95 };
const { values } = parseArgs({ options: { histories: { type: 'string', default: '200' } } });
const MARK = /S\d{6}Q/;

type Count = { lines: number; found: number; first: number; certain: number; certainRight: number };
const empty = (): Count => ({ lines: 0, found: 0, first: 0, certain: 0, certainRight: 0 });
const counts = new Map<string, Count>();

function judge(truth: Truth, suggestions: readonly Suggestion[]): Count {
  const isRight = ({ shares }: Suggestion) =>
    truth.pays.length > 0 &&
    shares
      .map(({ invoiceId }) => invoiceId)
      .sort()
      .join() === [...truth.pays].sort().join();
  const certain = suggestions.filter(({ certainty }) => certainty === 'certain');
  return {
    lines: 1,
    found: Number(suggestions.some(isRight)),
    first: Number(suggestions.slice(0, 1).some(isRight)),
    certain: certain.length,
    certainRight: certain.filter(isRight).length,
  };
}

function add(name: string, more: Count): void {
  const sum = counts.get(name) ?? empty();
  for (const key of Object.keys(sum) as (keyof Count)[]) sum[key] += more[key];
  counts.set(name, sum);
}

function play({ cells, invoices, truths }: History): void {
  const reading = readStatement(cells);
  if (
    typeof reading === 'string' ||
    reading.question ||
    reading.breaks.length + reading.unreadable.length > 0
  )
    throw new Error(`a statement was not read: ${JSON.stringify(reading).slice(0, 300)}`);
  if (reading.lines.length !== truths.size) throw new Error('lines were lost');
  const lines: IncomingLine[] = reading.lines
    .filter(({ amount }) => amount > 0)
    .map((line) => ({ ...line, id: String(line.row) }));
  const found = matchLines(lines, invoices);
  for (const line of lines) {
    const truth = truths.get(MARK.exec(line.narration)?.[0] ?? '');
    if (!truth) throw new Error(`no truth for ${line.narration}`);
    const count = judge(truth, found.get(line.id) ?? []);
    add(truth.kind === 'stranger' ? 'strangers' : 'all payments', count);
    if (truth.kind !== 'stranger') add(`  paid by ${truth.kind}`, count);
    if (truth.family) add(`  ${truth.held ? 'held out: ' : ''}${truth.family}`, count);
    if (truth.held) add('held-out families', count);
  }
}

for (let seed = 1; seed <= Number(values.histories); seed++) play(historyOf(seed));

const percent = (part: number, whole: number) =>
  whole === 0 ? '' : `${((100 * part) / whole).toFixed(2)} %`;
console.log(
  '| lines | count | among suggestions | first suggestion | certain | certain and right |\n|---|--:|--:|--:|--:|--:|',
);
for (const [name, { lines, found, first, certain, certainRight }] of [...counts].sort(([a], [b]) =>
  a < b ? 1 : -1,
))
  console.log(
    `| ${name} | ${lines} | ${percent(found, lines)} | ${percent(first, lines)} | ${certain} | ${percent(certainRight, certain)} |`,
  );

const total = empty();
for (const name of ['all payments', 'strangers'])
  for (const key of Object.keys(total) as (keyof Count)[]) total[key] += counts.get(name)?.[key] ?? 0;
const paid = counts.get('all payments') ?? empty();
const [precision, recall] = [total.certainRight / total.certain, paid.found / paid.lines];
console.log(
  `\n"certain" right: ${percent(total.certainRight, total.certain)} of ${total.certain} (aim 100 %)`,
);
console.log(`payments found: ${percent(paid.found, paid.lines)} of ${paid.lines} (aim ≥ 95 %)`);
process.exitCode = precision >= AIMS.precision && recall >= AIMS.recall ? 0 : 1;
