import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync } from 'rolldown/utils';
import type { RenderedPage } from '#web/rendered-page.ts';
import { type Manifest, neededBy } from './manifest.ts';

const HEAD = 'head.js';
// In the document itself: asked for as a file, its calls would wait one trip more. The server's content policy names its hash.
const HEAD_SCRIPT = minifySync(
  HEAD,
  readFileSync(join(import.meta.dirname, '../../src/web', HEAD), 'utf8'),
).code;
// So small that asking for it would cost more.
const ICON = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(import.meta.dirname, '../../src/web/public/favicon.svg'), 'utf8').trim())}`;
const FONTS = ['display', 'text'];
const THEME_COLOURS = { light: '#F5F5FA', dark: '#0D0E20' };

/** A whole HTML document with everything the page needs named in its head, so that nothing is found late. */
export function renderDocument(manifest: Manifest, page: RenderedPage): string {
  const { scripts, styles } = neededBy(manifest, [page.entry, ...page.modules, ...(page.parts ?? [])]);
  const fonts = FONTS.flatMap((name) => manifest[`fonts/${name}.woff2`]?.file ?? []);
  const later = page.hasFrame ? ` data-scripts="${listed(scripts)}"` : '';
  const reads = page.reads?.length ? ` data-reads="${escaped(page.reads.join(' '))}"` : '';
  const schemes = Object.entries(THEME_COLOURS);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escaped(page.title)}</title>`,
    `<meta name="description" content="${escaped(page.description)}">`,
    `<meta name="robots" content="${page.robots}">`,
    ...schemes.map(
      ([scheme, colour]) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colour}">`,
    ),
    `<link rel="icon" href="${ICON}" type="image/svg+xml">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    // It asks for the page's figures at once, and for the fonts unless the reader wants to use less data.
    `<script data-fonts="${listed(fonts)}"${later}${reads}>${HEAD_SCRIPT}</script>`,
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...(page.hasFrame ? [] : scriptTags(scripts)),
    page.head,
  ];
  return `<!doctype html>\n<html lang="en-NG"><head>${head.join('\n')}</head>\n<body>${page.body}</body></html>\n`;
}

const scriptTags = ([entry = '', ...chunks]: readonly string[]): string[] => [
  `<script type="module" src="/${entry}"></script>`,
  ...chunks.map((file) => `<link rel="modulepreload" href="/${file}">`),
];

const listed = (files: readonly string[]): string => files.map((file) => `/${file}`).join(' ');

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}
