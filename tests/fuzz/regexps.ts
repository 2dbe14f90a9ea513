import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { parseSync } from 'vite';
import { type Node, visit } from '../source-scan.ts';

/** A regular expression of the product, and where it stands. */
export type RegexpSource = { where: string; source: string; flags: string };

const ROOT = join(import.meta.dirname, '../..');

/** Every regular expression written down in the sources of the product. */
export function regexpsIn(folder: string): RegexpSource[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|testing\.tsx?$|\.d\.ts$/.test(name))
    .sort()
    .flatMap((name) => regexpsOf(`${folder}/${name}`));
}

function regexpsOf(path: string): RegexpSource[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const found: RegexpSource[] = [];
  visit(parseSync(path, text).program as unknown as Node, (node) => {
    const regex = node.regex as { pattern: string; flags: string } | undefined;
    if (node.type === 'Literal' && regex)
      found.push({
        where: `${path}:${text.slice(0, node.start).split('\n').length}`,
        source: regex.pattern,
        flags: regex.flags,
      });
  });
  return found;
}

const ENDS = ['', '!', '\u0000', 'x'];
const USUAL = [
  'a',
  '0',
  ' ',
  '\t',
  '\n',
  '.',
  '-',
  '@',
  '/',
  '<',
  '"',
  '_',
  ',',
  'A',
  'é',
  '\u0301',
  '1,',
  'a ',
  '. ',
  'a@',
  'a.',
  '0 ',
  '=?',
  '1.',
];

/**
 * Adversarial texts that make one expression backtrack: its own characters, repeated, with an end that does
 * not match.
 */
function adversarialInputs({ source }: RegexpSource, length: number): string[] {
  const literals = source.match(/[\p{L}\p{N} @.,/:_-]+/gu) ?? [];
  const words = literals
    .map((one) => one.replace(/^[dswDSWbB]$/, ''))
    .filter((one) => one.length > 0 && one.length < 20);
  const pieces = [...new Set([...USUAL, ...words, ...words.map((one) => one[0] ?? '')])].slice(0, 48);
  return pieces.flatMap((piece, at) => {
    const body = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    const end = ENDS[at % ENDS.length] ?? '';
    const start = words[0] ?? '';
    return [body + end, start + body + (end || '!')];
  });
}

const context = createContext({ pattern: /x/, text: '', all: false });
const script = new Script("all ? text.replace(pattern, '') : pattern.test(text)");

/** Milliseconds of the processor a pattern needs for a text; one that takes far too long is cut off. */
export function timeOf({ source, flags }: RegexpSource, text: string, mostMs = 1_000): number {
  Object.assign(context, { pattern: new RegExp(source, flags), text, all: flags.includes('g') });
  const from = process.threadCpuUsage();
  try {
    script.runInContext(context, { timeout: mostMs });
  } catch {
    return mostMs;
  }
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

const QUICK_LENGTH = 4_000;
const SUSPICIOUS_MS = 1;

/** The text of `length` a pattern takes longest for, and how long in milliseconds. Most are seen to be harmless at a glance. */
export function worstOf(pattern: RegexpSource, length: number): { ms: number; text: string } {
  let worst = { ms: 0, text: '' };
  const short = adversarialInputs(pattern, Math.min(QUICK_LENGTH, length));
  const long = adversarialInputs(pattern, length);
  for (const [at, text] of short.entries()) {
    if (timeOf(pattern, text) < SUSPICIOUS_MS || timeOf(pattern, text) < SUSPICIOUS_MS) continue;
    const candidate = long[at] ?? '';
    const ms = Math.min(timeOf(pattern, candidate), timeOf(pattern, candidate));
    if (ms > worst.ms) worst = { ms, text: candidate };
  }
  return worst;
}
