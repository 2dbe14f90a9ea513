import {
  type Breakdown,
  cents,
  isNear,
  matchesWords,
  possibleBreakdowns,
  type SheetSums,
} from './breakdowns.ts';
import type { Figure } from './figures.ts';
import { final, type Role } from './roles.ts';
import { beforePayments, isSumOfParts, tendered, totalVotes, vote, type Votes } from './votes.ts';

/** The totals of a document, in major units. `isProved` when they are consistent by arithmetic. */
export type Sums = {
  total: number | null;
  subtotal: number | null;
  discount: number | null;
  tax: number | null;
  withholding: number | null;
  paid: number | null;
  rounding: number;
  charges: number | null;
  /** Amounts the lines may add up to: the total, or a sum printed before it. */
  goals: number[];
  confidence: Record<'total' | 'subtotal' | 'discount' | 'tax' | 'withholding' | 'amountPaid', number>;
  isProved: boolean;
};

/** The sums of a document by all its readings together. */
export function sumsOfReadings(readings: readonly SheetSums[]): Sums {
  const { total, confidence, support } = electTotal(readings);
  const pooled = readings.flatMap((reading) => reading.figures);
  const itemSum = readings.map((reading) => reading.itemSum).find((sum) => sum !== null) ?? null;
  const breakdown = total === null ? null : bestBreakdown(pooled, itemSum, total);
  const parts = breakdown ? sumsFromBreakdown(breakdown, pooled) : unprovenSums(pooled, total);
  return {
    total: total === null ? null : total / 100,
    ...parts.sums,
    withholding: positive(strongestOf(pooled, 'withholding')),
    paid: positive(strongestOf(pooled, 'paid')),
    goals: goalsOf(pooled, parts.sums, total),
    confidence: {
      total: confidence,
      ...parts.confidence,
      withholding: 0.8,
      amountPaid: 0.75,
    },
    isProved: breakdown !== null && support > 0,
  };
}

const positive = (value: number | null) => (value === null ? null : Math.abs(value));

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
  const confidence = totalConfidence(first.value, readings, {
    margin: first.score / (first.score + (second?.score ?? 0)),
    agree: all.filter((votes) => topOf(votes) === first.value).length,
  });
  return confidence < MIN_TRUST
    ? { total: null, confidence: 0, support: 0 }
    : { total: first.value, confidence, support: first.in };
}

// Of totals surer than a half but not than this, four in five were wrong.
const MIN_TRUST = 0.6;
const topOf = (votes: Votes) => [...votes].toSorted((a, b) => b[1] - a[1])[0]?.[0];

// Confidence of a total by independent evidence: its label, arithmetic, cash, the lines, other readings.
function totalConfidence(
  total: number,
  readings: readonly SheetSums[],
  agreement: { margin: number; agree: number },
): number {
  const figures = readings.flatMap((reading) => reading.figures);
  const strengthOf = (roles: readonly Role[]) =>
    Math.max(
      0,
      ...figures
        .filter((one) => roles.includes(one.role) && cents(one.value) === total)
        .map((one) => one.strength),
    );
  // "Amount" alone is weak evidence, unless nothing else on the document could be the total.
  const isAlone = figures.every((one) => !final.includes(one.role) || cents(one.value) === total);
  const labelStrength = strengthOf(final);
  const labelled = Math.max(
    labelStrength > 0.35 && isAlone ? Math.max(labelStrength, 0.65) : labelStrength,
    0.35 * strengthOf(['subtotal']),
  );
  const readingsInWords = readings.filter(({ inWords }) => inWords !== null);
  const derived = readings.some((reading) =>
    beforePayments(reading).some(({ value }) => isNear(value, total)),
  );
  const closes = readings.some(
    ({ figures: own, itemSum }) =>
      isOfParts(own, total) ||
      possibleBreakdowns(own, itemSum).some((one) => one.parts > 0 && isNear(one.total, total)),
  );
  const cash = readings.some((reading) => matchesCash(reading.figures, total));
  const lines = readings.some((reading) => linesAddUp(reading, total));
  const again = readings.length > 1 ? (agreement.agree > 1 ? 0.08 : -0.08) : 0;
  const doubt =
    agreement.margin < 0.55 ? 0.2 : agreement.margin < 0.6 && !isFound(readings, total) ? 0.08 : 0;
  const confidence =
    0.34 +
    0.4 * (derived ? Math.max(labelled, 0.8) : labelled) +
    (closes ? 0.15 : 0) +
    (cash ? 0.15 : 0) +
    (readingsInWords.length === 0
      ? 0
      : readingsInWords.some((reading) => matchesWords(reading, total))
        ? 0.25
        : -0.2) +
    (lines ? 0.12 : 0) +
    again -
    doubt -
    (hasOtherRest(figures, total) ? 0.2 : 0) -
    (closes || cash || derived || lines || !isPart(readings, total) ? 0 : 0.25);
  return Math.max(0, Math.min(isCutOff(figures, total) ? MOST_IF_CUT : 0.98, confidence));
}

function isOfParts(figures: readonly Figure[], total: number): boolean {
  const totals = figures.filter((one) => final.includes(one.role));
  return totals.some((one) => cents(one.value) === total && isSumOfParts(one, totals));
}

const isPart = (readings: readonly SheetSums[], total: number): boolean =>
  isPartOfMore(readings, total) ||
  readings.some(({ figures }) => isLeft(figures, total) || isCutOff(figures, total));

