import type { Gray } from './geometry.ts';
import type { Letter, RecognisedStrip } from './recognition.ts';
import { STRIP_HEIGHT } from './strips.ts';

/**
 * Extra width of a gap between two words over one between letters, as a share of the strip's height; narrow
 * characters have more white of their own.
 */
const EXTRA_GAP = { usual: 0.09, atNarrow: 0.13, inNumber: 0.3 };
const MIN_SPACE = 0.13;
const MAX_BETWEEN_LETTERS = 0.2;
/** In type of even width a space is a whole step; this is where one letter's step ends and two begin. */
const STEP_TOO_FAR = 1.55;
const WIDE = 0.4;

/**
 * The letters of each word of a strip. The model was trained on Chinese, which has no spaces: it omits many,
 * and splits words in monospaced type, so the gaps themselves are measured.
 */
export function wordsIn({ letters, picture }: RecognisedStrip): Letter[][] {
  const blank = blankColumns(picture);
  const signs = snapToInk(
    letters.filter(({ text }) => text.trim() !== ''),
    blank,
  );
  const modelSpaces = new Set(
    letters.flatMap((letter, at) => (letter.text.trim() === '' ? [signAfter(letters, at)] : [])),
  );
  const step = evenStep(signs);
  const usualGap = usualBlank(signs, blank);
  const words: Letter[][] = [[]];
  signs.forEach((sign, at) => {
    const before = signs[at - 1];
    if (before && isWordBreak(before, sign, { blank, step, usualGap, modelSpace: modelSpaces.has(at) }))
      words.push([]);
    words.at(-1)?.push(sign);
  });
  return words.filter((word) => word.length > 0);
}

type Between = { blank: boolean[]; step: number | null; usualGap: number; modelSpace: boolean };

function isWordBreak(
  before: Letter,
  sign: Letter,
  { blank, step, usualGap, modelSpace: predicted }: Between,
): boolean {
  const width = widestBlank(blank, before.at, sign.at);
  const steps = step === null ? 0 : (sign.at - before.at) / step;
  if (step !== null) return steps > STEP_TOO_FAR || (steps > 1.3 && width > WIDE * STRIP_HEIGHT);
  const space = Math.max(
    MIN_SPACE * STRIP_HEIGHT,
    usualGap + extraGap(before.text, sign.text) * STRIP_HEIGHT,
  );
  return width > (predicted ? 0.6 : 1) * space;
}

function extraGap(before: string, after: string): number {
  if (/^[\d.,][.,]$|^[.,]\d$/.test(before + after)) return EXTRA_GAP.inNumber;
  return /[.,:;'’1lIi|!-]/.test(before + after) ? EXTRA_GAP.atNarrow : EXTRA_GAP.usual;
}

// With few letters most gaps may be spaces, so a lower quantile than the median is used.
function usualBlank(signs: Letter[], blank: boolean[]): number {
  const widths = signs.slice(1).map(({ at }, place) => widestBlank(blank, signs[place]?.at ?? 0, at));
  const usualGap =
    widths.toSorted((a, b) => a - b)[Math.floor(widths.length / (widths.length < 8 ? 3 : 2))] ?? 0;
  return Math.min(usualGap, MAX_BETWEEN_LETTERS * STRIP_HEIGHT);
}

const signAfter = (letters: Letter[], at: number) =>
  letters.slice(0, at).filter(({ text }) => text.trim() !== '').length;

/** The letters moved to the middle of their ink: columns of the model are eight pixels wide. */
function snapToInk(letters: Letter[], blank: boolean[]): Letter[] {
  return letters.map((letter, at) => {
    const before = letters[at - 1];
    const after = letters[at + 1];
    const from = before
      ? (before.at + letter.at) / 2
      : Math.max(0, letter.at - STRIP_HEIGHT / 4 / blank.length);
    const to = after ? (after.at + letter.at) / 2 : Math.min(1, letter.at + STRIP_HEIGHT / 4 / blank.length);
    const ink: number[] = [];
    for (let x = Math.floor(from * blank.length); x < to * blank.length; x++) if (!blank[x]) ink.push(x);
    const [first, last] = [ink[0], ink.at(-1)];
    if (first === undefined || last === undefined) return letter;
    return { ...letter, at: (first + last + 1) / 2 / blank.length };
  });
}

/** The step from letter to letter where all have the same; null in type of differing widths. */
function evenStep(letters: Letter[]): number | null {
  const steps = letters.slice(1).map(({ at }, place) => at - (letters[place]?.at ?? 0));
  if (steps.length < 5) return null;
  const sorted = steps.toSorted((a, b) => a - b);
  const step = sorted[Math.floor(sorted.length * 0.4)] ?? 0;
  const even = steps.filter((one) => {
    const times = one / step;
    return Math.abs(times - Math.round(times)) < 0.17 && times > 0.5;
  });
  return even.length >= steps.length * 0.85 ? step : null;
}

/** The darkest and the lightest shades of a strip, but for stray ones. */
export function inkOf({ data }: Gray): { dark: number; light: number } {
  const sorted = data.toSorted();
  return {
    dark: sorted[Math.floor(sorted.length * 0.03)] ?? 0,
    light: sorted[Math.floor(sorted.length * 0.8)] ?? 255,
  };
}

/** Which columns of a strip hold nothing dark. Its own darkest and lightest shades decide what is dark. */
export function blankColumns(picture: Gray, { dark, light } = inkOf(picture)): boolean[] {
  const { width, height, data } = picture;
  const edge = dark + (light - dark) * 0.6;
  return Array.from({ length: width }, (_, x) => {
    for (let y = Math.round(height * 0.03); y < height * 0.97; y++)
      if ((data[y * width + x] ?? 255) < edge) return false;
    return true;
  });
}

function widestBlank(blank: boolean[], from: number, to: number): number {
  let [widest, run] = [0, 0];
  for (let x = Math.floor(from * blank.length); x < to * blank.length; x++) {
    run = blank[x] ? run + 1 : 0;
    widest = Math.max(widest, run);
  }
  return widest;
}
