import type { Rng } from './rng.ts';

/** Strokes of a pen, in a box 1 wide and 1 high from its top. */
const strokes: Record<string, string> = {
  '₦': '.1 1 .1 0 .9 1 .9 0|-.1 .4 1.1 .4|-.1 .62 1.1 .62',
  N: '.1 1 .1 0 .9 1 .9 0',
  $: '.9 .2 .5 .1 .1 .25 .5 .5 .9 .75 .5 .9 .1 .8|.5 -.1 .5 1.1',
  '£': '.9 .2 .6 0 .35 .2 .4 .6 .3 .9 .1 1 .9 1|.1 .55 .7 .55',
  '€': '.95 .15 .6 0 .25 .3 .25 .7 .6 1 .95 .85|.05 .4 .7 .4|.05 .6 .65 .6',
  H: '.1 0 .1 1|.9 0 .9 1|.1 .5 .9 .5',
  W: '0 0 .25 1 .5 .2 .75 1 1 0',
  '#': '.35 0 .2 1|.75 0 .6 1|0 .35 .95 .35|0 .68 .95 .68',
  C: '.95 .15 .6 0 .15 .3 .15 .7 .6 1 .95 .85',
  E: '.9 0 .1 0 .1 1 .9 1|.1 .5 .7 .5',
  f: '.8 .1 .6 0 .4 .2 .4 1|.1 .4 .7 .4',
  F: '.9 0 .1 0 .1 1|.1 .5 .7 .5',
  R: '.1 1 .1 0 .8 .1 .8 .4 .1 .5 .9 1',
};
const otherStrokes = [
  '.5 0 .5 1',
  '.1 .2 .5 0 .9 .3 .1 1 .9 1',
  '.1 0 .9 0 .4 1',
  '.5 0 .1 .5 .5 1 .9 .5 .5 0',
  '.1 .1 .9 .9|.9 .1 .1 .9',
  '.1 0 .1 1 .8 .8 .8 .2 .1 0',
] as const;

/** Lines of a pen, how thick it is, and how wide what it wrote. */
export type Pen = { lines: { x: number; y: number }[][]; thick: number; width: number };
/** Where a sign begins on its line, and the size of the type. */
export type Spot = { x: number; y: number; size: number };

/** A sign written by hand; one that is not known is something else. */
export function byHand(sign: string, { x, y, size }: Spot, rng: Rng): Pen {
  const [width, height] = [size * (0.5 + 0.2 * rng.next()), size * (0.66 + 0.16 * rng.next())];
  const slant = 0.35 * rng.next() - 0.05;
  const tremble = () => 0.12 * (rng.next() - 0.5);
  const parts = (strokes[sign] ?? rng.pick(otherStrokes)).split('|');
  const kept = sign === '₦' && rng.often(0.5) ? parts.slice(0, 2) : parts;
  const thick = size * (0.05 + 0.06 * rng.next());
  const lines = kept.map((part) => {
    const numbers = part.split(' ').map(Number);
    return Array.from({ length: numbers.length / 2 }, (_, at) => {
      const [right, down] = [(numbers[2 * at] ?? 0) + tremble(), (numbers[2 * at + 1] ?? 0) + tremble()];
      return { x: x + right * width + (1 - down) * slant * height, y: y - (1 - down) * height };
    });
  });
  return { lines, thick, width: width * (1 + slant / 2) };
}

/** The bars, one or two, that make a typed N a sign of naira. */
export function bars({ x, y, size }: Spot, width: number, rng: Rng): Pen {
  const out = size * 0.08 * rng.next();
  const middle = y - size * (0.32 + 0.08 * rng.next());
  const thick = Math.max(1, size * (0.04 + 0.04 * rng.next()));
  const apart = size * (0.08 + 0.06 * rng.next());
  const levels = rng.often(0.5) ? [middle] : [middle - apart, middle + apart];
  const lines = levels.map((level) => [
    { x: x - out, y: level },
    { x: x + width + out, y: level },
  ]);
  return { lines, thick, width };
}
