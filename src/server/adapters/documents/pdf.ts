import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { createIsomorphicCanvasFactory, definePDFJSModule, getDocumentProxy } from 'unpdf';
import type { Gray } from './geometry.ts';
import { type LayerWord, layerWords, type TextRun } from './text-layer.ts';
import { Unreadable } from './unreadable.ts';

/** A4 at 150 dots per inch, so that small print has some 17 pixels. */
const PAGE_PIXELS = 2_200_000;
const MAX_RUNS = 20_000;

export type PdfPage = { picture: Gray; words: LayerWord[] };
export type Pdf = { pages: number; page(number: number): Promise<PdfPage>; close(): Promise<void> };

/** Opens a PDF. Throws `Unreadable` where that cannot be. */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  await definePDFJSModule(() => import('unpdf/pdfjs'));
  if (GlobalFonts.families.length === 0) registerFallbackFont();
  const document = await getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: true,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: 25_000_000,
    CanvasFactory: await createIsomorphicCanvasFactory(() => import('@napi-rs/canvas')),
    verbosity: 0,
  }).catch((error: unknown) => {
    throw new Unreadable(isPassword(error) ? 'encrypted' : 'damaged');
  });
  return {
    pages: document.numPages,
    page: async (number) => {
      const page = await document.getPage(number);
      const unscaled = page.getViewport({ scale: 1 });
      const scale = Math.min(8, Math.sqrt(PAGE_PIXELS / Math.max(1, unscaled.width * unscaled.height)));
      const viewport = page.getViewport({ scale });
      const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
      const context = canvas.getContext('2d');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      await page.render({ canvas: null, canvasContext: context as never, viewport }).promise;
      const content = await page.getTextContent();
      const runs = content.items
        .slice(0, MAX_RUNS)
        .flatMap((item) => ('str' in item ? [runOf(item, viewport.transform, scale)] : []));
      page.cleanup();
      const picture = grayOf(context.getImageData(0, 0, canvas.width, canvas.height).data, canvas);
      return { picture, words: layerWords(runs, picture) };
    },
    close: () => document.destroy(),
  };
}

// A machine without fonts would draw the text of PDFs that bring none as nothing, and nothing of it would be believed.
function registerFallbackFont(): void {
  const file = '@expo-google-fonts/reddit-sans/400Regular/RedditSans_400Regular.ttf';
  const path = createRequire(import.meta.url).resolve(file);
  for (const name of ['sans-serif', 'serif', 'monospace', 'Helvetica', 'Arial', 'Times', 'Courier'])
    GlobalFonts.registerFromPath(path, name);
}

const isPassword = (error: unknown) => error instanceof Error && error.name === 'PasswordException';

type Matrix = number[];
type Item = { str: string; transform: Matrix; width: number; fontName: string };

function runOf(item: Item, viewport: Matrix, scale: number): TextRun {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = multiply(viewport, item.transform);
  return {
    text: item.str,
    x,
    y,
    width: item.width * scale,
    size: Math.hypot(c, d),
    angle: Math.atan2(b, a),
    font: item.fontName,
  };
}

function multiply(m: Matrix, n: Matrix): Matrix {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = m;
  const [g = 0, h = 0, i = 0, j = 0, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function grayOf(colours: Uint8ClampedArray, { width, height }: { width: number; height: number }): Gray {
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at++) {
    const [red, green, blue] = [colours[at * 4] ?? 0, colours[at * 4 + 1] ?? 0, colours[at * 4 + 2] ?? 0];
    data[at] = (red * 299 + green * 587 + blue * 114) / 1000;
  }
  return { width, height, data };
}
