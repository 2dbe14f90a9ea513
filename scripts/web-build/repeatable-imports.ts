import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';
const IMPORT = /\bimport\(([`"'])\.\/([\w.-]+\.js)\1\)/g;

/**
 * Lets a part of a page be asked for again after a file of it failed to come. Browsers remember a failed module under its address, so
 * `head.js` fetches the files first (`importPart`, `fetchPart`); the bundler's own helper would ask for modules at once.
 * No part has styles of its own.
 */
export const repeatableImports = (): Plugin => ({
  name: 'repeatable-imports',
  enforce: 'pre',
  load: (id) =>
    id === HELPER
      ? 'export const __vitePreload = (load, files = []) => Promise.all(files.map((file) => fetchPart(`/${file}`))).then(load);'
      : null,
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.dynamicImports.length > 0)
          file.code = file.code.replace(IMPORT, (_whole, _quote, name) => `importPart("/assets/${name}")`);
    },
  },
});
