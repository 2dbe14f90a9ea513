import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import { build } from 'vite';

export type Bundle = { root: string; outDir: string; service: string };

/** Writes the pages and the background of the extension, with Preact in the place of React. */
export async function bundleExtension({ root, outDir, service }: Bundle): Promise<void> {
  const folder = join(root, 'src/extension');
  await build({
    configFile: false,
    root: folder,
    base: './',
    publicDir: false,
    logLevel: 'warn',
    plugins: [tailwind()],
    define: { __SERVICE_URL__: JSON.stringify(service) },
    resolve: {
      alias: [
        { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
        { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
        { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
      ],
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      target: 'es2022',
      rolldownOptions: {
        // Packages made for servers too mark their files by a directive that means nothing here.
        onLog: (level, log, next) => {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') next(level, log);
        },
        input: {
          popup: join(folder, 'popup.html'),
          review: join(folder, 'review.html'),
          options: join(folder, 'options.html'),
          background: join(folder, 'background/main.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'assets/[name]-[hash].js' },
      },
    },
  });
}
