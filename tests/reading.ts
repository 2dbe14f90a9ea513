import { syllable } from 'syllable';
import { parseSync } from 'vite';
import { read } from './documents.ts';
import { scanFolder } from './source-scan.ts';

/** A text as people read it, with its Flesch–Kincaid grade and where it stands. */
export type ReadingText = { text: string; grade: number; place: string };

// In fewer, one long word makes the grade.
const FEWEST_WORDS = 6;
const ROOMS = ['src/web', 'src/extension', 'src/server', 'src/contract', 'src/core'];
// Legal pages and the description of the API speak to others; the rest is for operators, for machines or understood
// rather than said.
const NOT_SAID =
  /legal-texts|invoice\/labels|crawlers|manifest|contract\/extension|\/(ha|ig|pcm|yo)(-\w+)?\.tsx?$|\.test\.tsx?$|testing\.ts$|\/(adapters|reconciliation|config|ops|demo|observability|database|migrations|sandbox|dev-mailbox|docs|language)\/|openapi|\/cli\/|\/kernel\/|service-worker\/fixtures|prerender/;
/** Arguments of these are read by whoever runs the service. */
const UNREAD_CALLS =
  /^(Error|TypeError|RangeError|describe|meta|unreachable|assert|info|warn|error|log|debug|matchMedia|querySelector|sql)$/;
const UNREAD_KEYS = /^(className|summary|description|d|path|content|query|style|key|id|prompt|instructions)$/;

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Every English text of at least six words, hardest first. */
export function readingTexts(): ReadingText[] {
  return ROOMS.flatMap((room) => scanFolder(room))
    .filter(({ path }) => !NOT_SAID.test(path))
    .flatMap(({ path }) => textsIn(path, read(path)))
    .filter(({ text }) => !FIXED.includes(text))
    .toSorted((a, b) => b.grade - a.grade);
}

/** Texts of one file. */
export function textsIn(path: string, source: string): ReadingText[] {
  const found: ReadingText[] = [];
  const keep = (node: Node, raw: string, own = raw) => {
    const text = raw.replaceAll(/\s+/g, ' ').trim();
    if (!isSaid(text) || !/[a-z]{3}/.test(own)) return;
    const line = source.slice(0, node.start).split('\n').length;
    found.push({ text, grade: gradeOf(text), place: `${path}:${line}` });
  };
  const visit = (node: Node): void => {
    if (isUnread(node)) return;
    if (node.type === 'Literal' && typeof node.value === 'string') keep(node, node.value);
    if (node.type === 'JSXText') keep(node, String(node.value));
    if (node.type === 'TemplateLiteral') keep(node, quasisOf(node).join('Jo'), quasisOf(node).join(' '));
    for (const value of Object.values(node))
      for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) visit(inner);
  };
  visit(parseSync(path, source).program as unknown as Node);
  return found;
}

function isUnread(node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'TaggedTemplateExpression') return true;
  const named = (inner: unknown) => {
    const { name, property } = (inner ?? {}) as { name?: unknown; property?: { name?: string } };
    return String(property?.name ?? name ?? '');
  };
  if (node.type === 'NewExpression' || node.type === 'CallExpression')
    return UNREAD_CALLS.test(named(node.callee));
  if (node.type === 'Property') return UNREAD_KEYS.test(named(node.key));
  return node.type === 'JSXAttribute' && UNREAD_KEYS.test(named(node.name));
}

// A value put in stands for a short word: a name or an amount.
const quasisOf = (node: Node): string[] =>
  (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);

/** Texts the specification fixes, or the field's words in a title or heading. */
const FIXED = [
  'This verification link is invalid or has expired',
  'Try adjusting your search or filter criteria',
  'Generate a projection of sales after 1 year',
  'Recent activity could not be loaded',
];

const WORD = /\b[A-Za-z][A-Za-z’']*/g;
const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

/** Whether people read it: words with a beginning, rather than names of styles, paths or tables. */
function isSaid(text: string): boolean {
  if (
    !/^[A-Z₦{“*]/.test(text) ||
    /[<>=;]|\w\(|:\/\/|\b[\w]+[-_:]\[|[a-z]_[a-z]|\bselect\b.*\bfrom\b/.test(text)
  )
    return false;
  const words = wordsOf(text);
  // A list of names has no sentence.
  if (!words.slice(1).some((word) => /^[a-z]/.test(word))) return false;
  return (
    words.length >= FEWEST_WORDS && words.filter((word) => /[a-z]{2}/.test(word)).length > words.length / 2
  );
}

/**
 * School years somebody needs to read it with ease: Flesch–Kincaid grade (Kincaid et al., Naval Technical Training
 * Command, Research Branch Report 8-75, 1975). A placeholder counts as a word of one syllable.
 */
export function gradeOf(text: string): number {
  // Words in quotes are those of the reader.
  const plain = text
    .replaceAll(/“[^”]*”/g, 'Jo')
    .replaceAll(/\{\w+\}|[₦$]?\d[\d.,:]*/g, 'Jo')
    .replaceAll(/\S+@\S+|\bhttps?:\S+/g, 'Jo');
  const words = wordsOf(plain);
  const sentences = Math.max(
    1,
    plain.split(/[.!?…:]\**(?=\s|$)/).filter((part) => wordsOf(part).length > 0).length,
  );
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59;
}
