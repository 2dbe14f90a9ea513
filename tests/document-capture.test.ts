// Readings of synthetic Nigerian documents, as eval/capture generated and read them, and one read from
// picture to invoice.
import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createDocumentReader } from '#server/adapters/documents/index.ts';
import { readWords } from '#server/adapters/documents/testing.ts';
import type { ReadPage } from '#server/kernel/ports/index.ts';
import { extractInvoice, readInvoicePages } from '#server/modules/capture/extract.ts';
import type * as findTask from '#server/modules/capture/find-task.ts';
import { readInvoices } from '#server/modules/capture/invoices.ts';
import { defineTask } from '#server/workers/protocol.ts';
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

const reader = createDocumentReader();
afterAll(() => reader.close());
const readPicture = async (picture: Sharp) =>
  readWords(reader, await picture.toBuffer(), { subject: 'biz_1' });

test('a picture of a paper becomes an invoice within the process that reads it', async () => {
  const made = documentKinds.letterhead?.(createRng(11));
  if (!made) throw new Error('no such kind of paper');
  const bytes = await sharp(Buffer.from(made.page.svg)).rotate(90).jpeg({ quality: 85 }).toBuffer();
  const task = defineTask<typeof findTask>(
    new URL('../src/server/modules/capture/find-task.ts', import.meta.url),
  );
  const read = await reader.read({ bytes, mime: '' }, { task, known: about }, { subject: 'biz_1' });
  if (!read.ok) throw new Error(read.reason);
  const [found, ...more] = read.made.invoices;
  if (!found || more.length > 0) throw new Error('not one invoice');
  const wrongFields = score(made.truth, found.extraction, 'paper').filter(
    ({ verdict }) => verdict !== 'right',
  );
  expect(wrongFields.filter(({ field }) => field !== 'currency')).toEqual([]);
});

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } }).jpeg();
const drawn = (content: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`,
    ),
  ).jpeg();
const figures = Array.from({ length: 12 }, (_, row) =>
  Array.from(
    { length: 4 },
    (_, column) =>
      `<text x="${60 + column * 180}" y="${90 + row * 70}" font-size="34">${(row * 37 + column * 11) % 97}</text>`,
  ).join(''),
).join('');
const FACE = `<rect width="800" height="1000" fill="#7a93a8"/><rect x="180" y="780" width="440" height="220" fill="#234"/>
  <ellipse cx="400" cy="460" rx="230" ry="310" fill="#6b4128"/><path d="M170 380Q400 40 630 380Q400 240 170 380" fill="#1a1210"/>
  <ellipse cx="310" cy="430" rx="38" ry="20" fill="#fff"/><ellipse cx="490" cy="430" rx="38" ry="20" fill="#fff"/>
  <circle cx="310" cy="430" r="15"/><circle cx="490" cy="430" r="15"/><path d="M400 460L370 560H430Z" fill="#573520"/>
  <path d="M300 640Q400 700 500 640Q400 670 300 640" fill="#8c3b3b"/>`;

test.each<[string, Sharp]>([
  ['one pixel wide and 20,000 high', plain(1, 20_000, '#fff')],
  ['all black', plain(1200, 1600, '#000')],
  ['a page of only numbers', drawn(figures)],
  ['a face', drawn(FACE)],
])(
  'a picture that is %s is no invoice, and nothing of it is billed',
  async (_, picture) => {
    const read = await readPicture(picture);
    expect(read).toMatchObject({ ok: true });
    expect(readInvoices(read.ok ? read.made.pages : [], about)).toEqual([]);
  },
  180_000,
);
