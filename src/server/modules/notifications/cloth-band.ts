import sharp from 'sharp';
import { cloth } from '#core/cloth.ts';
import type { Attachment } from '#server/kernel/ports/messaging.ts';
import { BAND } from './layout-styles.ts';
import type { ClothBand } from './rules/email.ts';

const COLUMNS = 28;
const ROWS = 2;
const CACHE_SIZE = 256;

const cache = new Map<string, Promise<Uint8Array>>();

/** The band of cloth at the top of a message, as the attachment its HTML refers to: a PNG of twice the size it is shown at. */
export async function clothBandImage(band: ClothBand): Promise<Attachment> {
  const key = JSON.stringify([band.businessId, band.primaryColor, band.secondaryColor]);
  const cached = cache.get(key) ?? draw(band);
  cache.delete(key);
  cache.set(key, cached);
  cached.catch(() => cache.delete(key));
  const [oldest] = cache.keys();
  if (cache.size > CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
  return { name: 'cloth.png', mime: 'image/png', content: await cached, contentId: BAND.contentId };
}

function draw({ businessId, primaryColor, secondaryColor }: ClothBand): Promise<Uint8Array> {
  const svg = cloth(businessId, {
    primary: primaryColor,
    secondary: secondaryColor,
    columns: COLUMNS,
    rows: ROWS,
    idPrefix: 'b',
    crackle: false,
  });
  return sharp(Buffer.from(svg))
    .resize({ width: 2 * BAND.width, height: 2 * BAND.height, fit: 'fill' })
    .png({ palette: true, colours: 16, compressionLevel: 9, effort: 10 })
    .toBuffer();
}
