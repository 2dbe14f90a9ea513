import { addDays } from '#core/dates.ts';
import { sameDescription, sameName, type Tolerance } from './compare.ts';
import type { Expected } from './cases.ts';
import type { Answered } from './score.ts';

/** Parts of a task that is no draft, by their names in an answer's outcome. */
const PARTS = ['payment', 'quote', 'promise', 'credit', 'writeOff', 'withholding', 'change'] as const;
type Part = (typeof PARTS)[number];
type Values = Record<string, unknown>;

/** Values that were left out need not be null where the records of the example may have told it. */
type Ease = Tolerance & { known: boolean; today: string };

/** Names of the parts that are not as expected. */
export const wrongParts = (expected: Expected, got: Answered, ease: Ease): string[] =>
  PARTS.filter((part) => {
    const want = expected[part];
    if (want === undefined) return false;
    const have: unknown = part === 'quote' ? quoteOf(got, ease.today) : got[part];
    if (want === null) return have !== undefined;
    if (typeof want === 'string') return have !== want;
    return !isValues(have) || !samePart(part, want, have, ease);
  });

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

// Its lines are the draft's; more parts than a deposit and the rest are not told yet.
function quoteOf({ draft }: Answered, today: string): Values | undefined {
  if (!draft?.quote) return undefined;
  const { quote: kind, deposit, validDays } = draft;
  return {
    kind,
    validUntil: validDays ? addDays(today, validDays) : null,
    deposit: deposit ? JSON.stringify({ [deposit.type]: deposit.value }) : null,
  };
}

const UNSCORED: Partial<Record<Part, readonly string[]>> = {
  payment: ['date', 'reference', 'currency'],
  credit: ['reason'],
};

function samePart(part: Part, want: Values, have: Values, ease: Ease): boolean {
  return Object.entries(want).every(([key, value]) => {
    const got = have[key] ?? null;
    if (part === 'quote' && key === 'parts') return true;
    if (part === 'quote' && isValues(value)) return JSON.stringify(value) === got;
    const isOpen = value === null && (ease.known || UNSCORED[part]?.includes(key));
    if (isOpen || (key === 'amount' && want['items']) || (key === 'rate' && value === null)) return true;
    // The other of a rate and a sum is reckoned.
    if (part === 'withholding' && value === null && (key === 'percent' ? want['amount'] : want['percent']))
      return true;
    if (key === 'customerName') return sameName(textOf(value), textOf(got), ease);
    if (key === 'invoiceNumber') return digitsOf(value) === digitsOf(got);
    if (key === 'items') return sameItems(value, got, ease);
    return value === got;
  });
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const digitsOf = (value: unknown): string | null => textOf(value)?.replace(/^.*?0*(\d+)\D*$/, '$1') ?? null;

function sameItems(want: unknown, got: unknown, ease: Ease): boolean {
  if (!Array.isArray(want)) return !Array.isArray(got) || got.length === 0;
  if (!Array.isArray(got) || got.length !== want.length) return false;
  const open = [...got];
  return want.every((one) => {
    const at = open.findIndex(
      (other) =>
        isValues(one) &&
        isValues(other) &&
        sameDescription(textOf(one['description']), textOf(other['description']), ease) &&
        one['quantity'] === other['quantity'],
    );
    if (at >= 0) open.splice(at, 1);
    return at >= 0;
  });
}
