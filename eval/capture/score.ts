import type { Extraction } from '#contract/assistant.ts';

/** Ground truth of a document; a field that is missing or null is unknown, not empty. */
export type GroundTruth = Record<string, unknown>;
export type Verdict = 'right' | 'empty' | 'wrong';
export type Scored = {
  field: string;
  verdict: Verdict;
  confidence: number | null;
  want: string;
  got: string;
};

const known = (truth: GroundTruth, ...names: string[]): string | null => {
  const value = names
    .map((name) => truth[name])
    .find((one) => one !== undefined && one !== null && one !== '');
  return value === undefined ? null : String(value);
};

/** Compares what was read with what is known, field by field. */
export function score(truth: GroundTruth, read: Extraction, kind: string): Scored[] {
  const scored: Scored[] = [];
  const add = (
    field: string,
    want: string | null,
    got: string | number | null,
    same: (want: string, got: string) => boolean,
  ) => {
    if (want === null) return;
    const verdict = got === null ? 'empty' : same(want, String(got)) ? 'right' : 'wrong';
    scored.push({ field, verdict, confidence: read.confidence[field] ?? null, want, got: String(got ?? '') });
  };
  add('total', known(truth, 'total', 'amount'), read.total, sameAmount);
  add('subtotal', known(truth, 'subtotal'), read.subtotal, sameAmount);
  add('tax', known(truth, 'tax'), read.tax, sameAmount);
  add('discount', known(truth, 'discount'), read.discount, sameAmount);
  add('withholding', known(truth, 'withholding'), read.withholding, sameAmount);
  add('amountPaid', known(truth, 'paid'), read.amountPaid, sameAmount);
  add('date', known(truth, 'date'), read.date, sameDay);
  add('dueDate', known(truth, 'due_date'), read.dueDate, sameDay);
  add('vendorName', known(truth, 'company', 'seller', 'issuer'), read.vendorName, sameNames);
  add('customerName', known(truth, 'buyer'), read.customerName, sameNames);
  add(
    'customerEmail',
    known(truth, 'buyer_email'),
    read.customerEmail,
    (a, b) => a.toLowerCase() === b.toLowerCase(),
  );
  add(
    'invoiceNumber',
    known(truth, 'invoice_no', 'invoice_number'),
    read.invoiceNumber,
    (a, b) => lettersOnly(a) === lettersOnly(b),
  );
  add('currency', known(truth, 'currency'), read.currency, (a, b) => a === b);
  return kind === 'receipt-scan' ? scored : [...scored, ...items(truth, read)];
}

const amount = (text: string) => Number(text.replace(/[^\d.-]/g, ''));
const sameAmount = (want: string, got: string) => Math.abs(amount(want) - amount(got)) < 0.005;
const lettersOnly = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function sameNames(want: string, got: string): boolean {
  const [a, b] = [lettersOnly(want), lettersOnly(got)];
  return a === b || 1 - edits(a, b) / Math.max(1, a.length, b.length) >= 0.85;
}

function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Both readings count where the figures of a date are truly ambiguous. */
function sameDay(want: string, got: string): boolean {
  return days(want).includes(got);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export function days(text: string): string[] {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact) return [`${compact[1]}-${compact[2]}-${compact[3]}`];
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return [text];
  const month = months.findIndex((name) => text.toLowerCase().includes(name)) + 1;
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const year = (value = 0) => (value < 100 ? 2000 + value : value);
  const day = (y: number, m: number, d: number) =>
    `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
  if (month > 0) return [day(year(numbers[1]), month, numbers[0] ?? 0)];
  const [a = 0, b = 0, c = 0] = numbers;
  if (a > 1000) return [day(a, b, c)];
  const both =
    b > 12 ? [day(year(c), a, b)] : a > 12 ? [day(year(c), b, a)] : [day(year(c), b, a), day(year(c), a, b)];
  return both;
}

type Line = {
  description: string | null;
  quantity: number | null;
  rate: number | null;
  total: number | null;
};
const number = (value: unknown) =>
  value === null || value === undefined || value === '' ? null : Number(value);

function items(truth: GroundTruth, read: Extraction): Scored[] {
  const listed = Array.isArray(truth.items) ? (truth.items as Record<string, unknown>[]) : [];
  const wanted: Line[] = listed
    .map((item) => ({
      description: item.description ? String(item.description) : null,
      quantity: number(item.quantity),
      rate: number(item.rate),
      total: number(item.total),
    }))
    .filter((item) => item.total !== null);
  const left = read.items.map((item, at) => ({ ...item, at }));
  const same = (a: number | null, b: number | null) =>
    a === null || (b !== null && Math.abs(a - b) < 0.005 + Math.abs(a) * 0.001);
  const scored: Scored[] = wanted.flatMap((want) => {
    const found =
      left.find(
        (item) =>
          same(want.total, item.total) && same(want.quantity, item.quantity) && same(want.rate, item.rate),
      ) ?? left.find((item) => same(want.total, item.total));
    if (found) left.splice(left.indexOf(found), 1);
    const matches = found && same(want.quantity, found.quantity) && same(want.rate, found.rate);
    const verdict = !found ? 'empty' : matches ? 'right' : 'wrong';
    const confidence = found ? (read.confidence[`items.${found.at}`] ?? null) : null;
    const line: Scored = {
      field: 'items',
      verdict,
      confidence,
      want: JSON.stringify(want),
      got: JSON.stringify(found ?? null),
    };
    return found && want.description !== null
      ? [line, descriptionOf(want.description, found.description)]
      : [line];
  });
  if (wanted.length === 0) return [];
  return [
    ...scored,
    ...left.map((item) => ({
      field: 'items',
      verdict: 'wrong' as const,
      confidence: read.confidence[`items.${item.at}`] ?? null,
      want: '',
      got: JSON.stringify(item),
    })),
  ];
}

function descriptionOf(want: string, got: string | null): Scored {
  const verdict = got === null ? 'empty' : sameNames(want, got) ? 'right' : 'wrong';
  return { field: 'description', verdict, confidence: null, want, got: got ?? '' };
}
