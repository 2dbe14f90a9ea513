import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['.ci', 'assets', 'bench', 'db', 'docs', 'eval', 'ops', 'scripts', 'src', 'tests'];

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const entries = (folder: string): string[] =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        posix.join(folder, name.replaceAll('\\', '/')),
      )
    : [];

/** Every Markdown file of a folder and below it. */
export const markdownIn = (folder: string): string[] =>
  entries(folder).filter((name) => name.endsWith('.md'));

/** The guides: pages of `docs` that are neither reports nor decisions. */
export const guidePages = (): string[] =>
  markdownIn('docs').filter((path) => !/^docs\/(reports|decisions)\//.test(path));

export const countWords = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + read(path).split(/\s+/).filter(Boolean).length, 0);

/** A text without its fenced blocks. */
const prose = (text: string): string => text.replaceAll(/^```[^]*?^```/gm, '');

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose(text).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-');
    let free = anchor;
    for (let at = 1; anchors.has(free); at += 1) free = `${anchor}-${at}`;
    anchors.add(free);
  }
  return anchors;
}

/** Relative links and pictures of a page that lead nowhere, each as the page writes it. */
export function deadLinks(page: string, text = read(page)): string[] {
  const links = [...prose(text).matchAll(/\]\(([^()\s]+)\)|\bsrc="([^"]+)"/g)];
  return links
    .map(([, link, source]) => link ?? source ?? '')
    .filter((link) => !/^[a-z][a-z+.-]*:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : posix.join(posix.dirname(page), file);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target === page ? text : read(target)).has(anchor);
    });
}

/** Scripts of `npm run` that a text names and package.json does not have. */
export function unknownScripts(text: string): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  return [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !(name in scripts));
}

let known: Set<string> | undefined;
/** All that a page may name: whole paths, and their ends (`kernel/ports/`, `rules.ts`). */
function pathEnds(): Set<string> {
  if (known) return known;
  const all = [...FOLDERS, ...FOLDERS.flatMap(entries), ...readdirSync(ROOT)];
  known = new Set(all.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))));
  return known;
}

/**
 * Paths in backticks that are not in the repository. A path begins with a folder of the repository or of `src/server`,
 * or ends as a source file does; `<noun>`, `NNNN` and `*` stand for anything.
 */
export function missingPaths(text: string): string[] {
  const ends = pathEnds();
  const firsts = new Set([...FOLDERS, ...readdirSync(join(ROOT, 'src/server'))]);
  const isPath = (word: string) =>
    /^[\w.<>*-]+(\/[\w.<>*-]+)*\/?$/.test(word) &&
    (/[\w>*-]{2,}\.(ts|tsx|mjs|sql|sh|patch)$/.test(word) ||
      (word.includes('/') && firsts.has(word.split('/')[0] ?? '')));
  const fits = (word: string) => {
    if (!/[<*]|NNNN/.test(word)) return ends.has(word);
    const pattern = word
      .replaceAll(/[.]/g, '\\.')
      .replaceAll(/<\w+>|\*+/g, '[^/]+')
      .replaceAll('NNNN', '\\d{4}')
      .replace('_name', '_\\w+');
    return [...ends].some((path) => new RegExp(`^${pattern}$`).test(path));
  };
  return [...text.matchAll(/^```[^]*?^```|`[^`\n]+`/gm)]
    .flatMap(([code]) => code.replaceAll(/[`"']/g, '').split(/\s+/))
    .filter(isPath)
    .filter((word) => !fits(word.replace(/\/$/, '')));
}
