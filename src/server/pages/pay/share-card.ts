import { createRequire } from 'node:module';
import sharp, { type OverlayOptions } from 'sharp';
import { cloth } from '#core/cloth.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { duewellLogo } from './components.ts';

type Business = Pick<PayView['business'], 'id' | 'name' | 'primaryColor' | 'secondaryColor'>;

/** The preview image chats and social sites show for a link. */
export const CARD = { width: 1200, height: 630 } as const;

const SHEET = { left: 84, top: 70, width: 880, height: 490, round: 44, margin: 64 } as const;
const INK = '#15163A';
const MUTED = '#565A7C';
const NAME = { sizes: [84, 74, 64, 56, 48, 40], height: 210, letters: 90 } as const;
const FONTS = {
  name: '@expo-google-fonts/reddit-sans/700Bold/RedditSans_700Bold.ttf',
  label: '@expo-google-fonts/familjen-grotesk/700Bold/FamiljenGrotesk_700Bold.ttf',
} as const;
const REMEMBERED = 64;

const drawn = new Map<string, Promise<Buffer>>();

/**
 * The picture beside a shared pay link, as PNG: the business's cloth, its name and the word for an invoice. Neither
 * amount nor customer: everybody in the chat sees a preview.
 */
export function shareCard(business: Business, word: string): Promise<Buffer> {
  const { id, name, primaryColor, secondaryColor } = business;
  const key = JSON.stringify([id, name, primaryColor, secondaryColor, word]);
  const known = drawn.get(key) ?? draw(business, word);
  drawn.delete(key);
  drawn.set(key, known);
  known.catch(() => drawn.delete(key));
  const [oldest] = drawn.keys();
  if (drawn.size > REMEMBERED && oldest !== undefined) drawn.delete(oldest);
  return known;
}

async function draw(business: Business, word: string): Promise<Buffer> {
  const [ground, caption, kind, by] = await Promise.all([
    clothPicture(business),
    fittedName(business.name),
    renderText(word, { font: 'label', size: 54, colour: MUTED }),
    renderText('Duewell', { font: 'label', size: 38, colour: INK }),
  ]);
  const left = SHEET.left + SHEET.margin;
  const foot = SHEET.top + SHEET.height - SHEET.margin;
  const at = (picture: Picture, x: number, y: number): OverlayOptions => ({
    input: picture.bytes,
    left: Math.round(x),
    top: Math.round(y),
  });
  const middle =
    SHEET.top + SHEET.margin + kind.height + (foot - 56 - SHEET.top - SHEET.margin - kind.height) / 2;
  return sharp(ground)
    .composite([
      { input: Buffer.from(sheet()), left: 0, top: 0 },
      at(kind, left, SHEET.top + SHEET.margin - 8),
      at(caption, left, middle - caption.height / 2),
      at(by, left + 54, foot - 22 - by.height / 2 + 4),
    ])
    .png({ palette: true, colours: 128, compressionLevel: 9 })
    .toBuffer();
}

type Picture = { bytes: Buffer; width: number; height: number };

function clothPicture({ id, primaryColor, secondaryColor }: Business): Promise<Buffer> {
  const svg = cloth(id, {
    primary: primaryColor,
    secondary: secondaryColor,
    columns: 16,
    rows: 9,
    idPrefix: 'c',
  });
  return sharp(Buffer.from(svg), { density: 144 })
    .resize({ ...CARD, fit: 'cover' })
    .png()
    .toBuffer();
}

function sheet(): string {
  const { left, top, width, height, round, margin } = SHEET;
  const logo = duewellLogo.replace(
    '<svg ',
    `<svg x="${left + margin}" y="${top + height - margin - 42}" width="42" height="42" `,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">` +
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${round}" fill="#FFFFFF"/>${logo}</svg>`
  );
}

/** The name in the largest size that fits; an extremely long one is cut. */
async function fittedName(name: string): Promise<Picture> {
  const written = Array.from(name.replace(/\p{C}+/gu, ' ').trim());
  const text =
    written.length > NAME.letters ? `${written.slice(0, NAME.letters).join('')}…` : written.join('');
  const width = SHEET.width - 2 * SHEET.margin;
  for (const size of NAME.sizes) {
    const picture = await renderText(text || 'Duewell', { font: 'name', size, colour: INK, width });
    const last = size === NAME.sizes.at(-1);
    if (last) return cut(picture, width);
    if (picture.width <= width && picture.height <= NAME.height) return picture;
  }
  throw new Error('there are sizes to try');
}

async function cut({ bytes, width, height }: Picture, room: number): Promise<Picture> {
  const size = { width: Math.min(width, room), height: Math.min(height, NAME.height) };
  return {
    bytes: await sharp(bytes)
      .extract({ left: 0, top: 0, ...size })
      .png()
      .toBuffer(),
    ...size,
  };
}

type Dress = { font: keyof typeof FONTS; size: number; colour: string; width?: number };

async function renderText(caption: string, { font, size, colour, width }: Dress): Promise<Picture> {
  const family = font === 'name' ? 'Reddit Sans Bold' : 'Familjen Grotesk Bold';
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escaped(caption)}</span>`,
      font: `${family} ${size}`,
      fontfile: createRequire(import.meta.url).resolve(FONTS[font]),
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
      ...(width ? { width } : {}),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

const escaped = (caption: string) => caption.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
