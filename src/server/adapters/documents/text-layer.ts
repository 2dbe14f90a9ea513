import type { ReadWord } from '#server/kernel/ports/index.ts';

/** A run of text as it stands in a PDF, in pixels of the page; `x`, `y` begin its baseline. */
export type TextRun = {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  angle: number;
  font: string;
};
/** A word of the text layer of a PDF; not yet known to be visible. */
export type LayerWord = ReadWord & { font: string };

/** Letters above and below the baseline, as shares of the type's size. */
const ABOVE = 0.75;
const BELOW = 0.22;
/** Minimum letter height in pixels at 150 dots per inch: smaller ones are illegible. */
const SMALLEST = 4;
const LEVEL = Math.PI / 36;
const TOUCHING = 0.13;

/** The possibly visible words of a page's text layer: upright, large enough and on the page. */
export function layerWords(runs: TextRun[], page: { width: number; height: number }): LayerWord[] {
  const words: WordFragment[] = [];
  for (const run of runs) {
    if (Math.abs(run.angle) > LEVEL || run.size < SMALLEST) continue;
    for (const word of wordsOfRun(run)) {
      const last = words.at(-1);
      const isContinuation = last && !word.afterSpace && continues(last, word, run.size);
      if (isContinuation) {
        last.text += word.text;
        last.width = word.x + word.width - last.x;
      } else words.push(word);
    }
  }
  return words.filter((word) => isOn(word, page));
}

type WordFragment = LayerWord & { afterSpace?: boolean };

function wordsOfRun({ text, x, y, width, size, font }: TextRun): WordFragment[] {
  const letters = cleanText(text);
  const perLetter = letters.length > 0 ? width / letters.length : 0;
  return [...letters.matchAll(/\S+/g)].map((found) => ({
    text: found[0],
    x: x + found.index * perLetter,
    y: y - size * ABOVE,
    width: Math.max(1, found[0].length * perLetter),
    height: size * (ABOVE + BELOW),
    confidence: 1,
    font,
    afterSpace: found.index > 0,
  }));
}

/** PDF producers leave soft hyphens, control characters and ligatures inside words. */
const cleanText = (text: string) =>
  text
    .replace(
      /[\p{Cc}\p{Cs}\p{Co}\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu,
      '',
    )
    .normalize('NFKC');

function continues(last: ReadWord, next: ReadWord, size: number): boolean {
  const level = Math.abs(baselineOf(last) - baselineOf(next)) < size * 0.1;
  const gap = next.x - (last.x + last.width);
  return level && Math.abs(gap) < size * TOUCHING;
}

const baselineOf = ({ y, height }: ReadWord) => y + (height * ABOVE) / (ABOVE + BELOW);

const isOn = ({ x, y, width, height }: ReadWord, page: { width: number; height: number }) =>
  x + width / 2 > 0 && y + height / 2 > 0 && x + width / 2 < page.width && y + height / 2 < page.height;
