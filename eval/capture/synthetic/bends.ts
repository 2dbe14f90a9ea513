import type { Sharp } from 'sharp';
import sharp from 'sharp';
import type { ReadPage, ReadWord } from '#server/kernel/ports/index.ts';
import type { Rng } from './rng.ts';

type Point = { x: number; y: number };
type Size = { width: number; height: number };
/** Where a point of the sheet lies in the picture: both in half widths of the sheet, from its middle. */
export type Bend = (at: Point) => Point;

/** Distance of the camera from the sheet, in half widths of it. */
const CAMERA = 4;
/** Reach of the bend at the spine of a book. */
const SPINE = 0.3;
const DEGREE = Math.PI / 180;

/** Rows that follow a curve over the width of the sheet. */
export const alongCurve =
  (down: (x: number) => number): Bend =>
  ({ x, y }) => ({ x, y: y + down(x) });
const parabola = (deep: number) => alongCurve((x) => deep * (1 - x ** 2));
/** A whole sheet that bends in its middle, by a share of its width. */
export const curl = (rng: Rng): Bend => parabola(2 * rng.pick([-0.03, -0.02, 0.02, 0.03]));

// A receipt from a roll: a wave over its width, which at times dies away towards one end.
function rolled(rng: Rng): Bend {
  const deep = sign(rng) * between(rng, 0.025, 0.05);
  const fade = rng.pick([0, 0, -0.4, 0.4]);
  return ({ x, y }) => ({ x, y: y + deep * (1 + fade * y) * Math.sin(Math.PI * x) });
}

// A page of a bound book: flat but for one edge, where it turns down and away.
function spine(rng: Rng): Bend {
  const side = sign(rng);
  const deep = sign(rng) * between(rng, 0.05, 0.1);
  return ({ x, y }) => {
    const near = Math.exp(Math.min(0, side * x - 1) / SPINE);
    return { x: x - 0.06 * side * near ** 2, y: y + deep * near };
  };
}

// Two planes with a kink between them.
function foldedDown(rng: Rng): Bend {
  const [at, steep] = [between(rng, -0.4, 0.4), sign(rng) * between(rng, 0.04, 0.08)];
  return alongCurve((x) => steep * Math.abs(x - at));
}

function foldedAcross(rng: Rng): Bend {
  const [at, steep] = [between(rng, -0.4, 0.4), sign(rng) * between(rng, 0.04, 0.08)];
  return ({ x, y }) => {
    const below = Math.max(0, y - at);
    return { x: x * (1 + 0.1 * below), y: y - 0.15 * below + steep * x * below };
  };
}

/** A camera held askew over the sheet, by so many degrees about both of its axes. */
function tilted(rng: Rng, from: number, to: number): Bend {
  const [about, over] = [between(rng, from, to), between(rng, from, to)].map(
    (degrees) => sign(rng) * degrees * DEGREE,
  ) as [number, number];
  return ({ x, y }) => {
    const away = y * Math.sin(about);
    const depth = CAMERA / (CAMERA + away * Math.cos(over) + x * Math.sin(over));
    return { x: depth * (x * Math.cos(over) - away * Math.sin(over)), y: depth * y * Math.cos(about) };
  };
}

function turned(rng: Rng): Bend {
  const angle = rng.pick([-3, -1.5, 0, 1.5, 3]) * DEGREE;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos });
}

const inTurn =
  (...some: Bend[]): Bend =>
  (at) =>
    some.reduce((point, bend) => bend(point), at);

/** Shapes of paper in the hand, each a little turned. */
export const bends: Record<string, (rng: Rng) => Bend> = {
  bowed: (rng) => inTurn(curl(rng), turned(rng)),
  rolled: (rng) => inTurn(rolled(rng), turned(rng)),
  spine: (rng) => inTurn(spine(rng), turned(rng)),
  'folded down': (rng) => inTurn(foldedDown(rng), turned(rng)),
  'folded across': (rng) => inTurn(foldedAcross(rng), turned(rng)),
  tilted: (rng) => inTurn(tilted(rng, 15, 30), turned(rng)),
  'tilted and bent': (rng) =>
    inTurn(rng.pick([curl, rolled, spine, foldedDown])(rng), tilted(rng, 15, 25), turned(rng)),
};

