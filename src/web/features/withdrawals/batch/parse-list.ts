import papa from 'papaparse';
import { banks as knownBanks, findBanks } from '#core/banks.ts';
import { isEmailAddress } from '#core/email.ts';
import { hasAtMostTwoDecimals, majorToMinor, MAX_MINOR, type Minor } from '#core/money.ts';
import type { Staff } from '../api.ts';
import { texts } from './texts.ts';

export type Bank = { code: string; name: string };

/** A payee of a list: from the staff list, or with the account as entered. */
type ListedPerson = {
  name: string;
  email: string;
  amount: Minor;
  to: { staff: Staff } | { bank: Bank; accountNumber: string };
};
export type ListedRow = { line: number; name: string } & (
  | { person: ListedPerson; problem: null }
  | { person: null; problem: string }
);

type Cells = { name: string; email: string; bank: string; account: string; amount: string };
type Column = keyof Cells;

const ORDER: readonly Column[] = ['name', 'email', 'bank', 'account', 'amount'];
const HEADINGS: Record<Column, RegExp> = {
  account: /\b(acc(oun)?t|nuban)\b.*|^numbers?$/,
  bank: /\bbank\b/,
  email: /\be ?mail\b|^mail$/,
  amount: /\b(amount|salary|pay|net|wage|sum)\b/,
  name: /\b(name|staff|employee|person|worker|beneficiary)\b/,
};
const TRUSTED_HEADINGS = 3;

/** Reads pasted rows or a CSV file; each row is somebody to pay, or says what is wrong with it. */
export function readList(text: string, banks: readonly Bank[], staff: readonly Staff[]): ListedRow[] {
  const rows = papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimitersToGuess: [',', '\t', ';', '|'],
  }).data;
  const filled = rows
    .map((cells, at) => ({ line: at + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const headings = columnsOf(filled[0]?.cells ?? []);
  const columns = headings ?? ORDER;
  const seen = new Map<string, number>();
  return filled.slice(headings ? 1 : 0).map(({ line, cells }) => {
    const cell = (column: Column) => unguarded(cells[columns.indexOf(column)] ?? '');
    const cellTexts = Object.fromEntries(ORDER.map((column) => [column, cell(column)])) as Cells;
    const read = personOf(cellTexts, banks, staff);
    const name = cellTexts.name || cellTexts.email;
    if (typeof read === 'string') return { line, name, person: null, problem: read };
    const key = keyOf(read);
    const earlier = seen.get(key);
    if (earlier !== undefined)
      return { line, name: read.name, person: null, problem: texts.problems.twice(earlier) };
    seen.set(key, line);
    return { line, name: read.name, person: read, problem: null };
  });
}

// Other programs guard such cells with an apostrophe, and so do our own files.
const unguarded = (cell: string) => cell.replace(/^'/, '').trim();

const keyOf = ({ to }: ListedPerson) =>
  'staff' in to ? `staff ${to.staff.id}` : `${to.bank.code} ${to.accountNumber}`;

/** Which column is which by the words of the first line; null where that line is somebody already. */
function columnsOf(first: readonly string[]): (Column | null)[] | null {
  const used = new Set<Column>();
  const columns = first.map((heading) => {
    const plain = heading
      .toLowerCase()
      .replace(/[^a-z]+/g, ' ')
      .trim();
    const column = (Object.keys(HEADINGS) as Column[]).find(
      (one) => !used.has(one) && plain.length < 40 && HEADINGS[one].test(plain),
    );
    if (column) used.add(column);
    return column ?? null;
  });
  return used.size >= TRUSTED_HEADINGS && !first.some(isEmailAddress) ? columns : null;
}

function personOf(cellTexts: Cells, banks: readonly Bank[], staff: readonly Staff[]): ListedPerson | string {
  const email = cellTexts.email.replace(/^mailto:/i, '').toLowerCase();
  if (!isEmailAddress(email)) return texts.problems.email;
  const amount = amountOf(cellTexts.amount);
  if (amount === null) return texts.problems.amount;
  if (cellTexts.bank === '' && cellTexts.account === '') {
    const staffMatches = staff.filter((one) => one.email === email);
    if (staffMatches.length === 1 && staffMatches[0])
      return { name: staffMatches[0].name, email, amount, to: { staff: staffMatches[0] } };
  }
  const name = cellTexts.name.replace(/\s+/g, ' ').slice(0, 120);
  if (name === '') return texts.problems.name;
  const bank = bankOf(cellTexts.bank, banks);
  if (typeof bank === 'string') return bank;
  const accountNumber = numberOf(cellTexts.account);
  if (accountNumber === null)
    return /e\+/i.test(cellTexts.account) ? texts.problems.spoilt : texts.problems.number;
  return { name, email, amount, to: { bank, accountNumber } };
}

/** `₦1,250,000.50` in minor units; null where it is no amount above zero. */
function amountOf(text: string): Minor | null {
  const plain = text.replace(/[₦$,\s]|NGN|USD/gi, '').replace(/^N(?=\d)/i, '');
  if (!/^\d{1,13}(\.\d+)?$/.test(plain)) return null;
  const major = Number(plain);
  if (major <= 0 || major > MAX_MINOR / 100 || !hasAtMostTwoDecimals(major)) return null;
  return majorToMinor(major);
}

// A spreadsheet that takes an account number for a figure drops its first zeros.
function numberOf(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '').replace(/\.0+$/, '');
  return /^\d{8,10}$/.test(digits) ? digits.padStart(10, '0') : null;
}

/** The bank somebody means by its name, a name people use for it, or its code; else why none is meant. */
function bankOf(text: string, banks: readonly Bank[]): Bank | string {
  if (text === '') return texts.problems.bankMissing;
  const payableBanks = banks.filter(
    ({ code }) => knownBanks.find((known) => known.code === code)?.takesPayouts !== false,
  );
  const wanted = plain(text);
  const exact = payableBanks.find(({ code, name }) => code === text || plain(name) === wanted);
  if (exact) return exact;
  const named = knownBanks.find((known) => known.aliases.some((alias) => plain(alias) === wanted));
  const byAlias = named && payableBanks.find(({ code }) => code === named.code);
  if (byAlias) return byAlias;
  const known = findBanks(text).flatMap(({ code }) => payableBanks.find((bank) => bank.code === code) ?? []);
  const candidates =
    known.length > 0 ? known : payableBanks.filter(({ name }) => plain(name).includes(wanted));
  const [only, ...others] = candidates;
  if (!only) return texts.problems.bank(text);
  if (others.length === 0) return only;
  return texts.problems.banks(
    text,
    candidates
      .slice(0, 3)
      .map(({ name }) => name)
      .join(' or '),
  );
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/\b(plc|limited|ltd|nigeria)\b/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
