import { LEVEL } from '#core/row-levels.ts';
import type { ReadPage, ReadWord } from '#server/kernel/ports/index.ts';
import { findText } from './find-text.ts';
import type { Gray, Strip } from './geometry.ts';
import type { Models } from './models.ts';
import { linesOf, uprightMappingOf, wordsOf } from './ocr-words.ts';
import { recogniseSpots } from './ocr.ts';
import { estimateSkew } from './page-skew.ts';
import { recogniseStrips } from './recognition.ts';
import { splitStrip } from './strips.ts';
import { contains, hasInk, wordsInAgreement } from './text-layer-agreement.ts';
import type { LayerWord } from './text-layer.ts';

const NEARLY_LEVEL = Math.PI / 18;
const MIN_AGREEMENT = 0.5;

/** A region of the page: where text was detected, and the text layer's words there. */
type StripWords = { strip: Strip; words: LayerWord[] };

/**
 * Reads a page of a PDF. Its text layer is used where recognition agrees; `most` is how many text strips are
 * recognised to find out, figures first. With too little agreement the page is read like a photo.
 */
export async function readPdfPage(
  models: Models,
  page: { picture: Gray; words: LayerWord[] },
  max: number,
): Promise<ReadPage> {
  const { picture } = page;
  const spots = await findText(models.detection, picture);
  const level = Math.abs(estimateSkew(spots, picture).angle) < NEARLY_LEVEL;
  if (page.words.length === 0 || !level) return recogniseSpots(models, picture, spots);
  const strips = spots.flatMap((spot) => splitStrip(picture, spot));
  const stripsToRead = stripWords(strips, page.words, picture).toSorted(byPriority);
  const chosen = stripsToRead.slice(0, max);
  const recognised = await recogniseRegions(models, picture, chosen);
  const layer = wordsInAgreement(
    chosen.map(({ words }, at) => ({ words, recognised: recognised[at] ?? [] })),
    stripsToRead.slice(max).flatMap(({ words }) => words),
  );
  if (layer.length < MIN_AGREEMENT * page.words.length) return recogniseSpots(models, picture, spots);
  return {
    width: picture.width,
    height: picture.height,
    readings: [
      { source: 'layer', lines: linesOf(layer.map(withoutFont)) },
      { source: 'seen', lines: linesOf(recognised.flat()) },
    ],
  };
}

const withoutFont = ({ text, x, y, width, height, confidence }: LayerWord): ReadWord => ({
  text,
  x,
  y,
  width,
  height,
  confidence,
});

async function recogniseRegions(
  models: Models,
  picture: Gray,
  stripsToRead: StripWords[],
): Promise<ReadWord[][]> {
  const { width, height } = picture;
  const level = { middle: { x: width / 2, y: height / 2 }, angle: 0, levels: LEVEL };
  const upright = uprightMappingOf(level, picture);
  const strips = stripsToRead.map(({ strip }) => strip);
  const writings = await recogniseStrips(models.recognition, models.alphabet, picture, strips);
  return writings.map((writing) => wordsOf(writing, upright));
}

// Strips missing from the layer first, then figures, then the rest; within each the cheapest first.
const byPriority = (a: StripWords, b: StripWords) =>
  priority(b) - priority(a) || a.strip.length - b.strip.length;

function priority({ words }: StripWords): number {
  if (words.length === 0) return 3;
  return words.some(({ text }) => /\d/.test(text)) ? 2 : 1;
}

function stripWords(strips: Strip[], words: LayerWord[], picture: Gray): StripWords[] {
  const stripsToRead: StripWords[] = strips.map((strip) => ({ strip, words: [] }));
  for (const word of words) {
    const match = stripsToRead.find(({ strip }) => contains(strip, word));
    if (match) match.words.push(word);
    else if (hasInk(picture, word)) stripsToRead.push({ strip: stripAround(word), words: [word] });
  }
  return stripsToRead;
}

const stripAround = ({ x, y, width, height }: ReadWord): Strip => ({
  x: x + width / 2,
  y: y + height / 2,
  angle: 0,
  length: width + height / 2,
  thickness: height * 1.3,
});
