import { CELL, type Inks, type MotifName, motifNames, motifs } from './cloth-motifs.ts';

/** How a cloth is cut. Sizes count cells; `crackle` draws the fine veins of broken wax (default true). */
type ClothCut = {
  columns?: number;
  rows?: number;
  /** Begins every id in the drawing; two different cloths on one page need two prefixes. */
  idPrefix?: string;
  crackle?: boolean;
};

/** A merchant's cloth: its two brand colours as `#rgb` or `#rrggbb`. */
type ClothOptions = ClothCut & { primary: string; secondary: string };

/** The product's own cloth; `night` deepens the ground for dark pages. */
type HouseClothOptions = ClothCut & { night?: boolean };

/** The product's own dyes. */
export const DUEWELL_INKS: Inks = ['#211F6B', '#E5502A', '#F7B32B', '#17A398', '#FBF7EE'];

/** The deep ground of the house cloth on dark pages. */
export const DUEWELL_NIGHT = '#16164F';

/** After so many rows and columns every layout begins again, so a strip of that length repeats without a seam. */
export const CLOTH_REPEAT = 24;

const PAPER = '#FBF7EE';
const DEEPEST = '#0B0B1E';
const GROUND_LUMINANCE = 0.045;
const DARK_LUMINANCE = 0.16;

type Random = () => number;
type Layout = { at: (column: number, row: number) => 0 | 1 | 2; wholes: boolean };
type Weave = {
  inks: Inks;
  picked: readonly [MotifName, MotifName, MotifName];
  layout: Layout;
  random: Random;
};

/** Diagonals of two by two blocks, alternating stripes, and medallions between two fillers. */
const diagonal: Layout = { wholes: true, at: (column, row) => third((column >> 1) + (row >> 1)) };
const stripes: Layout = {
  wholes: false,
  at: (column, row) => (row % 2 === 1 ? 1 : column % 2 === 1 ? 2 : 0),
};
const medallions: Layout = { wholes: true, at: (column, row) => checkered((column >> 1) + (row >> 1)) };
const layouts = [diagonal, diagonal, stripes, medallions];

/**
 * A business's wax print as an SVG string: the same seed and colours give the same pattern for ever.
 * A colour that is not hex counts as the product's own.
 */
export function cloth(seed: string, options: ClothOptions): string {
  const random = randomFrom(seed);
  const picked = pickThree(random);
  const layout = layouts[Math.floor(random() * layouts.length)] ?? diagonal;
  return draw({ inks: inks(options.primary, options.secondary), picked, layout, random }, options, seed);
}

/** The product's own cloth, for its own pages. */
export function houseCloth(options: HouseClothOptions): string {
  const [ground, ...dyes] = DUEWELL_INKS;
  return draw(
    {
      inks: [options.night ? DUEWELL_NIGHT : ground, ...dyes],
      picked: ['ripple', 'seed', 'eye'],
      layout: diagonal,
      random: randomFrom('duewell'),
    },
    options,
    'duewell',
  );
}

/**
 * Five dyes from two brand colours: a ground so deep (luminance at most 0.045) that white on it has a
 * contrast of 11:1, the two colours lifted where they are too dark to show, a warm companion and paper.
 */
export function inks(primary: string, secondary: string): Inks {
  const first = hexOr(primary, DUEWELL_INKS[0]);
  const second = hexOr(secondary, DUEWELL_INKS[1]);
  return [deepen(first), lift(first), lift(second), mix(lift(second), '#ffffff', 0.45), PAPER];
}

/** Relative luminance (WCAG, 0 to 1) of a `#rrggbb` colour. */
export function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function draw(weave: Weave, cut: ClothCut, name: string): string {
  const { columns = 8, rows = 6, crackle = true } = cut;
  const prefix = cut.idPrefix ?? `cloth-${hash(name + weave.inks.join('')).toString(36)}-`;
  const [ground] = weave.inks;
  const width = columns * CELL;
  const height = rows * CELL;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">` +
    `<defs>${definitions(weave, prefix)}</defs><rect width="${width}" height="${height}" fill="${ground}"/>` +
    `${cells(weave, prefix, columns, rows)}${crackle ? veins(weave.random, ground, columns, rows) : ''}</svg>`
  );
}

