import type { Gray } from './geometry.ts';
import type { Letter } from './recognition.ts';
import { activityOf, SIGN, type Sign, signs, trainedSigns } from './sign-network.ts';
import { STRIP_HEIGHT } from './strips.ts';
import { blankColumns, inkOf } from './word-spacing.ts';

/** A place beside an amount: the letters of a word it was read as, none where it was not read; and its picture. */
export type SignPlace = {
  word: number;
  from: number;
  to: number;
  at: number;
  sure: number;
  picture: Float32Array;
};

/** As sure as a sign must be to be believed: a wrong one is worse than none, and dirt stands behind amounts more often. */
const SURE = { before: 0.97, behind: 0.995 };
/** Signs that the alphabet of the recogniser lacks; $ it knows, so what looks like one and was not read is another. */
export const LACKED: ReadonlySet<Sign> = new Set(['₦', '£', '€']);
const AMOUNT = /^(?:\d{1,3}(?:[.,]\d{3})+(?:[.,:]\d{0,2})?|\d+[.,:]\d{2})$/;
/** A number that is an amount only where something stands before it that was not read. */
const WHOLE = /^[1-9]\d{1,5}$/;
/** Letters that were never seen to be another sign of money. */
const CERTAIN = /[$N]/;
/** Letters that a sign behind an amount is read as. */
const BEHIND = /^[CEef]$/;
const SPACE = 0.75 * STRIP_HEIGHT;
const HALF_LETTER = STRIP_HEIGHT / 4;
const WIDEST = STRIP_HEIGHT;
const PIXELS_A_FIGURE = 11;
const THINNEST = 5;

/** The words of a strip, with ₦, £ and € beside amounts, which the alphabet of the recogniser lacks. */
export function withMoneySigns(words: Letter[][], picture: Gray): Letter[][] {
  const changed = words.map((letters) => [...letters]);
  // From the right, so that the places of others stay.
  for (const { word, from, to, at, sure, picture: sign } of signPlaces(words, picture).toReversed()) {
    const { shares } = activityOf(trainedSigns(), sign);
    const best = shares.indexOf(Math.max(...shares));
    const [text, confidence] = [signs[best] ?? 'other', shares[best] ?? 0];
    if (confidence >= sure && LACKED.has(text))
      changed[word]?.splice(from, to - from, { text, at, confidence });
  }
  return changed;
}

/** Where a sign of money may stand before or behind an amount, and was not surely read. */
export function signPlaces(words: readonly Letter[][], picture: Gray): SignPlace[] {
  const amounts = words.flatMap((letters, word) => amountIn(letters, word) ?? []);
  if (amounts.length === 0) return [];
  const shades = inkOf(picture);
  const blank = blankColumns(picture, shades);
  return amounts.flatMap((amount) =>
    ([-1, 1] as const).flatMap((step) => {
      const place = beside(words, amount, blank, step);
      return place ? [{ ...place, picture: signPicture(picture, place, shades) }] : [];
    }),
  );
}

type AmountPlace = { word: number; first: number; last: number; isWhole: boolean };
type Shades = { dark: number; light: number };
type Ink = { from: number; to: number };
type Place = Omit<SignPlace, 'picture'> & { ink: Ink; pitch: number };

function amountIn(letters: readonly Letter[], word: number): AmountPlace | null {
  const isDigit = ({ text }: Letter) => /^\d$/.test(text);
  const [start, last] = [letters.findIndex(isDigit), letters.findLastIndex(isDigit)];
  const text = textOf(letters.slice(start, last + 1));
  // "045,000.00": the sign was read as a nought.
  const first = /^0\d/.test(text) ? start + 1 : start;
  const figures = text.slice(first - start);
  const isWhole = start === 0 && WHOLE.test(figures);
  return isWhole || AMOUNT.test(figures) ? { word, first, last, isWhole } : null;
}

