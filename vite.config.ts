import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkName } from './scripts/web-build/chunk-groups.ts';
import { fewerFiles } from './scripts/web-build/fewer-files.ts';
import { prerender } from './scripts/web-build/prerender.ts';
import { repeatableImports } from './scripts/web-build/repeatable-imports.ts';
import { serviceWorker } from './scripts/web-build/service-worker.ts';
import { withoutUnread } from './scripts/web-build/strip-unread.ts';

const web = join(import.meta.dirname, 'src/web');
const input = {
  app: join(web, 'main.tsx'),
  auth: join(web, 'auth/main.tsx'),
  pay: join(web, 'pay/main.ts'),
  signaturePad: join(web, 'pay/signature-pad.ts'),
  landing: join(web, 'landing/main.ts'),
};

export default defineConfig({
  root: web,
  plugins: [
    withoutUnread(),
    react(),
    tailwind(),
    prerender(),
    serviceWorker(),
    repeatableImports(),
    fewerFiles(),
  ],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    assetsDir: 'assets',
    // The content policy forbids data: fonts and scripts, so nothing is written into other files.
    assetsInlineLimit: 0,
    // Where the documents, and the pay page of the server, find the hashed names of scripts and styles.
    manifest: true,
    sourcemap: false,
    // Every browser we build for preloads modules by itself.
    modulePreload: {
      polyfill: false,
      // Every page that asks for parts has the one by then, and hardly a part imports the other.
      resolveDependencies: (_file, deps) => deps.filter((file) => !/\/(?:base|rolldown-runtime)-/.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      input,
      // src/web/main.tsx asks for what it runs later by import(), in whichever file it is.
      checks: { ineffectiveDynamicImport: false },
      output: {
        // Every page loads the names of all files it may ask for later; seven letters of a hash do.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // What a file holds for other pages is not run: of the processor time after the first paint a third is saved.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [{ name: chunkName, debugName: 'shared', includeDependenciesRecursively: false }],
        },
      },
    },
  },
});
