import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { maliciousPdfs } from './documents.ts';
import * as image from './images.ts';
import { bytes, joined, MARK } from './images.ts';

/** A file somebody means harm with. `name` is sent as it stands, whatever is in it. */
export type FuzzFile = { about: string; name: string; mime: string; bytes: Uint8Array };

const SCRIPT = `<script>alert('${MARK}')</script>`;
const PHP = `<?php system($_GET['c']); /* ${MARK} */ ?>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${MARK}')"><image href="file:///etc/passwd"/></svg>`;
const HEIC = () =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../src/server/adapters/documents/photo.heic')));

const file = (about: string, name: string, mime: string, content: Uint8Array): FuzzFile => ({
  about,
  name,
  mime,
  bytes: new Uint8Array(content),
});

type Seeds = { png: Buffer; jpeg: Buffer; progressive: Buffer; webp: Buffer };

async function seeds(): Promise<Seeds> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#468', noise } })
    .png()
    .toBuffer();
  return {
    png: photo,
    jpeg: await sharp(photo).jpeg().toBuffer(),
    progressive: await sharp(photo).jpeg({ progressive: true }).toBuffer(),
    webp: await sharp(photo).webp().toBuffer(),
  };
}

/** Two things at once. */
const polyglots = ({ png, jpeg, webp }: Seeds): FuzzFile[] => [
  file('PNG and PHP', 'a.png.php', 'image/png', joined(png, PHP)),
  file('JPEG and PHP', 'a.php.jpg', 'image/jpeg', joined(jpeg, PHP)),
  file('WebP and a web page', 'a.webp', 'image/webp', joined(webp, SCRIPT)),
  file('PNG and a ZIP', 'a.jar', 'image/png', joined(png, 'PK\x05\x06', Buffer.alloc(18))),
  file(
    'PNG with script in a text',
    'a.png',
    'image/png',
    image.smallPng([['tEXt', bytes(`Comment\0${SCRIPT}`)]]),
  ),
  file(
    'PNG with script in its profile',
    'a.png',
    'image/png',
    image.smallPng([['iCCP', joined(`x\0\0`, deflateSync(bytes(SCRIPT)))]]),
  ),
  file('PNG with its own chunk', 'a.png', 'image/png', image.smallPng([['prVt', bytes(PHP)]])),
  file('JPEG with script in a comment', 'a.jpg', 'image/jpeg', image.withSegment(jpeg, 0xfe, bytes(SCRIPT))),
  file('JPEG with PHP in a segment', 'a.jpg', 'image/jpeg', image.withSegment(jpeg, 0xed, bytes(PHP))),
  file(
    'JPEG with XMP',
    'a.jpg',
    'image/jpeg',
    image.withSegment(jpeg, 0xe1, bytes(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SCRIPT}</x:xmpmeta>`)),
  ),
  file(
    'JPEG that starts as script',
    'a.js',
    'text/javascript',
    joined(
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0x09, 0x3a]),
      `*/=alert('${MARK}')/*`,
      Buffer.alloc(2_330),
      jpeg.subarray(2),
    ),
  ),
];

async function withMetadata({ png }: Seeds): Promise<FuzzFile[]> {
  const exif = { IFD0: { Artist: SCRIPT, ImageDescription: PHP, Copyright: "' or 1=1 --" } };
  const tagged = (to: 'jpeg' | 'png' | 'webp') => sharp(png).withExif(exif)[to]().toBuffer();
  return [
    file('JPEG with EXIF', 'a.jpg', 'image/jpeg', await tagged('jpeg')),
    file('PNG with EXIF', 'a.png', 'image/png', await tagged('png')),
    file('WebP with EXIF', 'a.webp', 'image/webp', await tagged('webp')),
  ];
}

const FILE_NAMES = [
  'a.php.png',
  'a.png.php',
  'a.png\0.php',
  '\0',
  'a\u202Egnp.exe',
  '../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/etc/cron.d/x',
  'C:\\x.exe',
  'CON.png',
  'aux',
  '.htaccess',
  '.env',
  '....png',
  ' .png',
  'a.png ',
  'a.png.',
  'a\r\nX: y.png',
  'a";filename="b.php',
  "a'b.png",
  '<img src=x onerror=alert(1)>.png',
  '%2e%2e%2fa.png',
  '%00.png',
  'a;rm -rf x.png',
  '$(id).png',
  '`id`.png',
  '|id',
  '-rf',
  '--help',
  'é'.repeat(3_000),
  'a'.repeat(5_000),
  '🧾.png',
  'cafe\u0301.png',
  '\uFEFF.png',
  '\u200B',
  '',
  'file:///etc/passwd',
  'http://127.0.0.1/x.png',
  '~/.ssh/id_rsa',
  '=cmd|x!A1.png',
  'a\u2028b.png',
  'x.svg',
  'x.html',
  '\\\\host\\share\\a.png',
  'a:stream.png',
  'a.png::$DATA',
];

const named = (): FuzzFile[] =>
  FILE_NAMES.map((name) =>
    file(`called ${JSON.stringify(name.slice(0, 40))}`, name, 'image/png', image.smallPng()),
  );

/** Small to send, large to open. `real` ones take a moment to make. */
const bombs = ({ jpeg, progressive, png }: Seeds, real: boolean): FuzzFile[] => [
  file(
    'PNG said to be 50,000 by 50,000',
    'a.png',
    'image/png',
    image.png({ width: 50_000, height: 50_000 }, image.zeros(9_000)),
  ),
  file(
    'PNG said to be 2 billion wide',
    'a.png',
    'image/png',
    image.png({ width: 2 ** 31 - 1, height: 1 }, image.zeros(9_000)),
  ),
  file(
    'PNG of 40 million, interlaced, 16 bit',
    'a.png',
    'image/png',
    image.png(
      { width: 6_300, height: 6_300, depth: 16, colour: 6, interlaced: true },
      image.zeros(image.interlacedBytes(6_300, 6_300, 8)),
    ),
  ),
  file(
    'PNG with a long text',
    'a.png',
    'image/png',
    image.smallPng([['zTXt', joined('x\0\0', image.zeros(real ? 64_000_000 : 16_000_000))]]),
  ),
  file(
    'PNG with a long profile',
    'a.png',
    'image/png',
    image.smallPng([['iCCP', joined('x\0\0', image.zeros(real ? 64_000_000 : 16_000_000))]]),
  ),
  file(
    'PNG of 20,000 texts',
    'a.png',
    'image/png',
    image.smallPng(Array.from({ length: 20_000 }, (_, at): [string, Buffer] => ['tEXt', bytes(`k${at}\0v`)])),
  ),
  file(
    'PNG with more pixels than it says',
    'a.png',
    'image/png',
    image.png({ width: 8, height: 8 }, image.zeros(30_000_000)),
  ),
  file('JPEG said to be 65,500 by 65,500', 'a.jpg', 'image/jpeg', image.resizedHeader(jpeg, 65_500, 65_500)),
  file(
    'JPEG said to be 6,300 by 6,300',
    'a.jpg',
    'image/jpeg',
    image.resizedHeader(progressive, 6_300, 6_300),
  ),
  file(
    'JPEG of 8,000 scans',
    'a.jpg',
    'image/jpeg',
    image.manyScans(image.resizedHeader(progressive, 2_000, 2_000), 2_000),
  ),
  file('ZIP of zeros', 'a.xlsx', 'application/vnd.ms-excel', joined('PK\x03\x04', image.zeros(50_000_000))),
  file('gzip of zeros', 'a.png', 'image/png', gzipSync(Buffer.alloc(50_000_000))),
  file('PNG over the limit of a logo', 'a.png', 'image/png', joined(png, Buffer.alloc(3_000_000))),
  file('10 MB and more', 'a.png', 'image/png', joined(png, Buffer.alloc(10_500_000))),
  ...(real
    ? [
        file(
          'PNG that is 50,000 by 50,000',
          'a.png',
          'image/png',
          image.png({ width: 50_000, height: 50_000, depth: 1 }, image.zeros(50_000 * 6_251)),
        ),
      ]
    : []),
];

const KINDS: [string, string, string][] = [
  ['nothing', '', 'image/png'],
  ['one byte', 'x', 'image/png'],
  ['a head of PNG', '\x89PNG\r\n\x1a\n', 'image/png'],
  ['a head of JPEG', '\xff\xd8\xff', 'image/jpeg'],
  ['a head of WebP', 'RIFF\0\0\0\0WEBP', 'image/webp'],
  ['a head of HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'image/heic'],
  ['a head of PDF', '%PDF-', 'application/pdf'],
  ['SVG', SVG, 'image/png'],
  [
    'SVG with XXE',
    `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`,
    'image/svg+xml',
  ],
  ['a web page', `<!doctype html>${SCRIPT}`, 'image/jpeg'],
  ['PHP', PHP, 'image/png'],
  ['a shell script', '#!/bin/sh\nid', 'application/pdf'],
  ['a Windows program', 'MZ\x90\0', 'image/png'],
  ['a Linux program', '\x7fELF\x02\x01', 'image/png'],
  ['GIF', 'GIF89a\x01\0\x01\0\0\0;', 'image/png'],
  ['GIF and JAR', 'GIF89aPK\x03\x04', 'image/gif'],
  ['BMP', 'BM6\0\0\0', 'image/png'],
  ['TIFF', 'II*\0\x08\0\0\0', 'image/png'],
  ['ICO', '\0\0\x01\0', 'image/png'],
  ['AVIF', '\0\0\0\x1cftypavif', 'image/png'],
  ['MP4', '\0\0\0\x18ftypmp42', 'image/png'],
  ['PSD', '8BPS\0\x01', 'image/png'],
  ['PostScript', '%!PS\n(id) run', 'image/png'],
  ['ImageMagick code', 'push graphic-context\nfill url(https://127.0.0.1/|id)\n', 'image/png'],
  ['MSL', '<?xml?><image><read filename="/etc/passwd"/></image>', 'image/png'],
  ['.htaccess', 'AddType application/x-httpd-php .png', 'image/png'],
  ['a spreadsheet formula', "=cmd|' /C calc'!A0", 'text/csv'],
  ['JSON', '{"__proto__":{"x":1}}', 'application/json'],
  ['a RAR', 'Rar!\x1a\x07', 'image/png'],
  ['7z', "7z\xbc\xaf'\x1c", 'image/png'],
  ['Flash', 'FWS\x09', 'image/png'],
  ['a Java class', '\xca\xfe\xba\xbe', 'image/png'],
  ['WMF', '\xd7\xcd\xc6\x9a', 'image/png'],
];

const kinds = (): FuzzFile[] =>
  KINDS.map(([about, content, mime]) => file(`${about} as ${mime}`, 'a.png', mime, bytes(content)));

/** Good files with a few bytes changed, the same ones from the same seed. */
function mutations(of: Seeds, count: number): FuzzFile[] {
  const originals: [string, Uint8Array][] = [
    ['a.png', of.png],
    ['a.jpg', of.jpeg],
    ['b.jpg', of.progressive],
    ['a.webp', of.webp],
    ['a.heic', HEIC()],
  ];
  let state = 20_261_122;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  return Array.from({ length: count }, (_, at) => {
    const [name, original] = originals[at % originals.length] ?? ['', new Uint8Array()];
    const changed = new Uint8Array(original);
    for (let turn = 0; turn < 1 + (at % 9); turn++) changed[12 + next(changed.length - 12)] = next(256);
    const cut = at % 4 === 0 ? changed.slice(0, 12 + next(changed.length - 12)) : changed;
    return file(`changed ${name} ${at}`, name, 'image/png', cut);
  });
}

/** So many malicious files, the same ones each time; the first of every kind come first. */
export async function corpus(count: number): Promise<FuzzFile[]> {
  const from = await seeds();
  const pdfs = maliciousPdfs(count > 100).map(([about, pdf]) =>
    file(`PDF: ${about}`, 'a.pdf', 'application/pdf', pdf),
  );
  const sorts = [polyglots(from), await withMetadata(from), named(), bombs(from, count > 100), kinds(), pdfs];
  const known = Math.max(...sorts.map(({ length }) => length));
  const turns = Array.from({ length: known }, (_, at) => sorts.flatMap((sort) => sort.slice(at, at + 1)));
  const files = turns.flat().slice(0, count);
  return [...files, ...mutations(from, count - files.length)];
}
