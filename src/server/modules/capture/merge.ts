import type { Extraction } from '#contract/assistant.ts';
import { addsUp } from './join.ts';
import { sameName } from './names.ts';
import { lookAlone, type SecondLook } from './second-look.ts';
import { told } from './warnings.ts';

const UNSURE = 0.6;
const SEEN_ONCE = 0.55;
const AGREED = 0.97;
const LESS_SURE = 0.25;

const cents = (value: number | null) => Math.round((value ?? 0) * 100);
const sure = ({ confidence }: Extraction, field: string) => confidence[field] ?? 1;

/**
 * Merges our own reading with the model's. Where ours is empty or unsure and the model's figures add up, the
 * model's is used; where both differ, ours stays with less confidence and a warning. `isOurs` keeps us from
 * billing ourselves.
 */
export function merge(
  own: Extraction | null,
  look: SecondLook | null,
  isOurs: (text: string) => boolean,
): Extraction | null {
  if (!look?.isInvoice) return own;
  const seen = {
    ...look,
    customerName: look.customerName && !isOurs(look.customerName) ? look.customerName : null,
  };
  const empty = { ...lookAlone(seen), ...nothing };
  return withMoney(withWords(own ?? empty, seen), seen);
}

const words = [
  'customerName',
  'vendorName',
  'invoiceNumber',
  'date',
  'dueDate',
  'currency',
  'customerEmail',
  'customerPhone',
] as const;
const titles: Partial<Record<(typeof words)[number], string>> = {
  customerName: 'the customer',
  date: 'the date',
  dueDate: 'the due date',
  currency: 'the currency',
};
const nothing = {
  ...(Object.fromEntries(words.map((field) => [field, null])) as Pick<Extraction, (typeof words)[number]>),
  items: [],
  subtotal: null,
  discount: null,
  tax: null,
  total: null,
  withholding: null,
  amountPaid: null,
};

function withWords(own: Extraction, look: SecondLook): Extraction {
  const confidence = { ...own.confidence };
  const taken: Partial<Extraction> = {};
  const differing: string[] = [];
  for (const field of words) {
    const [mine, other] = [own[field], look[field]];
    if (other === null) continue;
    if (mine !== null && sameWords(mine, other)) {
      confidence[field] = Math.max(sure(own, field), AGREED);
      continue;
    }
    const title = titles[field];
    if (mine !== null && title) differing.push(title);
    if (mine === null || sure(own, field) < UNSURE) {
      taken[field] = other;
      confidence[field] = SEEN_ONCE;
    } else confidence[field] = Math.max(0.1, sure(own, field) - LESS_SURE);
  }
  const warnings =
    differing.length > 0
      ? [...own.warnings, `Two readings of this paper differ about ${listed(differing)}. Please check.`]
      : own.warnings;
  return { ...own, ...taken, confidence, warnings };
}

const sameWords = (one: string, other: string) =>
  one.toLowerCase() === other.toLowerCase() || sameName(one, other);
const listed = (parts: string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');

const money = ['subtotal', 'discount', 'tax', 'total', 'withholding', 'amountPaid'] as const;

function withMoney(own: Extraction, look: SecondLook): Extraction {
  if (look.total === null) return withItems(own, look);
  if (own.total !== null && cents(own.total) === cents(look.total))
    return withItems(
      { ...own, confidence: { ...own.confidence, total: Math.max(sure(own, 'total'), AGREED) } },
      look,
    );
  const mayTake = own.total === null || sure(own, 'total') < UNSURE;
  const warning = `A second reading saw ${told(look.total, own.currency ?? look.currency)} as the total. Please check it.`;
  if (mayTake && closes(look)) {
    const sums = Object.fromEntries(money.map((field) => [field, look[field]]));
    const total = isProved(look) ? 0.8 : SEEN_ONCE;
    const warnings = own.total === null ? own.warnings : [...own.warnings, warning];
    return { ...own, ...sums, items: look.items, confidence: { ...own.confidence, total }, warnings };
  }
  if (own.total === null) return own;
  const total = Math.max(0.1, sure(own, 'total') - LESS_SURE);
  return { ...own, confidence: { ...own.confidence, total }, warnings: [...own.warnings, warning] };
}

/** The model's lines where ours are missing or do not add up, and the model's do. */
function withItems(own: Extraction, look: SecondLook): Extraction {
  if (look.items.length === 0 || (own.items.length > 0 && addsUp(own.items, own))) return own;
  return addsUp(look.items, own) ? { ...own, items: look.items } : own;
}

/** Whether nothing among the figures contradicts the total. */
function closes(look: SecondLook): boolean {
  const { subtotal, discount, tax, total, items } = look;
  const made = cents(subtotal) - Math.abs(cents(discount)) + cents(tax);
  const sumsClose =
    subtotal === null ||
    Math.abs(made - cents(total)) <= 2 ||
    cents(subtotal) - Math.abs(cents(discount)) === cents(total);
  return sumsClose && (items.length === 0 || addsUp(items, look)) && cents(total) > 0;
}

const isProved = ({ subtotal, items }: SecondLook) => subtotal !== null || items.length > 1;
