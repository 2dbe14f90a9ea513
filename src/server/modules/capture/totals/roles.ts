import { type Concept, conceptsOf, meaningOf } from '../text/concepts.ts';
import { foldConfusables } from '../text/normalize.ts';

/**
 * Role of an amount. `payable` may be after payments, `balance` is; `net` is before tax or final, by context.
 */
export type Role =
  | 'total'
  | 'payable'
  | 'balance'
  | 'net'
  | 'subtotal'
  | 'tax'
  | 'discount'
  | 'charge'
  | 'commission'
  | 'withholding'
  | 'paid'
  | 'cash'
  | 'change'
  | 'rounding'
  | 'none';

/** Roles that a total may have. */
export const final: readonly Role[] = ['total', 'payable', 'net'];

/** `strength` 0 to 1: how clearly the words state it. */
export type Label = { role: Role; strength: number };

const MIN_COVERAGE = 0.5;

const carried =
  /\b(?:carried|brought) ?(?:forward|fwd|down|over)\b|\b[cb] ?\/ ?[fd]\b|\bfrom previous page\b|\bübertrag\b|\bà reporter\b|\breport (?:de la page|à nouveau)\b/i;

/** Whether a row only takes a sum from one page to the next: no line, and no sum of the document. */
export const isCarried = (text: string): boolean => carried.test(text);

// A landlord's, which is given back one day: a line of the bill.
const securities = /\b(?:caution|security|refundable) deposit\b/i;

const packs = /\btotal (?:no\.? of )?(?:cartons?|ctns?|bags?|boxes|packs|pieces|packages)\b/i;

/** Role a label gives its amount; null where it is no label of an amount. */
export function labelOf(text: string): Label | null {
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length < 2 || securities.test(text)) return null;
  if (packs.test(text)) return { role: 'none', strength: 1 };
  const { concepts, coverage } = meaningOf(text.replace(/\bto be paid\b/i, 'payable'));
  if ((coverage < MIN_COVERAGE && !(coverage > 0.3 && isEdged(text))) || concepts.size === 0) return null;
  const has: Has = (concept) => concepts.has(concept);
  const role = isTaxOn(text) ? taxOf(has) : roleOf(has);
  return role && { ...role, strength: role.strength * (0.5 + 0.5 * coverage) };
}

/** In words; more make a sentence. */
const LONGEST_LABEL = 7;
const leading: readonly Concept[] = ['total', 'balance', 'withholding', 'discount', 'paid', 'net', 'charge'];
const ending: readonly Concept[] = ['total', 'payable', 'discount'];

// "Project total", "Balance on collection", "Please pay", "Discount (early bird)".
const isEdged = (text: string): boolean => {
  const words = foldConfusables(text.replace(/^\W*less\b/i, ''))
    .trim()
    .split(' ')
    .map(conceptsOf);
  const [first, last] = [words[0] ?? [], words.at(-1) ?? []];
  if (words.length > LONGEST_LABEL) return false;
  return (
    leading.some((concept) => first.includes(concept)) || ending.some((concept) => last.includes(concept))
  );
};

// "VAT on agency fee", "Value Added Tax of item 1", "VAT incl. in total".
const isTaxOn = (text: string): boolean => {
  const words = foldConfusables(text).replace(/^(?:(?:add|less|value|added|sales) )+/, '');
  const [first = ''] = words.split(' ');
  return conceptsOf(first).includes('tax') && /^\S+ (?:on|of|(?:lncl\S* )?ln)\b/.test(words);
};

type Has = (concept: Concept) => boolean;

function roleOf(has: Has): Label | null {
  const isSum = has('total') || has('gross') || has('amount') || has('grand');
  if (has('saved') || has('words')) return { role: 'none', strength: 1 };
  if (has('quantity') && !has('payable')) return { role: 'none', strength: 1 };
  const isShare = has('discount') || has('tax');
  if (has('rate') && !has('total') && !has('payable') && !isShare) return { role: 'none', strength: 0.8 };
  if (has('item') && !has('gross') && !has('sub') && !has('exclusive'))
    return { role: 'none', strength: 0.5 };
  return specialRole(has, isSum) ?? sumRole(has, isSum);
}

function specialRole(has: Has, isSum: boolean): Label | null {
  if (has('change')) return { role: 'change', strength: 1 };
  if (has('rounding')) {
    const after = has('total') && !has('discount');
    return after ? { role: 'total', strength: 1 } : { role: 'rounding', strength: 1 };
  }
  if (has('commission')) return { role: has('fee') ? 'charge' : 'commission', strength: 1 };
  if (has('withholding')) return { role: 'withholding', strength: 1 };
  if (has('discount')) {
    if (has('inclusive') && isSum) return { role: 'net', strength: 0.8 };
    if (has('exclusive') && isSum) return { role: 'subtotal', strength: 0.9 };
    return { role: 'discount', strength: 1 };
  }
  if (has('payable') && (isSum || has('balance') || has('net'))) return { role: 'payable', strength: 1 };
  if (has('paid') && !has('payable')) return { role: 'paid', strength: 0.9 };
  if (has('cash') && !has('payable')) return { role: 'cash', strength: 1 };
  if (has('charge') || (has('service') && has('fee')))
    return has('tax') && isSum ? null : { role: 'charge', strength: 0.9 };
  return null;
}

function sumRole(has: Has, isSum: boolean): Label | null {
  if (has('sub') || (has('subpart') && isSum)) return { role: 'subtotal', strength: 1 };
  if (has('exclusive') && (isSum || has('net') || has('tax'))) return { role: 'subtotal', strength: 1 };
  if (has('gross')) return { role: 'total', strength: 1 };
  if (has('inclusive') && has('total')) return { role: 'total', strength: 1 };
  if (has('inclusive') && has('amount') && has('tax')) return { role: 'total', strength: 0.8 };
  if (has('tax')) return taxOf(has);
  if (has('net')) return { role: 'net', strength: isSum ? 0.9 : 0.6 };
  if (has('payable')) return { role: 'payable', strength: 0.5 };
  if (has('balance')) return { role: 'balance', strength: 0.9 };
  if (has('total')) return { role: 'total', strength: has('grand') || has('amount') ? 1 : 0.85 };
  if (has('amount') && !has('unit') && !has('rate'))
    return { role: 'total', strength: has('grand') ? 0.9 : 0.45 };
  return null;
}

function taxOf(has: Has): Label | null {
  if (has('number') || (has('grand') && !has('total'))) return { role: 'none', strength: 1 };
  return { role: 'tax', strength: has('summary') ? 0.4 : 0.9 };
}