/** A sum with a digit lost is never shown as sure. */
const MOST_IF_CUT = 0.75;
const isCutOff = (figures: readonly Figure[], total: number): boolean => {
  const own = figures.filter((one) => final.includes(one.role) && cents(one.value) === total);
  return own.length > 0 && own.every((one) => one.isCut);
};

// Less is due below it, and nothing says whether that was paid, withheld or never asked for.
function hasOtherRest(figures: readonly Figure[], total: number): boolean {
  const own = figures.find((one) => final.includes(one.role) && cents(one.value) === total);
  const due = figures.find(
    (one) => own && one.role === 'payable' && one.row > own.row && one.value > 0 && cents(one.value) < total,
  );
  const less: readonly Role[] = ['paid', 'withholding', 'discount', 'commission', 'rounding'];
  return due !== undefined && !figures.some((one) => less.includes(one.role) && one.value !== 0);
}

const isFound = (readings: readonly SheetSums[], total: number): boolean =>
  readings.some(({ found }) => found !== null && cents(found.value) === total && found.share >= SURELY_FOUND);

/** Share of likelihood from which on the finder settles what votes leave open. */
const SURELY_FOUND = 0.95;

// Due below a payment of another sum: only the rest.
function isLeft(figures: readonly Figure[], total: number): boolean {
  const own = figures.filter((one) => final.includes(one.role) && cents(one.value) === total);
  const before = figures.filter(
    (one) => (one.role === 'paid' || one.role === 'withholding') && one.value !== 0,
  );
  return (
    own.length > 0 &&
    own.every(
      (due) =>
        due.role === 'payable' &&
        before.some((paid) => paid.row < due.row && due.row - paid.row <= 2 && cents(paid.value) !== total),
    )
  );
}

// A sum far above it was read, or one that takes something away: then it is a part of the total.
function isPartOfMore(readings: readonly SheetSums[], total: number): boolean {
  if (total < 0) return readings.some(({ figures }) => figures.some((one) => one.role === 'rounding'));
  return readings.some(({ figures }) =>
    figures.some((one) => partners.includes(one.role) && cents(one.value) > 1.3 * total),
  );
}

const partners: readonly Role[] = ['total', 'payable', 'net', 'subtotal'];

// The lines alone, or with additions and deductions.
function linesAddUp({ figures, itemSum }: SheetSums, total: number): boolean {
  if (itemSum === null) return false;
  const parts = figures.filter(({ role }) => role !== 'subtotal' && role !== 'net');
  return possibleBreakdowns(parts, itemSum).some((one) => isNear(one.total, total));
}

// Cash tendered, less the change given.
function matchesCash(figures: readonly Figure[], total: number): boolean {
  const of = (role: Role) => figures.filter((figure) => figure.role === role);
  const changes = of('change').map((one) => Math.abs(cents(one.value)));
  return tendered(figures).some((paid) =>
    (changes.length ? changes : [0]).some((change) => isNear(cents(paid.value) - change, total)),
  );
}

function bestBreakdown(figures: readonly Figure[], itemSum: number | null, total: number): Breakdown | null {
  const strength = (roles: Role[], value: number) =>
    value === 0
      ? 0
      : Math.max(
          -0.5,
          ...figures
            .filter((one) => roles.includes(one.role) && isNear(Math.abs(cents(one.value)), Math.abs(value)))
            .map((one) => one.strength),
        );
  const worth = (one: Breakdown) =>
    strength(['subtotal', 'net'], one.subtotal) +
    strength(['tax'], one.tax) +
    strength(['discount'], one.discount) +
    (one.charges === 0 ? 0 : -1) -
    0.3 * one.parts;
  const fitting = possibleBreakdowns(figures, itemSum).filter((one) => isNear(one.total, total));
  return fitting.toSorted((a, b) => worth(b) - worth(a))[0] ?? null;
}

type Parts = {
  sums: Pick<Sums, 'subtotal' | 'discount' | 'tax' | 'rounding' | 'charges'>;
  confidence: Pick<Sums['confidence'], 'subtotal' | 'discount' | 'tax'>;
};

function sumsFromBreakdown(one: Breakdown, figures: readonly Figure[]): Parts {
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

function unprovenSums(figures: readonly Figure[], total: number | null): Parts {
  const subtotal = strongestOf(figures, 'subtotal');
  const tax = strongestOf(figures, 'tax');
  const tooMuch = tax !== null && total !== null && Math.abs(tax * 100) >= Math.abs(total) * 0.6;
  const discount = strongestOf(figures, 'discount');
  return {
    sums: {
      subtotal,
      discount: discount === null ? null : Math.abs(discount),
      tax: tooMuch || !isWithin(tax, subtotal, total) ? null : tax,
      rounding: 0,
      charges: strongestOf(figures, 'charge'),
    },
    confidence: { subtotal: 0.55, discount: 0.5, tax: 0.5 },
  };
}

// A tax that does not lead from the subtotal to the total was misread, one of the three; unless it is inside both.
function isWithin(tax: number | null, subtotal: number | null, total: number | null): boolean {
  if (tax === null || subtotal === null || total === null) return true;
  const left = total - cents(subtotal);
  return isNear(left, cents(tax)) || isNear(left, 0);
}

function strongestOf(figures: readonly Figure[], role: Role): number | null {
  const votes: Votes = new Map();
  for (const figure of figures) if (figure.role === role) vote(votes, cents(figure.value), figure.strength);
  const first = [...votes].toSorted((a, b) => Number(b[0] !== 0) - Number(a[0] !== 0) || b[1] - a[1])[0];
  return first ? first[0] / 100 : null;
}
