import type { Figure } from './figures.ts';
import type { Role } from './roles.ts';

/** The sums of one reading: what labels say, and what its lines add up to. */
export type SheetSums = { figures: Figure[]; itemSum: number | null };

/** The sums of a document, in major units. `closes` when they are proved by arithmetic. */
export type Sums = {
  total: number | null;
  subtotal: number | null;
  discount: number | null;
  tax: number | null;
  withholding: number | null;
  paid: number | null;
  rounding: number;
  charges: number | null;
  /** What the lines may come to: the total, or a sum printed before it. */
  goals: number[];
  confidence: Record<'total' | 'subtotal' | 'discount' | 'tax' | 'withholding' | 'amountPaid', number>;
  closes: boolean;
};

const cents = (value: number) => Math.round(value * 100);
const near = (a: number, b: number) => Math.abs(a - b) <= 1;

type Votes = Map<number, number>;
const vote = (votes: Votes, value: number, weight: number) =>
  votes.set(value, (votes.get(value) ?? 0) + weight);

/** What one reading says the total is, in cents, with how much speaks for each. */
export function totalVotes(sums: SheetSums): Votes {
  const votes: Votes = new Map();
  const of = (role: Role) => sums.figures.filter((figure) => figure.role === role);
  best(votes, of('total'), 3);
  const isLessPaid = [...of('paid'), ...of('withholding')].some((figure) => figure.value !== 0);
  best(votes, of('payable'), isLessPaid ? 2.2 : 3.1);
  best(votes, of('net'), 2);
  best(votes, of('subtotal'), 1);
  cashVotes(votes, of('cash'), of('change'));
  closingVotes(votes, sums);
  roundingVotes(votes, of('rounding'));
  const totals = [...of('total'), ...of('payable'), ...of('net')];
  coinVotes(votes, totals);
  partVotes(votes, totals);
  const lowest = totals.filter((one) => one.strength > 0.5).toSorted((a, b) => b.row - a.row)[0];
  if (lowest) vote(votes, cents(lowest.value), 0.5);
  if (sums.itemSum !== null && votes.has(cents(sums.itemSum))) vote(votes, cents(sums.itemSum), 1.2);
  const paid = [...of('paid'), ...of('withholding')];
  for (const payable of of('payable')) {
    for (const one of paid) {
      const before = cents(payable.value) + Math.abs(cents(one.value));
      if (votes.has(before) && one.value !== 0) vote(votes, before, 2.5);
    }
  }
  return votes;
}