function definitions({ inks: dyes, picked, layout }: Weave, prefix: string): string {
  return picked
    .map((name) => {
      const { cell, medallion } = motifs[name];
      const whole = layout.wholes ? medallion : undefined;
      return `<g id="${prefix}${name}">${(whole ?? cell)(dyes)}</g>`;
    })
    .join('');
}

function cells({ picked, layout }: Weave, prefix: string, columns: number, rows: number): string {
  const uses: string[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const name = picked[layout.at(column, row)];
      const spans = layout.wholes && motifs[name].medallion !== undefined;
      if (spans && (row % 2 === 1 || column % 2 === 1)) continue;
      uses.push(`<use href="#${prefix}${name}" transform="${place(column, row, spans)}"/>`);
    }
  }
  return uses.join('');
}

/** Four neighbouring cells face their common corner. */
function place(column: number, row: number, spans: boolean): string {
  const move = `translate(${column * CELL} ${row * CELL})`;
  if (spans) return move;
  const turn = row % 2 === 0 ? 180 + 90 * (column % 2) : 90 - 90 * (column % 2);
  return turn === 0 ? move : `${move} rotate(${turn} ${CELL / 2} ${CELL / 2})`;
}

function veins(random: Random, ink: string, columns: number, rows: number): string {
  const lines = Array.from({ length: Math.round((columns * rows) / 5) }, () =>
    vein(random, columns * CELL, rows * CELL),
  );
  return `<path d="${lines.join('')}" fill="none" stroke="${ink}" stroke-opacity=".55"/>`;
}

function vein(random: Random, width: number, height: number): string {
  let x = random() * width;
  let y = random() * height;
  const heading = random() * 2 * Math.PI;
  const steps = Array.from({ length: 4 }, () => {
    const angle = heading + (random() - 0.5) * 1.4;
    x += 16 * Math.cos(angle);
    y += 16 * Math.sin(angle);
    return `L${Math.round(x)} ${Math.round(y)}`;
  });
  return `M${Math.round(x)} ${Math.round(y)}${steps.join('')}`;
}

function pickThree(random: Random): [MotifName, MotifName, MotifName] {
  const left: MotifName[] = [...motifNames];
  const take = () => left.splice(Math.floor(random() * left.length), 1)[0] ?? 'eye';
  return [take(), take(), take()];
}

function third(index: number): 0 | 1 | 2 {
  const rest = index % 3;
  return rest === 0 ? 0 : rest === 1 ? 1 : 2;
}

function checkered(index: number): 0 | 1 | 2 {
  if (index % 2 === 1) return 0;
  return index % 4 === 0 ? 1 : 2;
}

/** FNV-1a over the seed's UTF-16 units, as an unsigned 32-bit number. */
function hash(seed: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index++) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  }
  return state >>> 0;
}

/** A small repeatable generator (xorshift); nothing secret hangs on it. */
function randomFrom(seed: string): Random {
  let state = hash(seed) || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let warm = 0; warm < 8; warm++) next();
  return next;
}

function hexOr(colour: string, otherwise: string): string {
  const hex = colour.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(hex)) return hex;
  if (/^#[0-9a-f]{3}$/.test(hex)) return hex.replace(/[0-9a-f]/g, '$&$&');
  return otherwise.toLowerCase();
}

function deepen(colour: string): string {
  let deep = colour;
  while (luminance(deep) > GROUND_LUMINANCE) deep = mix(deep, DEEPEST, 0.2);
  return deep;
}

function lift(colour: string): string {
  return luminance(colour) < DARK_LUMINANCE ? mix(colour, '#ffffff', 0.38) : colour;
}

function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  const mixed = channels(from).map((value, index) =>
    Math.round(value + ((target[index] ?? 0) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
