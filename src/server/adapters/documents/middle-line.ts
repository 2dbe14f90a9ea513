import { type Equation, leastSquares } from '#core/least-squares.ts';
import { expandStrip, placesOn, type Point, type Strip } from './geometry.ts';

/** A line bends where a strip that bends with it is that much thinner than a rectangle. */
const THINNER = 0.85;
/** Only long lines show how they bend, in lengths of their thickness; others only how they lie. */
const LONG = 5;
/** How far apart places along a line are, in thicknesses of it. */
const STEP = 2;
/** A curve costs a little, so that the ends of a line do not curl up. */
const STIFF = 0.3;

/** Places along the middle of a line, and the strip that bends with it where that is much thinner than its rectangle. */
export function middleLineOf(box: Strip, pixels: readonly Point[]): { line: Point[]; bent: Strip | null } {
  const half = box.length / 2;
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  const places = pixels.map(({ x, y }) => ({
    along: ((x - box.x) * cos + (y - box.y) * sin) / half,
    across: (y - box.y) * cos - (x - box.x) * sin,
  }));
  const isLong = box.length > LONG * box.thickness || box.length > LONG * thicknessOf(pixels, box);
  const [c0 = 0, c1 = 0, c2 = 0, c3 = 0] = curveOf(places, isLong ? 4 : 2, half);
  const off = places.map(({ along, across }) => across - c0 - along * (c1 + along * (c2 + along * c3)));
  const [least, most] = [off.reduce((a, b) => Math.min(a, b), 0), off.reduce((a, b) => Math.max(a, b), 0)];
  const angle = Math.atan(c1 / half);
  const core: Strip = {
    ...placesOn(box)(0, c0 + (least + most) / 2),
    angle: box.angle + angle,
    length: box.length,
    thickness: most - least + 1,
    bow: { square: c2 / half ** 2, cube: c3 / half ** 3 },
  };
  const count = Math.max(1, Math.round(box.length / (STEP * core.thickness)));
  const placeAt = placesOn(core);
  return {
    line: Array.from({ length: count + 1 }, (_, at) => placeAt((at / count - 0.5) * 0.9 * box.length, 0)),
    bent: isLong && core.thickness < THINNER * box.thickness ? expandStrip(core) : null,
  };
}

// The pixels of a line are as many as its length times its thickness.
const thicknessOf = (pixels: readonly Point[], box: Strip) => pixels.length / box.length;

/** The curve through the middle of the pixels in each step along the line. */
function curveOf(
  places: readonly { along: number; across: number }[],
  terms: number,
  half: number,
): number[] {
  const steps = new Map<number, { along: number; across: number; count: number }>();
  for (const { along, across } of places) {
    const step = Math.round(along * half);
    const sum = steps.get(step) ?? { along: 0, across: 0, count: 0 };
    steps.set(step, { along: sum.along + along, across: sum.across + across, count: sum.count + 1 });
  }
  const equations = [...steps.values()].map(({ along, across, count }): Equation => {
    const t = along / count;
    const powers = Array.from({ length: terms }, (_, at) => ({ at, by: t ** at }));
    return { terms: powers, value: across / count, weight: 1 };
  });
  const still = Array.from({ length: terms }, (_, at) => ({
    terms: [{ at, by: 1 }],
    value: 0,
    weight: STIFF,
  }));
  return leastSquares([...equations, ...still], terms);
}
