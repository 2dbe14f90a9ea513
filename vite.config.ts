import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const web = join(import.meta.dirname, 'src/web');

export default defineConfig({
  root: web,
  plugins: [react(), tailwind()],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    assetsDir: 'assets',
    // The content policy forbids data: fonts and scripts, so nothing is written into other files.
    assetsInlineLimit: 0,
    // The pay page is rendered by the server, which finds the hashed names of its script and styles here.
    manifest: true,
    sourcemap: false,
    // Every browser we build for preloads modules by itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { app: join(web, 'index.html'), pay: join(web, 'pay/main.ts') },
    },
  },
});
