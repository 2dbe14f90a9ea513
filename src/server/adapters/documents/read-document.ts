import type { ReadDocument, ReadPage } from '#server/kernel/ports/index.ts';
import type { OnStep } from '#server/workers/protocol.ts';
import { decodeImage } from './decode-image.ts';
import { type Models, openModels } from './models.ts';
import { recogniseText } from './ocr.ts';
import { openPdf } from './pdf.ts';
import { Unreadable } from './unreadable.ts';
import { readPdfPage } from './verified-text-layer.ts';

const MAX_PAGES = 10;
/** Lines of writing that are read to check the text of a PDF: of a document, and at least and at most of a page. */
const CHECKED = { document: 160, least: 20, most: 80 };

let loadedModels: Promise<Models> | null = null;

/** Reads a document within this very process; tells the step `prepared` once it is open, and after each page. Throws `Unreadable`. */
export async function readDocument(
  bytes: Uint8Array,
  mime: string,
  threads: number,
  onStep: OnStep,
): Promise<ReadDocument> {
  loadedModels ??= openModels(threads);
  const models = await loadedModels;
  if (mime === 'application/pdf') return readPdf(models, bytes, onStep);
  const picture = await decodeImage(bytes, mime);
  onStep('prepared', { done: 0, of: 1 });
  return { pages: [await recogniseText(models, picture)], pagesLeftOut: 0 };
}

async function readPdf(models: Models, bytes: Uint8Array, onStep: OnStep): Promise<ReadDocument> {
  const pdf = await openPdf(bytes);
  try {
    if (pdf.pages === 0) throw new Unreadable('empty');
    const count = Math.min(MAX_PAGES, pdf.pages);
    const most = Math.max(CHECKED.least, Math.min(CHECKED.most, Math.round(CHECKED.document / count)));
    const pages: ReadPage[] = [];
    for (let number = 1; number <= count; number++) {
      onStep('prepared', { done: number - 1, of: count });
      pages.push(await readPdfPage(models, await pdf.page(number), most));
    }
    return { pages, pagesLeftOut: pdf.pages - count };
  } finally {
    await pdf.close();
  }
}
