import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { decodeImage } from '#server/adapters/documents/decode-image.ts';
import type { Gray, Strip } from '#server/adapters/documents/geometry.ts';
import { signPlaces } from '#server/adapters/documents/money-signs.ts';
import { type Sign, signs } from '#server/adapters/documents/sign-network.ts';
import { cropStrip, STRIP_HEIGHT } from '#server/adapters/documents/strips.ts';
import { wordsIn } from '#server/adapters/documents/word-spacing.ts';
import { distortions } from '../synthetic/distortions.ts';
import { bars, byHand, type Pen, type Spot } from '../synthetic/pen.ts';
import { createRng, type Rng } from '../synthetic/rng.ts';

/** The picture of what stands beside an amount, which sign it is, and in which type and on what paper. */
export type SignExample = { picture: Float32Array; label: number; family: string; state: string };

const packaged = {
  'Reddit Sans': '@expo-google-fonts/reddit-sans/400Regular/RedditSans_400Regular.ttf',
  'Familjen Grotesk': '@expo-google-fonts/familjen-grotesk/400Regular/FamiljenGrotesk_400Regular.ttf',
};
const HAND = 'by hand';
export const families = [
  'Liberation Sans',
  'Liberation Serif',
  'Liberation Mono',
  'Liberation Sans Narrow',
  'DejaVu Sans',
  'DejaVu Serif',
  'DejaVu Sans Mono',
  ...Object.keys(packaged),
  HAND,
];
/** Papers that lie flat; how others lie is made by askew strips. */
export const states = ['clean', 'shadow', 'blur', 'noise', 'small', 'carbon', 'faded'];

// Signs of money twice and more: they differ most.
const deck: Sign[] = [...signs, 'other', 'other', '₦', '₦', '£', '€', '€'];
const others = [...'0123456789ABDGKLMOPQSTUVXYZabcdeghknoprstxz@&%/(*+=-:¥₹|'] as [string, ...string[]];
const amounts = [
  'd,ddd.dd',
  'dd,ddd.dd',
  'ddd,ddd.dd',
  'ddd.dd',
  'dd.dd',
  'd,ddd',
  'dd,ddd',
  'd.ddd,dd',
  'ddd',
] as const;
const [WIDTH, HEIGHT, ROW, COLUMNS] = [1240, 1600, 50, 4];

/** Examples of one seed for each type and paper. */
export async function signExamples(seed: number): Promise<SignExample[]> {
  for (const [name, file] of Object.entries(packaged))
    GlobalFonts.registerFromPath(createRequire(import.meta.url).resolve(file), name);
  const missing = families.filter((family) => family !== HAND && !GlobalFonts.has(family));
  if (missing.length > 0) throw new Error(`Fonts are missing here: ${missing.join(', ')}.`);
  const found: SignExample[] = [];
  for (const [at, family] of families.entries())
    for (const [by, state] of states.entries()) {
      const rng = createRng(seed * 100_003 + at * 101 + by);
      found.push(...(await examplesOf(family, state, rng)));
    }
  return found;
}

async function examplesOf(family: string, state: string, rng: Rng): Promise<SignExample[]> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fdfdfb';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const cells: Cell[] = [];
  for (let y = ROW; y < HEIGHT; y += ROW)
    for (let column = 0; column < COLUMNS; column++)
      cells.push(drawCell(context, family, { x: 30 + (column * WIDTH) / COLUMNS, y }, rng));
  const distorted = (await distortions[state]?.(canvas.toBuffer('image/png'), rng)) ?? Buffer.alloc(0);
  const sheet = await decodeImage(distorted, 'image/png');
  return cells.flatMap((cell) => pictureOf(sheet, cell, rng).map((one) => ({ ...one, family, state })));
}

/** A drawn amount with its sign: letters with their middles, and the sign's; all in pixels of the sheet. */
type Cell = {
  sign: Sign;
  letters: { text: string; x: number }[];
  signAt: number;
  from: number;
  to: number;
  y: number;
  size: number;
};

