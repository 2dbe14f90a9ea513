import type { Draft, Filters, NewContact } from '#contract/assistant.ts';
import type { Expected } from './cases.ts';

const MEASURES = new Set(
  'bag carton crate yard hour trip plate bottle piece pcs unit tuber gallon bucket pack roll box night day head kg litre dozen episode'
    .split(' ')
    .map(stem),
);
const SMALL = new Set(['of', 'a', 'an', 'the']);
const TITLE =
  /^(?:mr|mrs|miss|ms|dr|engr|barr|chief|alhaji|alhaja|hajiya|pastor|oga|madam|aunty|uncle|bro|sis|sister)\s+(?=\S)/;

/** Tolerated edit distance of a reading: two letters a word in examples with misspellings. */
export type Tolerance = { maxEdits: 0 | 2 };

/** Case, plural, articles, "of", measures and the order of words do not count. */
export function sameDescription(a: string | null, b: string | null, { maxEdits }: Tolerance): boolean {
  if (a === null || b === null) return a === b;
  const [left, right] = [tokensOf(a, maxEdits), tokensOf(b, maxEdits)];
  if (left.length !== right.length) return false;
  const open = [...right];
  return left.every((word) => {
    const at = open.findIndex((other) => distance(word, other) <= maxEdits);
    if (at >= 0) open.splice(at, 1);
    return at >= 0;
  });
}

/** Case, dots and a leading title do not count. */
export function sameName(a: string | null, b: string | null, { maxEdits }: Tolerance): boolean {
  if (a === null || b === null) return a === b;
  return distance(bareName(a), bareName(b)) <= maxEdits;
}

/** Differences between two drafts, by field; empty when equal. `ordered`: the lines must be in this order. */
export function draftDifferences(
  expected: Draft | null,
  got: Draft | null,
  ease: Tolerance,
  ordered: boolean,
): string[] {
  if (!expected || !got) return expected === got ? [] : ['draft'];
  const wrong: string[] = [];
  const check = (field: string, same: boolean): void => {
    if (!same) wrong.push(field);
  };
  const byEmail = expected.customerName === null && expected.customerEmail !== null;
  check('customerName', byEmail || sameName(expected.customerName, got.customerName, ease));
  check('customerEmail', expected.customerEmail === (got.customerEmail?.toLowerCase() ?? null));
  check('customerPhone', samePhone(expected.customerPhone, got.customerPhone));
  check('currency', expected.currency === got.currency);
  check('items', sameLines(expected.items, got.items, ease, ordered));
  check('taxRate', expected.taxRate === got.taxRate);
  check(
    'discount',
    expected.discount?.type === got.discount?.type && expected.discount?.value === got.discount?.value,
  );
  check('dueDate', expected.dueDate === null || expected.dueDate === got.dueDate);
  check('total', expected.total === got.total);
  return wrong;
}

/** Whether filters are the same; `channels` and `invoiceNumbers` are sets. A period up to today may as well go to its end. */
export function sameFilters(
  expected: Expected['filters'],
  got: Filters | null,
  today: string,
  ease: Tolerance,
): boolean {
  const [want, have] = [known(expected), known(got)];
  const keys = new Set([...Object.keys(want), ...Object.keys(have)]);
  return [...keys].every((key) => sameFilter(key, want[key], have[key], today, ease));
}

function sameFilter(key: string, want: unknown, have: unknown, today: string, ease: Tolerance): boolean {
  if (key === 'customerName') return sameName(text(want), text(have), ease);
  if (key === 'search') return text(want)?.toLowerCase() === text(have)?.toLowerCase();
  if (key === 'to' && want === today && typeof have === 'string') return have >= today;
  if (Array.isArray(want) && Array.isArray(have))
    return (
      want.length === have.length && want.every((one) => have.some((other) => tail(one) === tail(other)))
    );
  return want === have;
}

/** Whether customers are the same. */
export function sameContact(a: NewContact | null, b: NewContact | null, ease: Tolerance): boolean {
  if (!a || !b) return a === b;
  return (
    sameName(a.name, b.name, ease) &&
    a.email === (b.email?.toLowerCase() ?? null) &&
    samePhone(a.phone, b.phone)
  );
}

const known = (filters: Expected['filters']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filters ?? {}).filter(([, value]) => value !== undefined));
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const tail = (value: unknown): string => String(value).replace(/^.*?0*(\d+)\D*$/, '$1');

function sameLines(
  expected: Draft['items'],
  got: Draft['items'],
  ease: Tolerance,
  ordered: boolean,
): boolean {
  if (expected.length !== got.length) return false;
  const open = [...got];
  return expected.every((line, at) => {
    const same = (other: Draft['items'][number] | undefined): boolean =>
      other !== undefined &&
      line.quantity === other.quantity &&
      line.rate === other.rate &&
      sameDescription(line.description, other.description, ease);
    if (ordered) return same(got[at]);
    const found = open.findIndex(same);
    if (found >= 0) open.splice(found, 1);
    return found >= 0;
  });
}

function samePhone(a: string | null, b: string | null): boolean {
  const digits = (phone: string | null): string => (phone ?? '').replace(/\D/g, '').replace(/^0/, '234');
  return digits(a) === digits(b);
}

function stem(word: string): string {
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '')
    .replace(/e$/, '');
}

function tokensOf(input: string, maxEdits: number): string[] {
  const all = input
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !SMALL.has(word))
    .map(stem);
  const measure = (word: string): boolean =>
    MEASURES.has(word) ||
    (maxEdits > 0 && [...MEASURES].some((one) => one.length >= 4 && distance(one, word) <= 1));
  const tokens = all.filter((word) => !measure(word));
  return tokens.length > 0 ? tokens : all;
}

const bareName = (name: string): string =>
  name.toLowerCase().replaceAll('.', '').replace(/\s+/g, ' ').trim().replace(TITLE, '');

/** Letters added, lost, changed or two swapped. */
function distance(a: string, b: string): number {
  if (a === b) return 0;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          changed,
          swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