const sign = (rng: Rng) => rng.pick([-1, 1]);
const between = (rng: Rng, from: number, to: number) => from + (to - from) * rng.next();

/** The picture of a bent sheet, in pixels: as large as it needs to be. */
function pictureOf({ width, height }: Size, bend: Bend): Size & { bend: Bend } {
  const half = width / 2;
  const inPixels: Bend = ({ x, y }) => {
    const to = bend({ x: (x - half) / half, y: (y - height / 2) / half });
    return { x: to.x * half, y: to.y * half };
  };
  const outline = Array.from({ length: 41 }, (_, at) => at / 40).flatMap((part) =>
    [
      { x: part * width, y: 0 },
      { x: part * width, y: height },
      { x: 0, y: part * height },
      { x: width, y: part * height },
    ].map(inPixels),
  );
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    width: Math.ceil(Math.max(...xs) - left),
    height: Math.ceil(Math.max(...ys) - top),
    bend: (at) => {
      const { x, y } = inPixels(at);
      return { x: x - left, y: y - top };
    },
  };
}

/** The words of a bent sheet, as a reader finds each by itself: level boxes, some a little high or low. */
export function bentWords(page: ReadPage, bend: Bend, rng: Rng | null = null): ReadPage {
  const picture = pictureOf(page, bend);
  const bent = (word: ReadWord): ReadWord => {
    const [x, y] = [word.x + word.width / 2, word.y + word.height / 2];
    const [left, right] = [picture.bend({ x: word.x, y }), picture.bend({ x: word.x + word.width, y })];
    const [above, below] = [picture.bend({ x, y: word.y }), picture.bend({ x, y: word.y + word.height })];
    const centre = picture.bend({ x, y });
    const height = below.y - above.y;
    const tremble = rng ? between(rng, -0.06, 0.06) * height : 0;
    const width = Math.max(1, right.x - left.x);
    return { ...word, x: centre.x - width / 2, y: centre.y - height / 2 + tremble, width, height };
  };
  return {
    width: picture.width,
    height: picture.height,
    readings: page.readings.map(({ source, lines }) => ({
      source,
      lines: lines.map(({ words }) => ({ words: words.map(bent) })),
    })),
  };
}

/** The photo of a bent sheet on a table. */
export async function bentPicture(flat: Buffer, bend: Bend): Promise<Sharp> {
  const { data, info } = await sharp(flat).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, bend: inPicture } = pictureOf(info, bend);
  const out = Buffer.alloc(width * height * 3);
  let rowStart: Point = { x: 0, y: 0 };
  for (let y = 0; y < height; y++) {
    let from = rowStart;
    for (let x = 0; x < width; x++) {
      // The sheet's point under a pixel is found from its neighbour's, which is close.
      for (let step = x === 0 ? 40 : 4; step > 0; step--) {
        const to = inPicture(from);
        from = { x: from.x + x + 0.5 - to.x, y: from.y + y + 0.5 - to.y };
      }
      if (x === 0) rowStart = from;
      paint(out, (y * width + x) * 3, data, info, from);
    }
  }
  return sharp(out, { raw: { width, height, channels: 3 } });
}

const TABLE = [0x6b, 0x5a, 0x48];

function paint(out: Buffer, place: number, data: Buffer, { width, height }: Size, at: Point): void {
  const [x, y] = [at.x - 0.5, at.y - 0.5];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const isOnSheet = left >= 0 && top >= 0 && left < width - 1 && top < height - 1;
  const [right, down] = [x - left, y - top];
  for (let colour = 0; colour < 3; colour++) {
    if (!isOnSheet) {
      out[place + colour] = TABLE[colour] ?? 0;
      continue;
    }
    const shade = (dx: number, dy: number) => data[((top + dy) * width + left + dx) * 3 + colour] ?? 0;
    out[place + colour] =
      (shade(0, 0) * (1 - right) + shade(1, 0) * right) * (1 - down) +
      (shade(0, 1) * (1 - right) + shade(1, 1) * right) * down;
  }
}
