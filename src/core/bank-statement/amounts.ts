import { MAX_MINOR, type Minor, minor, ZERO } from '../money.ts';

const EMPTY = /^[-–—]*$/u;
const DIGITS = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d+))?$/;

/**
 * The amount of a cell in minor units: `1,250,000.00`, `₦500`, `(500)`, `-500`, `500 DR`; zero for an empty one, null for what is
 * none.
 */
export function parseAmount(cell: string): Minor | null {
  const text = cell
    .replace(/[\u2212\u2012]/g, '-')
    .replace(/(?:NGN|USD|[₦$\s'])/giu, '')
    .replace(/^N(?=[\d(.-])/i, '');
  if (EMPTY.test(text)) return ZERO;
  const { bare, negative } = signOf(text);
  const found = DIGITS.exec(bare);
  if (!found || (found[1] === undefined && found[2] === undefined)) return null;
  const [whole, fraction] = [(found[1] ?? '0').replaceAll(',', ''), found[2] ?? ''];
  if (/[1-9]/.test(fraction.slice(2)) || whole.length > 15) return null;
  const amount = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return amount > MAX_MINOR ? null : minor(negative && amount > 0 ? -amount : amount);
}

function signOf(text: string): { bare: string; negative: boolean } {
  const word = /(CR|DR|C|D)\.?$/i.exec(text);
  const rest = word ? text.slice(0, word.index) : text;
  const isNegative = /^\(.*\)$/.test(rest) || /^-|-$/.test(rest);
  const bare = rest.replace(/^\((.*)\)$/, '$1').replace(/^[-+]|[-+]$/, '');
  return { bare, negative: isNegative !== Boolean(word?.[1]?.toUpperCase().startsWith('D')) };
}

/** Sign of an amount by the cell beside it: 1 came, -1 went, 0 neither. */
export function parseDirection(cell: string): 1 | -1 | 0 {
  const word = cell
    .trim()
    .toUpperCase()
    .replace(/[^A-Z+-]/g, '');
  if (/^(CR|C|CREDIT|IN|INFLOW|INWARD|MONEYIN|DEPOSIT|\+)$/.test(word)) return 1;
  return /^(DR|D|DEBIT|OUT|OUTFLOW|OUTWARD|MONEYOUT|WITHDRAWAL|-)$/.test(word) ? -1 : 0;
}
