// Readings of synthetic Nigerian documents, as eval/capture generated and read them, and one read from
// picture to invoice.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createDocumentReader } from '#server/adapters/documents/index.ts';
import type { ReadPage } from '#server/kernel/ports/index.ts';
import { extractInvoice, readInvoicePages } from '#server/modules/capture/extract.ts';
import { type GroundTruth, score } from '../eval/capture/score.ts';
import { documentKinds } from '../eval/capture/synthetic/document-kinds.ts';
import { createRng } from '../eval/capture/synthetic/rng.ts';

const about = { ownNames: [], ownContacts: [], today: '2026-11-21', home: 'NGN' } as const;

type Word = [text: string, x: number, y: number, width: number, height: number, confidence: number];
type RecordedReading = {
  name: string;
  truth: GroundTruth;
  pages: { width: number; height: number; readings: { source: 'layer' | 'seen'; lines: Word[][] }[] }[];
};
const readings: RecordedReading[] = JSON.parse(readFileSync('eval/capture/synthetic/readings.json', 'utf8'));

const pagesOf = ({ pages }: RecordedReading): ReadPage[] =>
  pages.map((page) => ({
    ...page,
    readings: page.readings.map(({ source, lines }) => ({
      source,
      lines: lines.map((words) => ({
        words: words.map(([text, x, y, width, height, confidence]) => ({
          text,
          x,
          y,
          width,
          height,
          confidence,
        })),
      })),
    })),
  }));

const wrong = (truth: GroundTruth, pages: ReadPage[]) =>
  score(truth, extractInvoice(pages, about), 'paper').filter(({ verdict }) => verdict !== 'right');

test.each(readings.map((one) => [one.name, one] as const))('%s is read whole', (_, one) => {
  expect(readInvoicePages(pagesOf(one), about).recognised).toBe(true);
  expect(wrong(one.truth, pagesOf(one))).toEqual([]);
});

test('a picture of a paper becomes an invoice', async () => {
  const made = documentKinds.letterhead?.(createRng(11));
  if (!made) throw new Error('no such kind of paper');
  const bytes = await sharp(Buffer.from(made.page.svg)).rotate(90).jpeg({ quality: 85 }).toBuffer();
  const reader = createDocumentReader();
  const read = await reader.read({ bytes, mime: 'image/jpeg' }, { subject: 'biz_1' });
  await reader.close();
  expect(wrong(made.truth, read.ok ? read.pages : []).filter(({ field }) => field !== 'currency')).toEqual(
    [],
  );
}, 60_000);
