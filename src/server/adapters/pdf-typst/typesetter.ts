import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';
import type {
  PosterDocument,
  PrintedInvoice,
  PrintedReceipt,
  ReportDocument,
  TableDocument,
} from '#server/kernel/ports/pdf.ts';
import { posterViewOf } from './poster-view.ts';
import { receiptViewOf } from './receipt-view.ts';
import { reportViewOf } from './report-view.ts';
import { slim } from './slim.ts';
import { tableViewOf } from './table-view.ts';
import { viewOf } from './view.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const INVOICE = join(HERE, 'invoice.typ');
const RECEIPT = join(HERE, 'receipt.typ');
const REPORT = join(HERE, 'report.typ');
const TABLE = join(HERE, 'table.typ');
const POSTER = join(HERE, 'poster.typ');
const LOGO = join(HERE, 'logo.png');

/** Results unused for this many renders leave the compiler's cache, so memory stays flat. */
const CACHE_AGE = 4;

/** Past this many lines a document has several pages whatever the spacing. */
const ONE_PAGE_ITEMS = 22;

const FONTS = [
  '@expo-google-fonts/familjen-grotesk/600SemiBold/FamiljenGrotesk_600SemiBold.ttf',
  '@expo-google-fonts/familjen-grotesk/700Bold/FamiljenGrotesk_700Bold.ttf',
  '@expo-google-fonts/reddit-sans/400Regular/RedditSans_400Regular.ttf',
  '@expo-google-fonts/reddit-sans/600SemiBold/RedditSans_600SemiBold.ttf',
  '@expo-google-fonts/reddit-sans/700Bold/RedditSans_700Bold.ttf',
  '@expo-google-fonts/reddit-sans/800ExtraBold/RedditSans_800ExtraBold.ttf',
];

type Density = 'roomy' | 'normal' | 'snug' | 'dense';

/** Sets documents as PDF within this very process. */
export type Typesetter = {
  invoice(printed: PrintedInvoice): Promise<Uint8Array>;
  receipt(printed: PrintedReceipt): Promise<Uint8Array>;
  report(document: ReportDocument): Promise<Uint8Array>;
  table(document: TableDocument): Promise<Uint8Array>;
  poster(document: PosterDocument): Promise<Uint8Array>;
};

/** Sets with the typst compiler. */
export function createTypesetter(): Typesetter {
  const compiler = NodeCompiler.create({ workspace: HERE, fontArgs: [{ fontBlobs: fontFiles() }] });
  return {
    invoice: (printed) => renderInvoice(compiler, printed),
    receipt: (printed) => renderReceipt(compiler, printed),
    report: (document) => renderReport(compiler, document),
    table: (document) => renderTable(compiler, document),
    poster: (document) => renderPoster(compiler, document),
  };
}

const renderInvoice = (compiler: NodeCompiler, printed: PrintedInvoice): Promise<Uint8Array> =>
  render(compiler, printed.business.logo, (hasLogo) =>
    tightestNeeded(compiler, JSON.stringify(viewOf(printed, hasLogo)), printed.document.lines.length),
  );

const renderReceipt = (compiler: NodeCompiler, printed: PrintedReceipt): Promise<Uint8Array> =>
  render(compiler, printed.business.logo, (hasLogo) =>
    compile(compiler, RECEIPT, { document: JSON.stringify(receiptViewOf(printed, hasLogo)) }),
  );

const renderReport = (compiler: NodeCompiler, document: ReportDocument): Promise<Uint8Array> =>
  render(compiler, document.business.logo, (hasLogo) =>
    compile(compiler, REPORT, { document: JSON.stringify(reportViewOf(document, hasLogo)) }),
  );

const renderTable = (compiler: NodeCompiler, document: TableDocument): Promise<Uint8Array> =>
  render(compiler, document.business.logo, (hasLogo) =>
    compile(compiler, TABLE, { document: JSON.stringify(tableViewOf(document, hasLogo)) }),
  );

const renderPoster = (compiler: NodeCompiler, document: PosterDocument): Promise<Uint8Array> =>
  render(compiler, document.business.logo, (hasLogo) =>
    compile(compiler, POSTER, { document: JSON.stringify(posterViewOf(document, hasLogo)) }),
  );

type Typeset = ReturnType<typeof compile>;

const BOX = { width: 520, height: 156 } as const;
const MAX_PIXELS = 40_000_000;
const REMEMBERED = 64;

const shrunk = new Map<string, Promise<Uint8Array | null>>();

/** A logo in the size it is printed in (a small PNG), or null when the bytes are no image. */
function printableLogo(bytes: Uint8Array): Promise<Uint8Array | null> {
  const key = createHash('sha256').update(bytes).digest('base64');
  const known = shrunk.get(key) ?? shrink(bytes);
  shrunk.delete(key);
  shrunk.set(key, known);
  const [oldest] = shrunk.keys();
  if (shrunk.size > REMEMBERED && oldest !== undefined) shrunk.delete(oldest);
  return known;
}

async function shrink(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS }).rotate();
    const fitted = image.resize({ ...BOX, fit: 'inside', withoutEnlargement: true });
    return await fitted.png({ palette: true, quality: 90, compressionLevel: 9 }).toBuffer();
  } catch {
    return null;
  }
}

async function render(
  compiler: NodeCompiler,
  image: Uint8Array | null,
  set: (hasLogo: boolean) => Typeset,
): Promise<Uint8Array> {
  const logo = image && (await printableLogo(image));
  // Nothing may be awaited while the logo is the file the compiler sees: documents share the compiler.
  if (logo) compiler.mapShadow(LOGO, Buffer.from(logo));
  try {
    return new Uint8Array(slim(compiler.pdf(set(logo !== null))));
  } finally {
    if (logo) compiler.unmapShadow(LOGO);
    compiler.evictCache(CACHE_AGE);
  }
}

/** The roomiest spacing that keeps a short document on one page; a long one is set normally. */
function tightestNeeded(compiler: NodeCompiler, view: string, items: number) {
  for (const density of densitiesFor(items)) {
    const document = compile(compiler, INVOICE, { document: view, density });
    if (document.numOfPages === 1) return document;
  }
  return compile(compiler, INVOICE, { document: view, density: 'normal' });
}

function densitiesFor(items: number): Density[] {
  if (items > ONE_PAGE_ITEMS) return [];
  if (items > 14) return ['dense'];
  if (items > 9) return ['snug', 'dense'];
  if (items > 5) return ['normal', 'snug', 'dense'];
  return ['roomy', 'normal', 'snug', 'dense'];
}

function compile(compiler: NodeCompiler, mainFilePath: string, inputs: Record<string, string>) {
  const compiled = compiler.compile({ mainFilePath, inputs });
  if (compiled.result) return compiled.result;
  throw new Error(
    `The PDF could not be set: ${JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)}`,
  );
}

function fontFiles(): Buffer[] {
  const { resolve } = createRequire(import.meta.url);
  return FONTS.map((path) => readFileSync(resolve(path)));
}
