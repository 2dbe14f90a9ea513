import { patternOf } from './text-columns.ts';

type Row = Record<string, unknown>;

/** The part of a row that is about a person, where one row tells of several: sentences, and objects inside stored JSON, that name them. */
export function excerptOf(row: Row, signs: readonly string[]): Row {
  const names = new RegExp(patternOf(signs, 'js'), 'iu');
  const kept = (value: unknown): unknown => {
    // Ids, states and roles are one word.
    if (typeof value === 'string') return /\s/.test(value) ? sentencesWith(names, value) : value;
    return isObject(value) ? partsWith(names, value) : value;
  };
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, kept(value)]));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

function sentencesWith(names: RegExp, text: string): string | null {
  const sentences = text.split(/\n|(?<=[.!?;])\s/);
  return sentences.filter((sentence) => names.test(sentence)).join('\n') || null;
}

// Fields beside a name in one object are about the same person, those of another object about anybody.
function partsWith(names: RegExp, value: object): unknown {
  if (Array.isArray(value)) {
    const parts = value.map((one) => partOf(names, one)).filter((part) => part !== null);
    return parts.length > 0 ? parts : null;
  }
  const fields = Object.entries(value);
  const isNamed = fields.some(([, one]) => typeof one === 'string' && names.test(one));
  const parts = fields.flatMap(([key, one]) => {
    const part = isNamed && typeof one !== 'object' ? (partOf(names, one) ?? short(one)) : partOf(names, one);
    return part === null ? [] : [[key, part] as const];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : null;
}

function partOf(names: RegExp, value: unknown): unknown {
  if (typeof value === 'string') return sentencesWith(names, value);
  return isObject(value) ? partsWith(names, value) : null;
}

/** A value that cannot be about several people: a number, or a few words on one line. */
const short = (value: unknown): unknown =>
  typeof value === 'string' && (value.length > 60 || value.includes('\n')) ? null : value;
