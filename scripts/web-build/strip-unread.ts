import type { Plugin } from 'vite';

/**
 * Nobody reads these in the browser: the words of the API document in the contract, and of an icon what its package takes for
 * granted or React asks for only while it is developed.
 */
const UNREAD: readonly [files: RegExp, part: RegExp][] = [
  [/[\\/]src[\\/]contract[\\/][\w-]+\.ts$/, /^\s*summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm],
  [
    /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/,
    /,\s*key: "\w+"|^\s*size: 24,$|^__iconData\.node;$/gm,
  ],
];

/** Leaves these parts out of the browser's copy. */
export const withoutUnread = (): Plugin => ({
  name: 'without-unread',
  enforce: 'pre',
  apply: 'build',
  transform(code, id) {
    const [, part] = UNREAD.find(([files]) => files.test(id)) ?? [];
    return part ? { code: code.replace(part, ''), map: null } : null;
  },
});
