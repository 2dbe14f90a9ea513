import { createRequire } from 'node:module';
import sharp, { type Sharp } from 'sharp';
import type { DocumentReader, ReadDocument } from '#server/kernel/ports/index.ts';
import { type Turn } from '#server/workers/pool.ts';
import { defineTask } from '#server/workers/protocol.ts';

/** The task that leaves the words as they are. */
export const run = ({ pages, pagesLeftOut }: ReadDocument & { known: null }): ReadDocument => ({
  pages,
  pagesLeftOut,
});
const WORDS = defineTask<{ run: typeof run }>(new URL(import.meta.url));

/** The words of a document, or why there are none. */
export const readWords = (reader: DocumentReader, bytes: Uint8Array, turn: Turn) =>
  reader.read({ bytes, mime: '' }, { task: WORDS, known: null }, turn);

export const PAGE_SIZE = { width: 900, height: 560 };
const INK = [
  'ADAEZE FOODS LTD',
  'Invoice No. INV-0042',
  'Date: 14/03/2026',
  'Bill to: Chukwudi Stores',
  'Fried plantain, 6 trays  13,500.00',
  'Total due N162,862.50',
];

/** A plain printed page, drawn with a bundled font so that it looks the same everywhere. */
export async function samplePage(lines = INK): Promise<Sharp> {
  const fontfile = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/reddit-sans/600SemiBold/RedditSans_600SemiBold.ttf',
  );
  const drawn = await Promise.all(
    lines.map(async (text, at) => ({
      input: await sharp({ text: { text, font: 'Reddit Sans SemiBold 32', fontfile, dpi: 72, rgba: true } })
        .png()
        .toBuffer(),
      left: 50,
      top: 40 + at * 80,
    })),
  );
  const page = sharp({ create: { ...PAGE_SIZE, channels: 3, background: '#fdfbf5' } });
  return sharp(await page.composite(drawn).png().toBuffer());
}

/** A PDF written by hand: objects numbered from 1, the first being the catalogue. */
export function pdfOf(objects: string[], trailer = ''): Uint8Array {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const begin = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${begin}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

export const stream = (content: string, about = '') =>
  `<< /Length ${content.length} ${about} >>\nstream\n${content}\nendstream`;

/** A PDF of one page with this content; `more` objects are numbered from 5. */
export function pagePdf(content: string, resources = '', more: string[] = []): Uint8Array {
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Contents 4 0 R
      /Resources << /Font << /F ${font} >> ${resources} >> >>`,
    stream(content),
    ...more,
  ]);
}
