import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import type { RenderedPage } from '#web/rendered-page.ts';
import { appPages } from './app-pages.ts';
import { measurePages, report } from './bundle-size.ts';
import { compressAssets } from './compress.ts';
import { renderDocument } from './html-document.ts';
import { completeManifest } from './manifest.ts';

type Rendering = {
  renderPages: () => Promise<RenderedPage[]>;
  renderFrame: (path: string) => Promise<string>;
};

const ROOT = join(import.meta.dirname, '../..');
const WEB = join(ROOT, 'src/web');

/** Writes the HTML documents once the scripts and styles they name are built. */
export function prerender(): Plugin {
  let folder = '';
  return {
    name: 'duewell:prerender',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(_options, bundle) {
        const manifest = completeManifest(folder, WEB, bundle);
        const pages = await renderedPages();
        for (const page of pages) {
          const file = join(folder, page.file);
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, renderDocument(manifest, page));
        }
        await compressAssets(join(folder, 'assets'));
        const { table, tooHeavy } = report(measurePages(folder, manifest, pages));
        this.info(`what each page loads before anything is pressed\n${table}`);
        if (tooHeavy.length > 0)
          this.error(`Too heavy for a phone (scripts/web-build/bundle-size.ts):\n${tooHeavy.join('\n')}`);
      },
    },
  };
}

// The pages are built once more for Node. Inside node_modules, so that the packages they import are found.
async function renderedPages(): Promise<RenderedPage[]> {
  const scratch = join(ROOT, 'node_modules/.cache', `render-${process.pid}`);
  try {
    await build({
      configFile: false,
      root: WEB,
      logLevel: 'warn',
      plugins: [react()],
      build: { ssr: join(WEB, 'prerender.tsx'), outDir: scratch, emptyOutDir: false, assetsInlineLimit: 0 },
    });
    const built = join(scratch, 'prerender.js');
    if (!existsSync(built)) throw new Error('the pages were not built for rendering');
    const { renderPages, renderFrame }: Rendering = await import(pathToFileURL(built).href);
    return [...(await renderPages()), ...(await appPages(renderFrame))];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
