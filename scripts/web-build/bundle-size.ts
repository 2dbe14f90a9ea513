import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RenderedPage } from '#web/rendered-page.ts';
import { type Manifest, neededBy } from './manifest.ts';

const KB = 1024;
const SHELL_KB = 185;

/** Kilobytes of compressed script a page may load at once; docs/reports/performance.md says where they come from. */
const budgets: readonly [file: RegExp, kilobytes: number][] = [
  [/^(?:index|privacy|terms|cookies|404)\.html$/, 35],
  [/^pay$/, 40],
  [/^auth\//, 111],
  [/^app\/onboarding/, 153],
  [/^app\/dashboard\/(?:invoices|quotes|customers|payments)/, SHELL_KB + 32],
  [/^app\/dashboard\/analytics/, SHELL_KB + 28],
  [/^app\/dashboard\/chat/, SHELL_KB + 40],
  [/^app\/dashboard\/(?:withdrawal|settings|counter)/, SHELL_KB + 24],
  [/^app\/dashboard\.html$/, SHELL_KB + 15],
  [/^app/, SHELL_KB],
];

export type PageBytes = { page: string; scripts: number; styles: number; files: number; budget: number };

type Page = Pick<RenderedPage, 'file' | 'entry' | 'modules'>;

/** Gzipped bytes each page loads before any interaction. */
export function measurePages(folder: string, manifest: Manifest, pages: readonly Page[]): PageBytes[] {
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
    sizes.set(file, known);
    return known;
  };
  const total = (files: readonly string[]) => files.reduce((sum, file) => sum + sizeOf(file), 0);
  return [...pages, { file: 'pay', entry: 'pay/main.ts', modules: [] }].map(({ file, entry, modules }) => {
    const { scripts, styles } = neededBy(manifest, [entry, ...modules]);
    return {
      page: file.replace(/\.html$/, ''),
      scripts: total(scripts),
      styles: total(styles),
      files: scripts.length + styles.length,
      budget: budgetOf(file) * KB,
    };
  });
}

/** The figures as a table, and the pages that are too heavy. */
export function report(measured: readonly PageBytes[]): { table: string; tooHeavy: string[] } {
  const lines = measured.map(
    ({ page, scripts, styles, files, budget }) =>
      `${page.padEnd(36)}${kilobytes(scripts)} of ${kilobytes(budget)} KB script ${kilobytes(styles)} KB styles ${String(files).padStart(3)} files`,
  );
  const tooHeavy = measured
    .filter(({ scripts, budget }) => scripts > budget)
    .map(
      ({ page, scripts, budget }) =>
        `${page}: ${kilobytes(scripts).trim()} KB of script, allowed ${kilobytes(budget).trim()}`,
    );
  return { table: lines.join('\n'), tooHeavy };
}

function budgetOf(file: string): number {
  return budgets.find(([pattern]) => pattern.test(file))?.[1] ?? SHELL_KB;
}

function kilobytes(bytes: number): string {
  return (bytes / KB).toFixed(1).padStart(6);
}
