import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { type Manifest, neededBy, readManifest } from './manifest.ts';

const SOURCE = join(import.meta.dirname, '../../src/web/service-worker/main.ts');
/** Pages that open offline: the shell, the home page and the three lists. */
const MODULES = [
  'main.tsx',
  'start.tsx',
  'pages/dashboard/layout.tsx',
  'features/dashboard/page.tsx',
  'features/invoices/page.tsx',
  'features/customers/page.tsx',
  'features/payments/page.tsx',
];
/** Files cached while there is room, the most useful first. */
const EXTRAS = [
  'ui/toasts.tsx',
  'pages/dashboard/sidebar-sheet.tsx',
  'ui/row-actions-menu.tsx',
  'ui/row-actions-sheet.tsx',
  'ui/picker-box.tsx',
  'lib/offline/send-outbox.ts',
  'pages/palette/palette.tsx',
  'features/invoices/wizard/dialog.tsx',
  'features/invoices/details/dialog.tsx',
  'pages/shortcuts/shortcut-sheet.tsx',
  'lib/preferences/theme-options.tsx',
  'features/analytics/page.tsx',
  'features/withdrawals/page.tsx',
  'features/settings/business/page.tsx',
];
/** Files without a hash, by their address: those pages, and any other of the app. */
const DOCUMENTS: Record<string, string> = {
  '/app.html': 'app.html',
  '/dashboard': 'app/dashboard.html',
  '/dashboard/invoices': 'app/dashboard/invoices.html',
  '/dashboard/customers': 'app/dashboard/customers.html',
  '/dashboard/payments': 'app/dashboard/payments.html',
};
const fileOf = (address: string): string => join(...(DOCUMENTS[address] ?? address).split('/'));
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
        const shell = shellFiles(folder, readManifest(folder));
        const assets = readdirSync(join(folder, 'assets'))
          .filter((name) => !/\.(?:br|gz)$/.test(name))
          .map((name) => `/assets/${name}`);
        await bundle(folder, { shell, assets, version: versionOf(folder, shell) });
      },
    },
  };
}

function shellFiles(folder: string, manifest: Manifest): string[] {
  const filesOf = (modules: readonly string[]) => {
    const { scripts, styles } = neededBy(manifest, modules);
    return [...Object.keys(DOCUMENTS), ...[...scripts, ...styles].map((file) => `/${file}`)];
  };
  const fits = (modules: readonly string[]) => weightOf(folder, filesOf(modules)) <= MOST_BYTES;
  if (!fits(MODULES)) throw new Error("the app's shell for offline use weighs more than 350 KB");
  const known = EXTRAS.filter((module) => manifest[module]);
  const total = known.reduce(
    (before, extra) => (fits([...before, extra]) ? [...before, extra] : before),
    MODULES,
  );
  return filesOf(total);
}

function weightOf(folder: string, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, fileOf(file)))).length, 0);
}

function versionOf(folder: string, shell: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of shell) hash.update(file).update(readFileSync(join(folder, fileOf(file))));
  return hash.digest('hex').slice(0, 12);
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
