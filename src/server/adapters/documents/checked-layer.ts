import type { ReadPage, ReadWord } from '#server/kernel/ports/index.ts';
import { agreeing, hasInk, holds } from './agreement.ts';
import type { Gray, Strip } from './geometry.ts';
import type { LayerWord } from './layer.ts';
import { lookFor } from './looking.ts';
import type { Models } from './models.ts';
import { postureOf } from './posture.ts';
import { readStrips } from './recognition.ts';
import { readSpots } from './seeing.ts';
import { piecesOf } from './strips.ts';
import { linesOf, uprightingOf, wordsOf } from './words.ts';

const LEVEL = Math.PI / 18;
const LEAST_BORNE_OUT = 0.5;

/** A region of the page: where text was detected, and the text layer's words there. */
type Place = { strip: Strip; words: LayerWord[] };

/**
 * Reads a page of a PDF. Its text layer is used where recognition agrees; `most` is how many text strips are
 * recognised to find out, figures first. With too little agreement the page is read like a photo.
 */
export async function readPdfPage(
  models: Models,
  page: { picture: Gray; words: LayerWord[] },
  most: number,
): Promise<ReadPage> {
  const { picture } = page;
  const spots = await lookFor(models.writing, picture);
  const level = Math.abs(postureOf(spots, picture).angle) < LEVEL;
  if (page.words.length === 0 || !level) return readSpots(models, picture, spots);
  const strips = spots.flatMap((spot) => piecesOf(picture, spot));
  const places = placesOf(strips, page.words, picture).toSorted(byWorth);
  const chosen = places.slice(0, most);
  const seen = await wordsAt(models, picture, chosen);
  const layer = agreeing(
    chosen.map(({ words }, at) => ({ words, seen: seen[at] ?? [] })),
    places.slice(most).flatMap(({ words }) => words),
  );
  if (layer.length < LEAST_BORNE_OUT * page.words.length) return readSpots(models, picture, spots);
  return {
    width: picture.width,
    height: picture.height,
    readings: [
      { source: 'layer', lines: linesOf(layer.map(withoutFont)) },
      { source: 'seen', lines: linesOf(seen.flat()) },
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

async function wordsAt(models: Models, picture: Gray, places: Place[]): Promise<ReadWord[][]> {
  const { width, height } = picture;
  const level = { middle: { x: width / 2, y: height / 2 }, angle: 0, byX: 0, byY: 0 };
  const upright = uprightingOf(level, picture);
  const strips = places.map(({ strip }) => strip);
  const writings = await readStrips(models.letters, models.alphabet, picture, strips);
  return writings.map((writing) => wordsOf(writing, level, upright));
}

// Strips missing from the layer first, then figures, then the rest; within each the cheapest first.
const byWorth = (a: Place, b: Place) => worth(b) - worth(a) || a.strip.length - b.strip.length;

function worth({ words }: Place): number {
  if (words.length === 0) return 3;
  return words.some(({ text }) => /\d/.test(text)) ? 2 : 1;
}

function placesOf(strips: Strip[], words: LayerWord[], picture: Gray): Place[] {
  const places: Place[] = strips.map((strip) => ({ strip, words: [] }));
  for (const word of words) {
    const place = places.find(({ strip }) => holds(strip, word));
    if (place) place.words.push(word);
    else if (hasInk(picture, word)) places.push({ strip: stripAround(word), words: [word] });
  }
  return places;
}

const stripAround = ({ x, y, width, height }: ReadWord): Strip => ({
  x: x + width / 2,
  y: y + height / 2,
  angle: 0,
  length: width + height / 2,
  thickness: height * 1.3,
});
