import type { Judged } from './judge.ts';
import type { Scored } from './score.ts';

type Tally = { right: number; empty: number; wrong: number };

const percent = (part: number, total: number) =>
  total === 0 ? '-' : `${((100 * part) / total).toFixed(1)} %`;

/** Prints the outcome by group and field, how far confidence can be believed, and the slowest page. */
export function report(judged: readonly Judged[], seconds: readonly number[], list: readonly string[]): void {
  for (const { name, groups, scored } of judged)
    for (const one of scored)
      if (one.verdict !== 'right' && (list.includes(one.field) || list.includes('all')))
        console.log(
          [
            name,
            groups.join(' '),
            one.field,
            one.verdict,
            one.confidence,
            'want',
            one.want,
            'got',
            one.got,
          ].join(' | '),
        );
  for (const group of [...new Set(judged.flatMap(({ groups }) => groups))].toSorted())
    table(
      group,
      judged.filter(({ groups }) => groups.includes(group)),
    );
  console.log('\nconfidence and how often it is right');
  calibration(judged.flatMap(({ scored }) => scored));
  if (seconds.length > 0) {
    const sorted = seconds.toSorted((a, b) => a - b);
    console.log(
      `\nseconds a page: median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(2)}, most ${sorted.at(-1)?.toFixed(2)}`,
    );
  }
}

const main = ['total', 'date', 'vendorName'];

function table(group: string, judged: readonly Judged[]): void {
  const recognisedCount = judged.filter((one) => one.recognised).length;
  const perfect = judged.filter(({ scored }) =>
    scored.every(({ field, verdict }) => !main.includes(field) || verdict === 'right'),
  );
  console.log(
    `\n${group}: ${judged.length} documents, ${recognisedCount} recognised; total, date and vendor all right ${percent(perfect.length, judged.length)}`,
  );
  const tallies = new Map<string, Tally>();
  for (const { field, verdict } of judged.flatMap(({ scored }) => scored)) {
    const tally = tallies.get(field) ?? { right: 0, empty: 0, wrong: 0 };
    tally[verdict] += 1;
    tallies.set(field, tally);
  }
  const cells = [...tallies]
    .toSorted()
    .map(
      ([field, { right, empty, wrong }]) =>
        `${field} ${percent(right, right + empty + wrong)} (${right}/${empty}/${wrong})${field === 'items' ? ` F1 ${f1(judged)}` : ''}`,
    );
  console.log(`  right/empty/wrong: ${cells.join('  ')}`);
}

// Lines right in count, price and sum, against those on the paper and those that were read.
function f1(judged: readonly Judged[]): string {
  const lines = judged.flatMap(({ scored }) => scored.filter(({ field }) => field === 'items'));
  const right = lines.filter(({ verdict }) => verdict === 'right').length;
  const wanted = lines.filter(({ want }) => want !== '').length;
  const read = lines.filter(({ got }) => got !== 'null').length;
  return percent(2 * right, wanted + read);
}

const bands = [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0];

function calibration(scored: readonly Scored[]): void {
  const filled = scored.filter((one) => one.verdict !== 'empty' && one.confidence !== null);
  for (const [title, mine] of [
    ['total', filled.filter((one) => one.field === 'total')],
    ['the rest', filled.filter((one) => one.field !== 'total')],
  ] as const) {
    const shares = bands.map((from, at) => {
      const in_ = mine.filter(
        ({ confidence }) => (confidence ?? 0) >= from && (confidence ?? 0) < (bands[at - 1] ?? 2),
      );
      return `≥${from} ${percent(in_.filter((one) => one.verdict === 'right').length, in_.length)} of ${in_.length}`;
    });
    console.log(`  ${title.padEnd(9)} ${shares.join('   ')}`);
  }
}