function drawCell(context: SKRSContext2D, family: string, at: { x: number; y: number }, rng: Rng): Cell {
  const sign = rng.pick(deck as [Sign, ...Sign[]]);
  const size = rng.integer(17, 32);
  const [font, slant] =
    family === HAND ? ['Liberation Serif', 'italic'] : [family, rng.often(0.2) ? 'italic' : ''];
  context.font = `${slant} ${rng.pick(['400', '400', '700'])} ${size}px "${font}"`;
  context.fillStyle = context.strokeStyle = rng.pick(['#1a1a1a', '#1a1a1a', '#23308f', '#444444']);
  const amount = rng.pick(amounts).replace(/d/g, () => String(rng.integer(1, 9)));
  const space = rng.often(0.3) ? size * (0.1 + 0.25 * rng.next()) : 0;
  const isBehind = rng.often(sign === '€' ? 0.3 : 0.1);
  const wide = context.measureText(amount).width;
  const signLeft = isBehind ? at.x + wide + space : at.x;
  const signWide = drawSign(context, family, sign, { x: signLeft, y: at.y, size }, rng);
  const left = isBehind ? at.x : at.x + signWide + space;
  context.fillText(amount, left, at.y);
  const letters = [...amount].map((text, place) => {
    const [start, end] = [amount.slice(0, place), amount.slice(0, place + 1)].map(
      (part) => context.measureText(part).width,
    );
    return { text, x: left + ((start ?? 0) + (end ?? 0)) / 2 };
  });
  const signAt = signLeft + signWide / 2;
  const seen = {
    text: isBehind ? rng.pick(['C', 'E', 'f']) : rng.pick(['H', 'W', '#', 'E', 'f', '0', '[']),
    x: signAt,
  };
  const isSeen = rng.often(0.4);
  const all = isSeen ? (isBehind ? [...letters, seen] : [seen, ...letters]) : letters;
  return { sign, letters: all, signAt, from: at.x, to: at.x + wide + space + signWide, y: at.y, size };
}

// Typed papers have N struck through once or twice, as does type that has no ₦.
function drawSign(context: SKRSContext2D, family: string, sign: Sign, at: Spot, rng: Rng): number {
  if (family === HAND) return drawLines(context, byHand(sign, at, rng), 'round');
  const isBarred = sign === '₦' && (rng.often(0.5) || family.startsWith('Liberation'));
  const text = sign === 'other' ? rng.pick(others) : isBarred ? 'N' : sign;
  context.fillText(text, at.x, at.y);
  const { width } = context.measureText(text);
  return isBarred ? drawLines(context, bars(at, width, rng), 'butt') : width;
}

function drawLines(context: SKRSContext2D, { lines, thick, width }: Pen, cap: 'round' | 'butt'): number {
  context.lineWidth = thick;
  context.lineCap = cap;
  if (cap === 'round') context.lineJoin = cap;
  for (const line of lines) {
    context.beginPath();
    for (const point of line) context.lineTo(point.x, point.y);
    context.stroke();
  }
  return width;
}

function pictureOf(sheet: Gray, cell: Cell, rng: Rng): { picture: Float32Array; label: number }[] {
  const scale = sheet.width / WIDTH;
  const thickness = cell.size * (0.95 + 0.75 * rng.next()) * scale;
  const margin = (0.08 + 0.2 * rng.next()) * thickness;
  const [from, to] = [cell.from * scale - margin, cell.to * scale + margin];
  const strip: Strip = {
    x: (from + to) / 2,
    y: (cell.y - 0.36 * cell.size) * scale + 0.12 * (rng.next() - 0.5) * thickness,
    angle: (rng.often(0.3) ? 0.08 : 0.02) * (rng.next() - 0.5),
    length: to - from,
    thickness,
  };
  const picture = cropStrip(sheet, strip);
  // The recogniser knows the places of letters by columns of eight pixels.
  const off = () => (6 * (rng.next() - 0.5)) / picture.width;
  const share = (x: number) => (x * scale - from) / (to - from);
  const letters = cell.letters.map(({ text, x }) => ({ text, at: share(x) + off(), confidence: 1 }));
  const near = (0.45 * STRIP_HEIGHT) / picture.width;
  return signPlaces(wordsIn({ letters, strip, picture }), picture).map((place) => ({
    picture: place.picture,
    label: Math.abs(place.at - share(cell.signAt)) < near ? signs.indexOf(cell.sign) : 0,
  }));
}
