import { hasDraft, isDraftCorrect, type Judged, scoresOf } from './score.ts';

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** The judgement as text: figures, a table by intent and by tag, wrong fields, and each failure. */
export function reportOf(judged: readonly Judged[]): string {
  const scores = scoresOf(judged);
  const head = [
    `conversations ${scores.cases.right} of ${scores.cases.all}, messages ${scores.turns.right} of ${scores.turns.all}`,
    `intents ${percent(scores.intents)}, exact drafts ${percent(scores.drafts)} of ${judged.filter(hasDraft).length}, breaches ${scores.breaches}`,
    `two readings offered ${judged.filter(({ got }) => got?.asks === 'choice').length} times`,
  ];
  const byIntent = table('intent', judged, ({ expected }) => [expected.intent]);
  const byTag = table('tag', judged, ({ tags }) => [...tags]);
  const fields = Map.groupBy(
    judged.flatMap(({ mismatches: wrong }) => wrong),
    (field) => field,
  );
  const wrong = [...fields]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([field, all]) => `${field} ${all.length}`);
  const failures = judged.filter((one) => one.mismatches.length > 0).map(failureOf);
  return [...head, byIntent, byTag, `wrong: ${wrong.join(', ') || 'nothing'}`, ...failures].join('\n');
}

function table(name: string, judged: readonly Judged[], keys: (one: Judged) => string[]): string {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) for (const key of keys(one)) groups.set(key, [...(groups.get(key) ?? []), one]);
  const rows = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, all]) => {
      const right = all.filter(({ mismatches: wrong }) => wrong.length === 0).length;
      const drafts = all.filter(hasDraft);
      const exact =
        drafts.length > 0 ? `, drafts ${drafts.filter(isDraftCorrect).length}/${drafts.length}` : '';
      return `  ${key.padEnd(20)} ${right}/${all.length}${exact}`;
    });
  return [`by ${name}:`, ...rows].join('\n');
}

function failureOf({ id, turn, user, mismatches: wrong, expected, got }: Judged): string {
  const shown = (name: string, want: unknown, have: unknown): string[] =>
    JSON.stringify(want ?? null) === JSON.stringify(have ?? null)
      ? []
      : [`    ${name}: ${JSON.stringify(want)} <> ${JSON.stringify(have)}`];
  return [
    `${id}.${turn + 1} [${wrong.join(' ')}] ${user}`,
    ...shown('intent', expected.intent, got?.intent),
    ...shown('draft', expected.draft, got?.draft),
    ...shown('filters', expected.filters, got?.filters),
    ...shown('customer', expected.customer, got?.customer),
    ...shown('asks', expected.mustAsk, got?.asks),
  ].join('\n');
}
