import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const KB = 1024;

/** Kilobytes a page of the extension may come to: its scripts, and all of it with styles and fonts. */
const budgets: Record<string, { scripts: number; all: number }> = {
  'popup.html': { scripts: 60, all: 120 },
  'options.html': { scripts: 60, all: 120 },
  'review.html': { scripts: 100, all: 160 },
};

/** Gzipped bytes each page of the extension loads, and the pages over budget. */
export function measureExtension(folder: string): { table: string; tooHeavy: string[] } {
  const lines: string[] = [];
  const tooHeavy: string[] = [];
  for (const [page, budget] of Object.entries(budgets)) {
    const files = [...loadedBy(folder, page)];
    const of = (kind: RegExp) =>
      files.filter((file) => kind.test(file)).reduce((sum, file) => sum + bytesOf(join(folder, file)), 0);
    const [scripts, all] = [of(/\.js$/) / KB, of(/./) / KB];
    lines.push(
      `${page.padEnd(14)}${scripts.toFixed(1).padStart(6)} of ${budget.scripts} KB script ${all.toFixed(1).padStart(7)} of ${budget.all} KB in all`,
    );
    if (scripts > budget.scripts || all > budget.all) tooHeavy.push(page);
  }
  return { table: lines.join('\n'), tooHeavy };
}

/** A page and everything it leads to: scripts, what they import, styles and their fonts. */
function loadedBy(folder: string, page: string): Set<string> {
  const found = new Set<string>();
  const follow = (file: string) => {
    if (found.has(file) || !existsSync(join(folder, file))) return;
    found.add(file);
    if (!/\.(?:html|js|css)$/.test(file)) return;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, , named = ''] of text.matchAll(/(["'(])((?:\.{1,2}\/|\/)?[\w./-]+\.(?:js|css|woff2))/g))
      follow(normalize(join(dirname(file), named)));
  };
  follow(page);
  return found;
}

// Fonts are packed already.
const bytesOf = (path: string): number =>
  path.endsWith('.woff2') ? readFileSync(path).length : gzipSync(readFileSync(path), { level: 9 }).length;
