const TARGET_STEPS = 4;

/** Steps for a value axis from zero that end at or above `most`, on round numbers; at least one step. */
export function axisTicks(most: number): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / TARGET_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10);
  const count = Math.ceil(most / step);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/**
 * Which points get their value written beside them when two labels need `apart` steps between them: all of them where
 * there is room, else the greatest and those at the ends that keep clear of it.
 */
export function labelledPoints(values: readonly number[], minDistance: number): number[] {
  if (minDistance <= 1) return values.map((_, at) => at);
  const last = values.length - 1;
  const greatest = values.indexOf(Math.max(...values));
  const labelled = [greatest];
  for (const at of [last, 0])
    if (labelled.every((other) => Math.abs(other - at) >= minDistance)) labelled.push(at);
  return labelled.sort((a, b) => a - b);
}

/** Where a key leads from a point of `count`, or null where it leads nowhere; `round` goes past the ends. */
export function nextPointIndex(
  key: string,
  from: number | null,
  count: number,
  wrap: boolean,
): number | null {
  const last = count - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const forward = key === 'ArrowRight' || (wrap && key === 'ArrowDown');
  if (!forward && key !== 'ArrowLeft' && !(wrap && key === 'ArrowUp')) return null;
  if (from === null) return forward ? 0 : last;
  const to = from + (forward ? 1 : -1);
  return wrap ? (to + count) % count : Math.min(last, Math.max(0, to));
}

/** The point at a turn (0 at the top, clockwise) and a distance from the origin. */
export function pointAt(turn: number, radius: number): [x: number, y: number] {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

/** The path of one ring slice around the origin, from turn to turn (0 at the top, 1 all the way round). */
export function slicePath(from: number, to: number, outer: number, inner: number): string {
  const end = to - from >= 1 ? from + 0.99999 : to;
  const at = (turn: number, radius: number) =>
    pointAt(turn, radius)
      .map((value) => value.toFixed(3))
      .join(' ');
  const large = end - from > 0.5 ? 1 : 0;
  return `M${at(from, outer)}A${outer} ${outer} 0 ${large} 1 ${at(end, outer)}L${at(end, inner)}A${inner} ${inner} 0 ${large} 0 ${at(from, inner)}Z`;
}

/** Places for labels as near to those wanted as can be with `gap` between them, none beyond `least` and `most`. */
export function spreadOut(targets: readonly number[], gap: number, least: number, most: number): number[] {
  const order = targets.map((_, at) => at).sort((a, b) => (targets[a] ?? 0) - (targets[b] ?? 0));
  const places = [...targets];
  let next = least;
  for (const at of order) {
    places[at] = Math.max(targets[at] ?? 0, next);
    next = (places[at] ?? 0) + gap;
  }
  next = most;
  for (const at of order.toReversed()) {
    places[at] = Math.min(places[at] ?? 0, next);
    next = (places[at] ?? 0) - gap;
  }
  return places;
}

/** The `most` with the largest part, in their order. */
export function largest<T extends { part: number }>(all: readonly T[], most: number): T[] {
  const kept = new Set(all.toSorted((a, b) => b.part - a.part).slice(0, most));
  return all.filter((one) => kept.has(one));
}

/** A text in lines of at most `length` characters, where no word is longer. */
export function wrapped(text: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && longer.length <= length) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const colors = ['c1', 'c2', 'c3', 'c4', 'c5', 'muted'] as const;
/** A colour of charts, as it is or pale. */
export type ChartColor = (typeof colors)[number] | `pale ${(typeof colors)[number]}`;

/** The same as CSS. Pale is halfway to what lies under the chart, in either theme. */
export function paintOf(color: ChartColor): string {
  const [name, pale] = color.split(' ').toReversed();
  return pale ? `color-mix(in oklab, var(--${name}) 50%, var(--surface))` : `var(--${name})`;
}
