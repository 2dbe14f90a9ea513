import { type Equation, leastSquares, type Term } from './least-squares.ts';

/** A place on a sheet whose rows run about level, in any unit. */
export type Place = { x: number; y: number };
/** Two places of one row; `slack` is how far off one of them may stand before that is doubted. */
export type Link = { from: Place; to: Place; slack: number };
/** How far below its height in the middle of the sheet a row lies at a place, how it slopes there, and how bent the sheet is. */
export type RowLevels = {
  fallAt: (place: Place) => number;
  slopeAt: (place: Place) => number;
  strain: number;
};

const COLUMNS = 9;
const ROWS = 3;
/** How much a bend costs, across the sheet and down it, against a place out of its row. */
const STIFFNESS = { across: 0.03, down: 0.1 };
/** Where no row tells otherwise, a sheet is flat. */
const FAINT = 0.0005;
const ROUNDS = 2;

/** The part of a sheet that has writing. */
export type Area = { left: number; top: number; width: number; height: number };

/**
 * Follows rows that climb, fall and bend, from place to place: the smoothest sheet on which linked places are level. It is
 * a grid of heights, found by least squares; links that disagree with the rest count less and less.
 */
export function fitRowLevels(links: readonly Link[], area: Area, start: RowLevels = LEVEL): RowLevels {
  let levels = start;
  for (let round = 0; round < ROUNDS; round++) {
    const equations = links.map((link) => equationOf(link, levels, area));
    levels = levelsOf(leastSquares([...equations, ...smoothness], COLUMNS * ROWS), area);
  }
  return levels;
}

/** A sheet that is flat and level. */
export const LEVEL: RowLevels = { fallAt: () => 0, slopeAt: () => 0, strain: 0 };

/** The smallest area with all places in it. */
export function areaAround(places: readonly Place[]): Area {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of places) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

function equationOf({ from, to, slack }: Link, { fallAt }: RowLevels, area: Area): Equation {
  const value = to.y - from.y;
  const off = Math.abs(value - fallAt(to) + fallAt(from)) / slack;
  return {
    terms: [...termsAt(to, area), ...termsAt(from, area).map(({ at, by }) => ({ at, by: -by }))],
    value,
    weight: 1 / (1 + (2 * off) ** 4),
  };
}

/** The four knots around a place, by their share in its height. */
function termsAt({ x, y }: Place, { left, top, width, height }: Area): Term[] {
  const [across, down] = [spanOf((x - left) / width, COLUMNS), spanOf((y - top) / height, ROWS)];
  return down.flatMap((row) =>
    across.map((column) => ({ at: row.at * COLUMNS + column.at, by: row.by * column.by })),
  );
}

function spanOf(part: number, count: number): [Term, Term] {
  const place = part * (count - 1);
  const at = Math.min(count - 2, Math.max(0, Math.floor(place)));
  return [
    { at, by: at + 1 - place },
    { at: at + 1, by: place - at },
  ];
}

const smoothness: readonly Equation[] = Array.from({ length: COLUMNS * ROWS }, (_, at) => {
  const [row, column] = [Math.floor(at / COLUMNS), at % COLUMNS];
  const bend = (step: number, weight: number): Equation => ({
    terms: [
      { at: at - step, by: 1 },
      { at, by: -2 },
      { at: at + step, by: 1 },
    ],
    value: 0,
    weight,
  });
  const is = (weight: number): Equation => ({ terms: [{ at, by: 1 }], value: 0, weight });
  return [
    ...(column > 0 && column < COLUMNS - 1 ? [bend(1, STIFFNESS.across)] : []),
    ...(row > 0 && row < ROWS - 1 ? [bend(COLUMNS, STIFFNESS.down)] : []),
    is(column === (COLUMNS - 1) / 2 ? 100 : FAINT),
  ];
}).flat();

const strainOf = (heights: readonly number[]) =>
  smoothness
    .filter(({ terms }) => terms.length > 1)
    .reduce(
      (sum, { terms, weight }) =>
        sum + weight * terms.reduce((off, { at, by }) => off + by * (heights[at] ?? 0), 0) ** 2,
      0,
    );

function levelsOf(heights: readonly number[], area: Area): RowLevels {
  const fallAt = (place: Place) =>
    termsAt(place, area).reduce((sum, { at, by }) => sum + by * (heights[at] ?? 0), 0);
  const step = area.width / (COLUMNS - 1) / 2;
  return {
    fallAt,
    strain: strainOf(heights),
    slopeAt: ({ x, y }) => (fallAt({ x: x + step, y }) - fallAt({ x: x - step, y })) / (2 * step),
  };
}
