import type { ReadPage } from '#server/kernel/ports/index.ts';
import { type Spot, turnedSpot } from './detection.ts';
import { type Gray, halfTurn, type Strip } from './geometry.ts';
import { lookFor } from './looking.ts';
import type { Models } from './models.ts';
import { angleAt, type Posture, postureOf } from './posture.ts';
import { readStrips } from './recognition.ts';
import { cutOut, HEIGHT, piecesOf } from './strips.ts';
import { linesOf, uprightingOf, wordsOf } from './words.ts';

const ASKED_FOR_HEAD = 12;
const HEAD_WIDTH = 192;
const OWN_ANGLE_FROM = 5;
const MOST_OFF = (6 * Math.PI) / 180;

/** Recognises all text of an image, in any orientation. */
export async function see(models: Models, picture: Gray): Promise<ReadPage> {
  return readSpots(models, picture, await lookFor(models.writing, picture));
}

/** Recognises the text in these regions. */
export async function readSpots(models: Models, picture: Gray, spots: Spot[]): Promise<ReadPage> {
  const half = postureOf(spots, picture);
  const onHead = await standsOnHead(models, picture, spots, half);
  const posture = onHead ? { ...half, angle: half.angle + Math.PI } : half;
  const strips = spots.flatMap((spot) => piecesOf(picture, stripOf(spot, posture)));
  const writings = await readStrips(models.letters, models.alphabet, picture, strips);
  const upright = uprightingOf(posture, picture);
  const words = writings.flatMap((writing) => wordsOf(writing, posture, upright));
  const { width, height } = upright;
  return { width, height, readings: [{ source: 'seen', lines: linesOf(words) }] };
}

/** The rectangle to read: a long line uses its own angle, a short one that of the page at its position. */
function stripOf(spot: Spot, posture: Posture): Strip {
  const expected = angleAt(posture, spot);
  const off = halfTurn(spot.angle - expected);
  const own = spot.length > OWN_ANGLE_FROM * spot.thickness && Math.abs(off) < MOST_OFF;
  return turnedSpot(spot, expected + (own ? off : 0));
}

async function standsOnHead(
  models: Models,
  picture: Gray,
  spots: Spot[],
  posture: Posture,
): Promise<boolean> {
  const strips = spots
    .toSorted((a, b) => b.length - a.length)
    .slice(0, ASKED_FOR_HEAD)
    .map((spot) => turnedSpot(spot, angleAt(posture, spot)));
  if (strips.length === 0) return false;
  const plane = HEIGHT * HEAD_WIDTH;
  const input = new Float32Array(strips.length * 3 * plane);
  strips.forEach((strip, at) => {
    const cut = cutOut(picture, strip);
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < Math.min(HEAD_WIDTH, cut.width); x++)
        for (let colour = 0; colour < 3; colour++)
          input[(at * 3 + colour) * plane + y * HEAD_WIDTH + x] =
            (cut.data[y * cut.width + x] ?? 0) / 127.5 - 1;
  });
  const votes = await models.head(input, strips.length);
  return votes.reduce((sum, vote) => sum + vote - 0.5, 0) > 0;
}
