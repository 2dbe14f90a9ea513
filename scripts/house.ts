// npm run house: counts that say how livable the code is, as a Markdown table (docs/reports/house.md holds the history).
import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { countWords, guidePages, markdownIn, read } from '../tests/documents.ts';
import { circlesIn, twinsIn } from '../tests/layout.ts';
import { scanFolder, type Source } from '../tests/source-scan.ts';

const ROOT = join(import.meta.dirname, '..');
const LONG_FUNCTION = 70;
const CRUMB = 60;

const isTest = ({ path }: Source) => /\.test\.tsx?$|(^|\/)testing\.ts$/.test(path);
const sources = scanFolder('src');
const product = sources.filter((source) => !isTest(source));
const linesOf = (text: string) => text.trimEnd().split('\n').length;
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

/** Files of at most 60 lines that one file of the same folder imports and nobody else. */
function crumbs(): string[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of product) {
    for (const { target, ours } of imports) {
      if (ours) importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  return product
    .filter(({ path, lineCount }) => {
      const [only, ...others] = importers.get(path) ?? [];
      const beside = only !== undefined && posix.dirname(only) === posix.dirname(path);
      return lineCount <= CRUMB && beside && others.length === 0;
    })
    .map(({ path }) => path);
}

type Node = { type: string; start: number; end: number };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function longFunctions(): string[] {
  return product.flatMap(({ path }) => {
    const text = read(path);
    const found: string[] = [];
    const visit = (node: Node): void => {
      if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
        const lines = linesOf(text.slice(node.start, node.end));
        if (lines > LONG_FUNCTION) found.push(`${path}:${linesOf(text.slice(0, node.start))} (${lines})`);
      }
      for (const value of Object.values(node)) {
        for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) visit(inner);
      }
    };
    visit(parseSync(path, text).program as unknown as Node);
    return found;
  });
}

const guides = guidePages();
const loose = readdirSync(join(ROOT, 'src/server')).filter((name) => /(?<!\.test)\.ts$/.test(name));
const formSystems = ['useForm', 'usePlainForm', 'useFields'].filter((hook) =>
  product.some(({ path }) =>
    new RegExp(`function ${hook}\\b|import [^;]*\\b${hook}\\b[^;]*'react-hook-form'`).test(read(path)),
  ),
);

const rows: [name: string, count: number, which?: string[]][] = [
  ['lines in src without tests', sum(product.map(({ lineCount }) => lineCount))],
  ['files in src without tests', product.length],
  ['loose files in src/server', loose.length, loose],
  [
    'import circles, types counted',
    circlesIn(product).length,
    circlesIn(product).map((circle) => circle.join(' → ')),
  ],
  [
    'file-and-folder twins',
    twinsIn(sources.map(({ path }) => path)).length,
    twinsIn(sources.map(({ path }) => path)),
  ],
  ['form systems', formSystems.length, formSystems],
  [`functions over ${LONG_FUNCTION} lines`, longFunctions().length, longFunctions()],
  [`files of at most ${CRUMB} lines with one importer, beside it`, crumbs().length, crumbs()],
  ['pages of guides in docs', guides.length, guides],
  ['words of guides in docs', countWords(guides)],
  ['words of decisions', countWords(markdownIn('docs/decisions'))],
  ['words of reports', countWords(markdownIn('docs/reports'))],
];

console.log('| what | count |\n|---|---|');
for (const [name, count] of rows) console.log(`| ${name} | ${count.toLocaleString('en')} |`);
if (process.argv.includes('--list')) {
  for (const [name, , which] of rows) if (which?.length) console.log(`\n${name}\n  ${which.join('\n  ')}`);
}
