/** A picture in shades of grey, one byte a pixel. */
export type Gray = { width: number; height: number; data: Uint8Array };
export type Point = { x: number; y: number };

/** A slanted rectangle with writing in it: its middle, the direction of reading, and its size in pixels. */
export type Strip = {
  x: number;
  y: number;
  /** Direction of reading, in radians; 0 is to the right, a quarter turn is downwards. */
  angle: number;
  length: number;
  thickness: number;
  bow?: Bow;
};

/** A line that bends: `along` its middle it lies `square * along² + cube * along³` across. */
export type Bow = { square: number; cube: number };

/** Finds the place this far along and across a strip, from its middle. */
export function placesOn({ x, y, angle, bow }: Strip): (along: number, across: number) => Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (along, across) => {
    const off = across + (bow ? along * along * (bow.square + bow.cube * along) : 0);
    return { x: x + along * cos - off * sin, y: y + along * sin + off * cos };
  };
}

/** A strip from one place along it to another. */
export function partOf(strip: Strip, from: number, to: number): Strip {
  const along = (from + to) / 2;
  const { square, cube } = strip.bow ?? { square: 0, cube: 0 };
  return {
    ...strip,
    ...placesOn(strip)(along, 0),
    angle: strip.angle + Math.atan(2 * square * along + 3 * cube * along ** 2),
    length: to - from,
    ...(strip.bow && { bow: { square: square + 3 * cube * along, cube } }),
  };
}

/** The same strip, read from its other end. */
export const turnedOver = (strip: Strip): Strip => ({
  ...strip,
  angle: strip.angle + Math.PI,
  ...(strip.bow && { bow: { square: -strip.bow.square, cube: strip.bow.cube } }),
});

/** The corners of the smallest convex shape around the points. */
export function hullOf(points: Point[]): Point[] {
  if (points.length < 3) return points;
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const half = (along: Point[]) => {
    const chain: Point[] = [];
    for (const point of along) {
      while (chain.length > 1 && !turnsLeft(chain.at(-2), chain.at(-1), point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function turnsLeft(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return true;
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}

/** The smallest rectangle around a hull whose sides have this angle. */
export function boxAt(hull: Point[], angle: number): Strip {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of hull) {
    const along = x * cos + y * sin;
    const across = y * cos - x * sin;
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: along * cos - across * sin,
    y: along * sin + across * cos,
    angle,
    length: right - left + 1,
    thickness: bottom - top + 1,
  };
}

/** The smallest rectangle around a hull at any angle; `angle` follows its longer side, between -90° and 90°. */
export function smallestBox(hull: Point[]): Strip {
  let best = boxAt(hull, 0);
  hull.forEach((from, at) => {
    const to = hull[(at + 1) % hull.length] ?? from;
    if (to.x === from.x && to.y === from.y) return;
    const box = boxAt(hull, Math.atan2(to.y - from.y, to.x - from.x));
    if (box.length * box.thickness < best.length * best.thickness) best = box;
  });
  return lengthwise(best);
}

function lengthwise(box: Strip): Strip {
  const along = box.length >= box.thickness;
  const angle = halfTurn(along ? box.angle : box.angle + Math.PI / 2);
  return along ? { ...box, angle } : { ...box, angle, length: box.thickness, thickness: box.length };
}

/** The same line, named by an angle of at least -90° and less than 90°. */
export function halfTurn(angle: number): number {
  const turned = (angle + Math.PI / 2) % Math.PI;
  return (turned < 0 ? turned + Math.PI : turned) - Math.PI / 2;
}

/** The middle one of values that count as much as their weights; 0 without any. */
export function weightedMedian(values: { value: number; weight: number }[]): number {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  let left = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { value, weight } of sorted) {
    left -= weight;
    if (left <= 0) return value;
  }
  return 0;
}

/** The model detects the core of a line; its rectangle grows by this share of area over outline. */
const GROWTH = 1.6;

/** A rectangle around the core of a line, made large enough for the whole letters. */
export function expandStrip(box: Strip): Strip {
  const by = (box.length * box.thickness * GROWTH) / (2 * (box.length + box.thickness));
  return { ...box, length: box.length + 2 * by, thickness: box.thickness + 2 * by };
}
