import {
  cents,
  isNear,
  matchesWords,
  MAX_ROUNDING,
  possibleBreakdowns,
  type SheetSums,
} from './breakdowns.ts';
import type { Figure } from './figures.ts';
import type { Role } from './roles.ts';

/** Weight of evidence for a total, by cents. */
export type Votes = Map<number, number>;
export const vote = (votes: Votes, value: number, weight: number) =>
  votes.set(value, (votes.get(value) ?? 0) + weight);

/** Candidates for the total in one reading, in cents, with the weight of evidence for each. */
export function totalVotes(sums: SheetSums): Votes {
  const votes: Votes = new Map();
  const of = (role: Role) => sums.figures.filter((figure) => figure.role === role);
  addLabelVotes(votes, of('total'), 3);
  const isLessPaid = [...of('paid'), ...of('withholding')].some((figure) => figure.value !== 0);
  addLabelVotes(votes, of('payable'), isLessPaid ? 2.2 : 3.1);
  addLabelVotes(votes, of('net'), 2);
  addLabelVotes(votes, of('subtotal'), 1);
  cashVotes(votes, tendered(sums.figures), of('change'));
  closingVotes(votes, sums);
  roundingVotes(votes, of('rounding'));
  const totals = [...of('total'), ...of('payable'), ...of('net')];
  coinVotes(votes, totals);
  partVotes(votes, totals);
  const lowest = totals.filter((one) => one.strength > 0.5).toSorted((a, b) => b.row - a.row)[0];
  if (lowest) vote(votes, cents(lowest.value), 0.5);
  if (sums.itemSum !== null && votes.has(cents(sums.itemSum))) vote(votes, cents(sums.itemSum), 1.2);
  if (sums.itemSum !== null && matchesWords(sums, cents(sums.itemSum))) vote(votes, cents(sums.itemSum), 1);
  for (const value of votes.keys()) if (matchesWords(sums, value)) vote(votes, value, 2.5);
  const breakdowns = possibleBreakdowns(sums.figures, sums.itemSum);
  for (const { value, isPrinted } of beforePayments(sums)) {
    const isMade = breakdowns.some((one) => isNear(one.total, value));
    if (isPrinted || votes.has(value) || isMade) vote(votes, value, isMade ? 4 : 2.5);
  }
  return votes;
}

/**
 * The amount due before payments and withholding were deducted, in cents. Tax is withheld from a total that
 * need not be printed; payments are only believed where it is, or where its lines make it.
 */
export function beforePayments({ figures, itemSum }: SheetSums): { value: number; isPrinted: boolean }[] {
  const of = (...roles: Role[]) =>
    figures.filter((figure) => roles.includes(figure.role) && figure.value !== 0);
  const left = [...new Set(of('payable', 'balance', 'total', 'net').map((one) => cents(one.value)))];
  const printed = new Set([...left, ...(itemSum === null ? [] : [cents(itemSum)])]);
  const parts = (...roles: Role[]) => [...new Set(of(...roles).map((one) => Math.abs(cents(one.value))))];
  const [withheld, all] = [parts('withholding'), parts('paid', 'withholding')];
  const deductions = all.length > 1 ? [...all, all.reduce((sum, value) => sum + value, 0)] : all;
  return left.flatMap((value) =>
    deductions
      .map((part) => ({ value: value + part, isPrinted: printed.has(value + part), part }))
      .filter(({ isPrinted, part }) => isPrinted || withheld.includes(part)),
  );
}

function addLabelVotes(votes: Votes, figures: Figure[], weight: number): void {
  const strongest = new Map<number, number>();
  for (const { value, strength } of figures)
    strongest.set(cents(value), Math.max(strength, strongest.get(cents(value)) ?? 0));
  const top = Math.max(0, ...strongest.values());
  for (const [value, strength] of strongest) {
    if (value !== 0) vote(votes, value, weight * strength * (strength >= top - 0.05 ? 1 : 0.75));
  }
  const times = new Map<number, number>();
  for (const { value } of figures) times.set(cents(value), (times.get(cents(value)) ?? 0) + 1);
  for (const [value, count] of times) if (count > 1 && value !== 0) vote(votes, value, 0.3);
}

/** Amounts tendered at the till: cash, or a payment where change was given. */
export function tendered(figures: readonly Figure[]): Figure[] {
  const hasChange = figures.some((figure) => figure.role === 'change');
  return figures.filter(({ role }) => role === 'cash' || (hasChange && role === 'paid'));
}

function cashVotes(votes: Votes, cash: Figure[], change: Figure[]): void {
  for (const paid of cash) {
    if (change.every((back) => back.value === 0)) vote(votes, cents(paid.value), 1 * paid.strength);
    for (const back of change) {
      const total = cents(paid.value) - Math.abs(cents(back.value));
      if (total > 0 && back.value !== 0) vote(votes, total, 2 * Math.min(paid.strength, back.strength));
    }
  }
}

// A candidate that is also a subtotal with its parts weighs more, and that subtotal less.
function closingVotes(votes: Votes, { figures, itemSum }: SheetSums): void {
  const sums = possibleBreakdowns(figures, itemSum).filter((sum) => sum.parts > 0);
  const voted = new Map(votes);
  for (const total of voted.keys()) if (sums.some((sum) => isNear(sum.total, total))) vote(votes, total, 1.6);
  const before = sums.filter((sum) => voted.has(sum.total) && Math.abs(sum.total) > Math.abs(sum.subtotal));
  for (const subtotal of new Set(before.map((sum) => sum.subtotal)))
    if (voted.has(subtotal)) votes.set(subtotal, (votes.get(subtotal) ?? 0) / 2);
}

// A sum lower on the document, a few cents apart and a multiple of five: the cash-rounded total.
function coinVotes(votes: Votes, totals: Figure[]): void {
  for (const before of totals) {
    for (const after of totals) {
      const difference = Math.abs(cents(after.value) - cents(before.value));
      const lower = after.row > before.row && after.row - before.row <= 6;
      if (
        lower &&
        difference > 0 &&
        difference <= 4 &&
        cents(after.value) % 5 === 0 &&
        cents(before.value) % 5 !== 0
      )
        vote(votes, cents(after.value), 0.5 + (votes.get(cents(before.value)) ?? 0));
    }
  }
}

function partVotes(votes: Votes, totals: Figure[]): void {
  for (const candidate of totals)
    if (isSumOfParts(candidate, totals)) vote(votes, cents(candidate.value), 2.5 * candidate.strength);
}

/** Whether two partial sums above it, such as taxed and untaxed, add up to a sum. */
export function isSumOfParts({ row, value: sum }: Figure, totals: readonly Figure[]): boolean {
  const parts = [
    ...new Set(totals.filter((one) => one.row < row && one.value !== 0).map(({ value }) => cents(value))),
  ];
  return parts.some((a, at) => parts.slice(at + 1).some((b) => a + b === cents(sum)));
}

function roundingVotes(votes: Votes, rounding: Figure[]): void {
  for (const { value } of rounding) {
    const part = cents(value);
    if (part === 0 || Math.abs(part) > MAX_ROUNDING) continue;
    for (const before of votes.keys()) {
      for (const after of [before + part, before - part]) {
        if (after % 5 === 0 && before % 5 !== 0 && votes.has(after))
          vote(votes, after, 0.5 + (votes.get(before) ?? 0) / 2);
      }
    }
  }
}
