import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { type Manifest, neededBy, readManifest } from './chunks.ts';

const SOURCE = join(import.meta.dirname, '../../src/web/service-worker/main.ts');
/** What opens without a network: the shell, the home page and the three lists, with messages and the palette. */
const MODULES = [
  'main.tsx',
  'pages/dashboard/layout.tsx',
  'features/dashboard/page.tsx',
  'features/invoices/page.tsx',
  'features/customers/page.tsx',
  'features/payments/page.tsx',
  'ui/toasts.tsx',
  'pages/palette/palette.tsx',
  'lib/send-outbox.ts',
];
const DOCUMENTS = ['/app.html', '/theme.js'];
const MOST_BYTES = 350 * 1024;

/** Writes service-worker.js with the names of this build's files in it, after the documents have been written. */
export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'duewell:service-worker',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const shell = shellFiles(readManifest(folder));
        const assets = readdirSync(join(folder, 'assets'))
          .filter((name) => !/\.(?:br|gz)$/.test(name))
          .map((name) => `/assets/${name}`);
        weigh(folder, shell);
        await bundle(folder, { shell, assets, version: versionOf(folder, shell) });
      },
    },
  };
}

function shellFiles(manifest: Manifest): string[] {
  const { scripts, styles } = neededBy(manifest, MODULES);
  return [...DOCUMENTS, ...[...scripts, ...styles].map((file) => `/${file}`)];
}

function versionOf(folder: string, shell: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of shell) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}

function weigh(folder: string, shell: readonly string[]): void {
  const bytes = shell.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  if (bytes > MOST_BYTES)
    throw new Error(`the app's shell for offline use weighs ${Math.ceil(bytes / 1024)} KB, allowed are 350`);
}

type Build = { shell: string[]; assets: string[]; version: string };

async function bundle(folder: string, { shell, assets, version }: Build): Promise<void> {
  const file = 'service-worker.js';
  rmSync(join(folder, file), { force: true });
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __SHELL__: JSON.stringify(shell),
      __ASSETS__: JSON.stringify(assets),
      __VERSION__: JSON.stringify(version),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      reportCompressedSize: false,
      lib: { entry: SOURCE, formats: ['iife'], name: 'worker', fileName: () => file },
    },
  });
  if (!existsSync(join(folder, file))) throw new Error('the service worker was not built');
}
