import type { ReadPage } from '#server/kernel/ports/index.ts';
import { spotAtAngle, type TextSpot } from './detection.ts';
import { findText } from './find-text.ts';
import { type Gray, halfTurn, type Strip, turnedOver } from './geometry.ts';
import type { Models } from './models.ts';
import { linesOf, uprightMappingOf, wordsOf } from './ocr-words.ts';
import { angleAt, estimateSkew, onItsHead, type PageSkew } from './page-skew.ts';
import { recogniseStrips } from './recognition.ts';
import { cropStrip, splitStrip, STRIP_HEIGHT } from './strips.ts';

const UPSIDE_DOWN_SAMPLE = 12;
const ORIENTATION_WIDTH = 192;
const OWN_ANGLE_FROM = 5;
const MAX_OFF = (6 * Math.PI) / 180;

/** Recognises all text of an image, in any orientation. */
export async function recogniseText(models: Models, picture: Gray): Promise<ReadPage> {
  return recogniseSpots(models, picture, await findText(models.detection, picture));
}

/** Recognises the text in these regions. */
export async function recogniseSpots(models: Models, picture: Gray, spots: TextSpot[]): Promise<ReadPage> {
  const upToHalfTurn = estimateSkew(spots, picture);
  const onHead = await standsOnHead(models, picture, spots, upToHalfTurn);
  const skew = onHead ? onItsHead(upToHalfTurn) : upToHalfTurn;
  const strips = spots.flatMap((spot) => splitStrip(picture, stripOf(spot, skew)));
  const writings = await recogniseStrips(models.recognition, models.alphabet, picture, strips);
  const upright = uprightMappingOf(skew, picture);
  const words = writings.flatMap((writing) => wordsOf(writing, upright));
  const { width, height } = upright;
  return { width, height, readings: [{ source: 'seen', lines: linesOf(words) }] };
}

/** The strip to read: a line that bends is followed, a long one uses its own angle, a short one that of the page at its position. */
function stripOf(spot: TextSpot, skew: PageSkew): Strip {
  const expected = angleAt(skew, spot);
  const { bent } = spot;
  if (bent && Math.abs(halfTurn(bent.angle - expected)) < MAX_OFF)
    return Math.cos(bent.angle - expected) > 0 ? bent : turnedOver(bent);
  const off = halfTurn(spot.angle - expected);
  const own = spot.length > OWN_ANGLE_FROM * spot.thickness && Math.abs(off) < MAX_OFF;
  return spotAtAngle(spot, expected + (own ? off : 0));
}

async function standsOnHead(
  models: Models,
  picture: Gray,
  spots: TextSpot[],
  skew: PageSkew,
): Promise<boolean> {
  const strips = spots
    .toSorted((a, b) => b.length - a.length)
    .slice(0, UPSIDE_DOWN_SAMPLE)
    .map((spot) => stripOf(spot, skew));
  if (strips.length === 0) return false;
  const plane = STRIP_HEIGHT * ORIENTATION_WIDTH;
  const input = new Float32Array(strips.length * 3 * plane);
  strips.forEach((strip, at) => {
    const cut = cropStrip(picture, strip);
    for (let y = 0; y < STRIP_HEIGHT; y++)
      for (let x = 0; x < Math.min(ORIENTATION_WIDTH, cut.width); x++)
        for (let colour = 0; colour < 3; colour++)
          input[(at * 3 + colour) * plane + y * ORIENTATION_WIDTH + x] =
            (cut.data[y * cut.width + x] ?? 0) / 127.5 - 1;
  });
  const votes = await models.orientation(input, strips.length);
  return votes.reduce((sum, vote) => sum + vote - 0.5, 0) > 0;
}
