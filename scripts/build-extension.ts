// npm run extension [-- --service https://app.example.com] [-- --out <folder>]: the browser extension, for Chrome and Firefox.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { browsers, manifestFor } from '../src/extension/manifest.ts';
import { measureExtension } from './extension-build/bundle-size.ts';
import { bundleExtension } from './extension-build/bundle.ts';

const ROOT = join(import.meta.dirname, '..');
const ICON_SIZES = [16, 32, 48, 128];

const { values } = parseArgs({
  options: {
    service: { type: 'string', default: 'http://localhost:3000' },
    out: { type: 'string', default: join(ROOT, 'dist-extension') },
  },
});
const service = new URL(values.service).origin;
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

rmSync(values.out, { recursive: true, force: true });
const [first, ...others] = browsers.map((browser) => ({ browser, folder: join(values.out, browser) }));
if (!first) throw new Error('there is a browser to build for');
await bundleExtension({ root: ROOT, outDir: first.folder, service });
await drawIcons(join(first.folder, 'icons'));
for (const { folder } of others) cpSync(first.folder, folder, { recursive: true });
for (const { browser, folder } of [first, ...others]) {
  const manifest = manifestFor({ browser, version, service });
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(
    join(values.out, `duewell-${browser}-${version}.zip`),
    zipSync(filesOf(folder), { level: 9 }),
  );
}

const { table, tooHeavy } = measureExtension(first.folder);
console.log(table);
if (tooHeavy.length > 0) {
  console.error(`Too heavy:\n${tooHeavy.join('\n')}`);
  process.exitCode = 1;
}

async function drawIcons(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const mark = readFileSync(join(ROOT, 'src/web/public/favicon.svg'));
  for (const size of ICON_SIZES)
    await sharp(mark, { density: 600 })
      .resize(size, size)
      .png()
      .toFile(join(folder, `${size}.png`));
}

function filesOf(folder: string): Record<string, Uint8Array> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = found.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map((path) => [relative(folder, path).replaceAll('\\', '/'), new Uint8Array(readFileSync(path))]),
  );
}
