/** One reading of the figures: every series with its labels and value. */
export type Reading = { name: string; labels: Record<string, string>; value: number }[];

const SERIES = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** Reads Prometheus' text form. */
export const readingOf = (text: string): Reading =>
  text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value = ''] = SERIES.exec(line) ?? [];
    if (!name) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [
      key,
      text,
    ]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });

const TERM = /^(max|min|sum|absent)\((?:(increase)\()?(\w+)(?:\{(.*?)\})?(?:\[\w+\])?\)?\)$/;

/**
 * Evaluates an alert's expression over a reading before and one after its time range. Supports the part of
 * the language that ops/alerts.yml uses, and throws for more.
 */
export function fires(expression: string, before: Reading, after: Reading): boolean {
  const [, left = '', sign = '', bound = ''] = /^(.*) (>|<) (\S+)$/.exec(expression) ?? [];
  const terms = left.split(' / ').map((term) => valueOf(term, before, after));
  const value = terms.reduce((over, under) => over / under);
  if (!sign) throw new Error(`no rule: ${expression}`);
  return sign === '>' ? value > Number(bound) : value < Number(bound);
}

function valueOf(term: string, before: Reading, after: Reading): number {
  const [, aggregate, increase, name, selector = ''] = TERM.exec(term) ?? [];
  if (!aggregate || !name) throw new Error(`not understood: ${term}`);
  const chosen = (reading: Reading) =>
    reading.filter((series) => series.name === name && matches(series.labels, selector));
  const earlier = new Map(chosen(before).map(({ labels, value }) => [JSON.stringify(labels), value]));
  const values = chosen(after).map(
    ({ labels, value }) => value - (increase ? (earlier.get(JSON.stringify(labels)) ?? 0) : 0),
  );
  if (aggregate === 'absent') return values.length === 0 ? 1 : Number.NaN;
  if (aggregate === 'sum') return values.reduce((sum, value) => sum + value, 0);
  return aggregate === 'max' ? Math.max(...values) : Math.min(...values);
}

const matches = (labels: Record<string, string>, selector: string): boolean =>
  [...selector.matchAll(/(\w+)(=~|=)"(.*?)"/g)].every(([, key = '', kind, wanted = '']) =>
    kind === '=' ? labels[key] === wanted : new RegExp(`^(?:${wanted})$`).test(labels[key] ?? ''),
  );