/** The place left (`step` -1) or right (1) of an amount: its sign is in its word, in one of its own, or was not read at all. */
function beside(
  words: readonly Letter[][],
  amount: AmountPlace,
  blank: boolean[],
  step: 1 | -1,
): Place | null {
  const { word, first, last, isWhole } = amount;
  const letters = words[word] ?? [];
  const digit = letters[step < 0 ? first : last];
  const joined = step < 0 ? letters.slice(0, first) : letters.slice(last + 1);
  if (!digit || joined.length > 1) return null;
  const pitch = pitchOf(letters, blank.length);
  const edge = digit.at * blank.length + (step * pitch) / 2;
  const neighbour = words[word + step] ?? [];
  const lone = neighbour.length === 1 ? neighbour[0] : undefined;
  const isApart =
    joined.length === 0 &&
    lone !== undefined &&
    Math.abs(edge - lone.at * blank.length) < SPACE + HALF_LETTER;
  const sign = isApart ? lone : joined[0];
  if (sign && (isWhole || CERTAIN.test(sign.text) || (step > 0 && !BEHIND.test(sign.text)))) return null;
  const outer = (isApart ? words[word + 2 * step] : neighbour)?.at(step < 0 ? -1 : 0);
  const limit = outer ? outer.at * blank.length - step * HALF_LETTER : step < 0 ? 0 : blank.length;
  const ink = inkBeside(blank, edge, limit, step);
  if (!ink) return null;
  const from = step > 0 && !isApart ? last + 1 : 0;
  return {
    word: isApart ? word + step : word,
    from,
    to: from + (sign ? 1 : 0),
    at: (ink.from + ink.to) / 2 / blank.length,
    sure: step < 0 ? SURE.before : SURE.behind,
    ink,
    pitch,
  };
}

/** The width of a figure, from one to the next. */
function pitchOf(letters: readonly Letter[], width: number): number {
  const steps = letters.slice(1).flatMap(({ text, at }, place) => {
    const before = letters[place];
    return before && /^\d\d$/.test(before.text + text) ? [(at - before.at) * width] : [];
  });
  const middle = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return Math.min(2 * HALF_LETTER, Math.max(HALF_LETTER, middle));
}

/** The nearest ink beside an edge, at most a space away, in the direction of `step`; null where there is none. */
function inkBeside(blank: boolean[], edge: number, limit: number, step: 1 | -1): Ink | null {
  const start = Math.round(edge);
  const isWithin = (x: number) => (step < 0 ? x >= limit && x >= 0 : x < limit && x < blank.length);
  let from = start;
  // The edge is an estimate: the ink of the figure may reach beyond it.
  for (let x = start; Math.abs(x - start) < 5; x += step)
    if (blank[x]) {
      from = x;
      break;
    }
  while (isWithin(from) && blank[from] && Math.abs(from - start) < SPACE) from += step;
  let to = from;
  while (isWithin(to) && Math.abs(to - from) < WIDEST && !(blank[to] && blank[to + step])) to += step;
  if (Math.abs(to - from) < THINNEST) return null;
  return step < 0 ? { from: to + 1, to: from + 1 } : { from, to };
}

/** The sign in the middle of its picture, as large as figures make it, its shades stretched and all beside it left out. */
function signPicture({ width, data }: Gray, { ink, pitch }: Place, { dark, light }: Shades): Float32Array {
  const step = pitch / PIXELS_A_FIGURE;
  const pixels = SIGN.width * SIGN.height;
  const shadeAt = (across: number, down: number) => {
    const [x, y] = [
      Math.floor((ink.from + ink.to) / 2 + (across - SIGN.width / 2) * step),
      Math.floor(STRIP_HEIGHT / 2 + (down - SIGN.height / 2) * step),
    ];
    const isBeside = x < ink.from - 1 || x > ink.to || x < 0 || x >= width || y < 0 || y >= STRIP_HEIGHT;
    return isBeside ? light : (data[y * width + x] ?? light);
  };
  return Float32Array.from({ length: pixels + 1 }, (_, at) => {
    if (at === pixels) return 0;
    const [x, y] = [at % SIGN.width, Math.floor(at / SIGN.width)];
    const parts = [0.25, 0.75].flatMap((right) => [0.25, 0.75].map((down) => shadeAt(x + right, y + down)));
    const shade = parts.reduce((sum, part) => sum + part, 0) / parts.length;
    return Math.min(1, Math.max(0, (light - shade) / Math.max(1, light - dark)));
  });
}

const textOf = (letters: readonly Letter[]) => letters.map(({ text }) => text).join('');
