import type { Plugin } from 'vite';

const CONTRACT = /[\\/]src[\\/]contract[\\/][\w-]+\.ts$/;
const SUMMARY = /^(\s*)summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm;

/** Leaves out of the browser's copy of the contract what only the API document says of each call. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  transform: (code, id) =>
    CONTRACT.test(id) && code.includes('summary:') ? { code: code.replace(SUMMARY, ''), map: null } : null,
});