function best(votes: Votes, figures: Figure[], weight: number): void {
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

function cashVotes(votes: Votes, cash: Figure[], change: Figure[]): void {
  for (const paid of cash) {
    if (change.every((back) => back.value === 0)) vote(votes, cents(paid.value), 1 * paid.strength);
    for (const back of change) {
      const total = cents(paid.value) - Math.abs(cents(back.value));
      if (total > 0 && back.value !== 0) vote(votes, total, 2 * Math.min(paid.strength, back.strength));
    }
  }
}

// What is said to be the total and is also the subtotal with its parts counts twice.
function closingVotes(votes: Votes, { figures, itemSum }: SheetSums): void {
  const sums = closings(figures, itemSum);
  for (const total of votes.keys()) {
    if (sums.some((sum) => near(sum.total, total) && sum.parts > 0)) vote(votes, total, 1.6);
  }
}

// A sum that comes lower on the paper and a few cents beside another one, to a whole five: what is paid in coins.
function coinVotes(votes: Votes, totals: Figure[]): void {
  for (const before of totals) {
    for (const after of totals) {
      const apart = Math.abs(cents(after.value) - cents(before.value));
      const lower = after.row > before.row && after.row - before.row <= 6;
      if (lower && apart > 0 && apart <= 4 && cents(after.value) % 5 === 0 && cents(before.value) % 5 !== 0)
        vote(votes, cents(after.value), 0.5 + (votes.get(cents(before.value)) ?? 0));
    }
  }
}

// Sums of parts of the paper, such as what is taxed and what is not, and the one they make together.
function partVotes(votes: Votes, totals: Figure[]): void {
  for (const whole of totals) {
    const parts = [
      ...new Set(
        totals.filter((one) => one.row < whole.row && one.value !== 0).map((one) => cents(one.value)),
      ),
    ];
    const made = parts.some((a, at) => parts.slice(at + 1).some((b) => a + b === cents(whole.value)));
    if (made) vote(votes, cents(whole.value), 2.5 * whole.strength);
  }
}

function roundingVotes(votes: Votes, rounding: Figure[]): void {
  for (const { value } of rounding) {
    const part = cents(value);
    if (part === 0 || Math.abs(part) > 10) continue;
    for (const before of votes.keys()) {
      for (const after of [before + part, before - part]) {
        if (after % 5 === 0 && before % 5 !== 0 && votes.has(after))
          vote(votes, after, 0.5 + (votes.get(before) ?? 0) / 2);
      }
    }
  }
}

type Closing = {
  total: number;
  subtotal: number;
  tax: number;
  discount: number;
  charges: number;
  rounding: number;
  parts: number;
};

/** Every way in which a subtotal and parts of it add up. */
function closings(figures: readonly Figure[], itemSum: number | null): Closing[] {
  const values = (...roles: Role[]) => [
    ...new Set(figures.filter((one) => roles.includes(one.role)).map((one) => cents(one.value))),
  ];
  const subtotals = [...values('subtotal', 'net'), ...(itemSum === null ? [] : [cents(itemSum)])].slice(0, 8);
  const discounts = [0, ...sumsOf(values('discount').map(Math.abs))].slice(0, 6);
  const taxes = [0, ...sumsOf(values('tax'))].slice(0, 12);
  const charges = [0, ...sumsOf(values('charge'))].slice(0, 6);
  const roundings = [0, ...values('rounding').filter((value) => Math.abs(value) <= 10)].slice(0, 3);
  return subtotals.flatMap((subtotal) =>
    discounts.flatMap((discount) =>
      taxes.flatMap((tax) =>
        charges.flatMap((charge) =>
          roundings.map((rounding) => ({
            total: subtotal - discount + tax + charge + rounding,
            subtotal,
            tax,
            discount,
            charges: charge,
            rounding,
            parts: [discount, tax, charge, rounding].filter((part) => part !== 0).length,
          })),
        ),
      ),
    ),
  );
}

// Single values, and all of them together: two rates of tax, two discounts.
function sumsOf(values: readonly number[]): number[] {
  const distinct = [...new Set(values.filter((value) => value !== 0))];
  const pairs = distinct.flatMap((a, at) => distinct.slice(at + 1).map((b) => a + b));
  const all = distinct.reduce((sum, value) => sum + value, 0);
  return [...new Set([...distinct, ...(distinct.length > 1 ? [all] : []), ...pairs])];
}

/** The sums of a document by all its readings together. */
export function sumsOfReadings(readings: readonly SheetSums[]): Sums {
  const { total, confidence, support } = electTotal(readings);
  const pooled = readings.flatMap((reading) => reading.figures);
  const itemSum = readings.map((reading) => reading.itemSum).find((sum) => sum !== null) ?? null;
  const closing = total === null ? null : bestClosing(pooled, itemSum, total);
  const parts = closing ? fromClosing(closing, pooled) : unproved(pooled, total);
  return {
    total: total === null ? null : total / 100,
    ...parts.sums,
    withholding: strongestOf(pooled, 'withholding'),
    paid: strongestOf(pooled, 'paid'),
    goals: goalsOf(pooled, parts.sums, total),
    confidence: {
      total: confidence,
      ...parts.confidence,
      withholding: 0.8,
      amountPaid: 0.75,
    },
    closes: closing !== null && support > 0,
  };
}

function goalsOf(
  figures: readonly Figure[],
  { subtotal, charges }: Parts['sums'],
  total: number | null,
): number[] {
  const printed = figures.filter(
    ({ role, strength }) => (role === 'subtotal' || role === 'net') && strength > 0.6,
  );
  const goals = [
    total === null ? null : total / 100,
    subtotal,
    subtotal === null ? null : subtotal + (charges ?? 0),
  ];
  return [...goals.filter((goal) => goal !== null), ...printed.map(({ value }) => value)];
}

function electTotal(readings: readonly SheetSums[]): {
  total: number | null;
  confidence: number;
  support: number;
} {
  const all = readings.map(totalVotes);
  const joint: Votes = new Map();
  const strongest: Votes = new Map();
  for (const votes of all) {
    for (const [value, weight] of votes) {
      vote(joint, value, weight / all.length);
      strongest.set(value, Math.max(weight, strongest.get(value) ?? 0));
    }
  }
  const ranked = [...joint]
    .map(([value, weight]) => ({
      value,
      score: weight + 0.5 * (strongest.get(value) ?? 0),
      in: all.filter((votes) => votes.has(value)).length,
    }))
    .toSorted((a, b) => b.score - a.score);
  const [first, second] = ranked;
  if (!first || first.score < 0.8) return { total: null, confidence: 0, support: 0 };
  const confidence = trust(first.value, readings, {
    margin: first.score / (first.score + (second?.score ?? 0)),
    agree: all.filter((votes) => topOf(votes) === first.value).length,
  });
  return confidence < LEAST_TRUST
    ? { total: null, confidence: 0, support: 0 }
    : { total: first.value, confidence, support: first.in };
}

const LEAST_TRUST = 0.5;
const topOf = (votes: Votes) => [...votes].toSorted((a, b) => b[1] - a[1])[0]?.[0];

// How sure a total is, by how many different things say so: its label, arithmetic, cash, the lines, other readings.
function trust(
  total: number,
  readings: readonly SheetSums[],
  among: { margin: number; agree: number },
): number {
  const figures = readings.flatMap((reading) => reading.figures);
  const said = Math.max(
    0,
    ...figures
      .filter((one) => final.includes(one.role) && cents(one.value) === total)
      .map((one) => one.strength),
  );
  const closes = readings.some(({ figures: own, itemSum }) =>
    closings(own, itemSum).some((one) => one.parts > 0 && near(one.total, total)),
  );
  const cash = readings.some((reading) => isCashLessChange(reading.figures, total));
  const lines = readings.some((reading) => linesMake(reading, total));
  const again = readings.length > 1 ? (among.agree > 1 ? 0.08 : -0.08) : 0;
  const doubt = among.margin < 0.55 ? 0.2 : among.margin < 0.6 ? 0.08 : 0;
  const sure =
    0.34 + 0.4 * said + (closes ? 0.15 : 0) + (cash ? 0.15 : 0) + (lines ? 0.12 : 0) + again - doubt;
  return Math.max(0, Math.min(0.98, sure));
}

const final: readonly Role[] = ['total', 'payable', 'net'];

// The lines alone, or with what is added and taken off.
function linesMake({ figures, itemSum }: SheetSums, total: number): boolean {
  if (itemSum === null) return false;
  const parts = figures.filter(({ role }) => role !== 'subtotal' && role !== 'net');
  return closings(parts, itemSum).some((one) => near(one.total, total));
}

function isCashLessChange(figures: readonly Figure[], total: number): boolean {
  const of = (role: Role) => figures.filter((figure) => figure.role === role);
  return of('cash').some((paid) =>
    of('change').some((back) => near(cents(paid.value) - Math.abs(cents(back.value)), total)),
  );
}

function bestClosing(figures: readonly Figure[], itemSum: number | null, total: number): Closing | null {
  const strength = (roles: Role[], value: number) =>
    value === 0
      ? 0
      : Math.max(
          0.2,
          ...figures
            .filter((one) => roles.includes(one.role) && near(Math.abs(cents(one.value)), Math.abs(value)))
            .map((one) => one.strength),
        );
  const worth = (one: Closing) =>
    strength(['subtotal', 'net'], one.subtotal) +
    strength(['tax'], one.tax) +
    strength(['discount'], one.discount) +
    (one.charges === 0 ? 0 : -1) -
    0.3 * one.parts;
  const fitting = closings(figures, itemSum).filter((one) => near(one.total, total));
  return fitting.toSorted((a, b) => worth(b) - worth(a))[0] ?? null;
}

type Parts = {
  sums: Pick<Sums, 'subtotal' | 'discount' | 'tax' | 'rounding' | 'charges'>;
  confidence: Pick<Sums['confidence'], 'subtotal' | 'discount' | 'tax'>;
};

function fromClosing(one: Closing, figures: readonly Figure[]): Parts {
  const printedTax = figures.some((figure) => figure.role === 'tax' && figure.value === 0);
  return {
    sums: {
      subtotal: one.subtotal / 100,
      discount: one.discount === 0 ? null : one.discount / 100,
      tax: one.tax === 0 ? (printedTax ? 0 : null) : one.tax / 100,
      rounding: one.rounding / 100,
      charges: one.charges === 0 ? null : one.charges / 100,
    },
    confidence: { subtotal: 0.93, discount: 0.9, tax: 0.93 },
  };
}

function unproved(figures: readonly Figure[], total: number | null): Parts {
  const subtotal = strongestOf(figures, 'subtotal');
  const tax = strongestOf(figures, 'tax');
  const tooMuch = tax !== null && total !== null && Math.abs(tax * 100) >= Math.abs(total) * 0.6;
  const discount = strongestOf(figures, 'discount');
  return {
    sums: {
      subtotal,
      discount: discount === null ? null : Math.abs(discount),
      tax: tooMuch ? null : tax,
      rounding: 0,
      charges: strongestOf(figures, 'charge'),
    },
    confidence: { subtotal: 0.55, discount: 0.5, tax: 0.5 },
  };
}

function strongestOf(figures: readonly Figure[], role: Role): number | null {
  const votes: Votes = new Map();
  for (const figure of figures) if (figure.role === role) vote(votes, cents(figure.value), figure.strength);
  const first = [...votes].toSorted((a, b) => b[1] - a[1])[0];
  return first ? first[0] / 100 : null;
}
