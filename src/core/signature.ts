/** One movement of the pen: points in whole units of the box, in their order. */
export type Stroke = readonly (readonly [x: number, y: number])[];

/** The box a signature is drawn in. */
export const SIGNATURE_BOX = { width: 600, height: 240 } as const;
export const MOST_STROKES = 100;
/** Of one stroke. */
export const MOST_POINTS = 2_000;
/** Of all strokes as JSON. */
export const MOST_SIGNATURE_BYTES = 20_000;
/** Room around the drawing for the width of its line. */
const MARGIN = 6;
/** A point this near to the line between its neighbours says nothing. */
const TOLERANCE = 1;
const LINE_WIDTH = 4;

const PATH = /^(?:M\d{1,3} \d{1,3}(?:Q\d{1,3} \d{1,3} \d{1,3} \d{1,3})*L\d{1,3} \d{1,3})+$/;

/** Whether a text is path data as `signaturePath` writes it: whole numbers behind M, Q and L, and nothing else. */
export const isSignaturePath = (text: string): boolean => PATH.test(text);

/** Strokes as SVG path data: fewer points, joined by curves, whole numbers only. */
export const signaturePath = (strokes: readonly Stroke[]): string =>
  strokes.map((stroke) => pathOf(simplified(stroke))).join('');

type Point = Stroke[number];

function pathOf(stroke: Stroke): string {
  const [first, ...rest] = stroke;
  const last = rest.pop();
  if (!first) return '';
  if (!last) return `M${at(first)}L${at(beside(first))}`;
  const curves = rest.map((point, place) => `Q${at(point)} ${at(between(point, rest[place + 1] ?? last))}`);
  return `M${at(first)}${curves.join('')}L${at(last)}`;
}

const at = ([x, y]: Point): string => `${x} ${y}`;

// A line without length is not drawn everywhere.
const beside = ([x, y]: Point): Point => [x < SIGNATURE_BOX.width ? x + 1 : x - 1, y];

const between = ([x, y]: Point, [toX, toY]: Point): Point => [
  Math.round((x + toX) / 2),
  Math.round((y + toY) / 2),
];

// Douglas and Peucker: a stretch whose points all lie near its line is its two ends.
function simplified(stroke: Stroke): Stroke {
  const kept = new Set<number>([0, stroke.length - 1]);
  const stretches: [from: number, to: number][] = [[0, stroke.length - 1]];
  for (let next = stretches.pop(); next; next = stretches.pop()) {
    const [from, to] = next;
    const far = farthest(stroke, from, to);
    if (far === null) continue;
    kept.add(far);
    stretches.push([from, far], [far, to]);
  }
  const points = stroke.filter((_, place) => kept.has(place));
  return points.length === 2 && at(points[0] ?? [0, 0]) === at(points[1] ?? [0, 0])
    ? points.slice(1)
    : points;
}

function farthest(stroke: Stroke, from: number, to: number): number | null {
  let found: number | null = null;
  let most = TOLERANCE;
  for (let place = from + 1; place < to; place++) {
    const distance = distanceOf(stroke[place], stroke[from], stroke[to]);
    if (distance > most) [found, most] = [place, distance];
  }
  return found;
}

function distanceOf(point: Point = [0, 0], from: Point = [0, 0], to: Point = [0, 0]): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const [px, py] = [point[0] - from[0], point[1] - from[1]];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / square));
  return Math.hypot(px - along * dx, py - along * dy);
}

/** A signature ready to be drawn: path data, the part of the box it fills, and the width of its line. */
export type DrawnSignature = { path: string; viewBox: string; width: number; height: number; line: number };

/** A signature without the empty part of its box; null for what is no path data of ours. */
export function drawnSignature(path: string): DrawnSignature | null {
  if (!isSignaturePath(path)) return null;
  const numbers = (path.match(/\d+/g) ?? []).map(Number);
  const across = numbers.filter((_, place) => place % 2 === 0);
  const down = numbers.filter((_, place) => place % 2 === 1);
  const [left, top] = [Math.min(...across) - MARGIN, Math.min(...down) - MARGIN];
  const width = Math.max(...across) + MARGIN - left;
  const height = Math.max(...down) + MARGIN - top;
  return { path, viewBox: `${left} ${top} ${width} ${height}`, width, height, line: LINE_WIDTH };
}
