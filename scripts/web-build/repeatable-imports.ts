import type { Plugin } from 'vite';

const IMPORT = /\bimport\(([`"'])\.\/([\w.-]+\.js)\1\)/g;

/**
 * Lets a part of a page be asked for again after its file failed to come: browsers remember a failed module under its address,
 * so what fetches one is `importPart` of `public/head.js`. Pages of the server have no such parts, and not that script.
 */
export const repeatableImports = (): Plugin => ({
  name: 'repeatable-imports',
  enforce: 'post',
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && file.dynamicImports.length > 0)
        file.code = file.code.replace(IMPORT, (_whole, _quote, name) => `importPart("/assets/${name}")`);
  },
});
