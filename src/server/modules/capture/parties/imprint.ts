import { type Cell, heightOf, type Row, type Sheet } from '../layout/sheet.ts';
import { hostsIn } from './contacts.ts';
import { canBeName, cleanName, hasLegalForm, leadingCompany, looksLikeAddress } from './names.ts';

/** A name in the small print; `score` as for the other places of a sender's name. */
type ImprintName = { name: string; score: number };

type ImprintMark = 'tax' | 'register' | 'seat' | 'head' | 'bank' | 'web' | 'phone';
const marks: readonly [ImprintMark, RegExp][] = [
  ['register', /\b(?:hr[ab]|rcs|siret|siren|kvk|cin|rc|cac|bn|krs|reg(?:istration)?\.? no)\b\D{0,20}\d{3}/i],
  ['register', /\b(?:amtsgericht|registergericht|handelsregister|trade register|companies house)\b/i],
  ['seat', /\b(?:si[eè]ge social|(?:regd?\.?|registered|corporate|head) office|registered in)\b/i],
  ['seat', /\b(?:au capital de|capital social|share capital|stammkapital)\b/i],
  ['head', /\b(?:gesch[aä]ftsf\w*|vorstand|aufsichtsrat|managing director|directors|g[ée]rante?)\b/i],
  ['bank', /\b(?:iban|bic|swift|blz|sort code|kto)\b/i],
  ['phone', /\b(?:tel|fax|phone|telefon|telefax|t[ée]l)\b/i],
];
const taxNumber =
  /\b(?:vat|tin|gstin|gst|u\.?st\W?id\w*|tva|btw|iva|nip|steuer\W?n\w*|tax)\b[^\d%]{0,28}(\d[\d./ -]+)/i;
const ofRecipient = /\b(?:ihre?|your|uw|votre|vos|su|customer|client|kunden?|buyer)\b/i;
const companyMarks: readonly ImprintMark[] = ['tax', 'register', 'seat', 'head'];

function marksOf({ text }: Cell): ImprintMark[] {
  if (ofRecipient.test(text)) return [];
  const digits = taxNumber.exec(text)?.[1]?.replace(/\D/g, '').length ?? 0;
  return [
    ...marks.flatMap(([mark, pattern]) => (pattern.test(text) ? [mark] : [])),
    ...(digits >= 8 ? (['tax'] as const) : []),
    ...(hostsIn(text).length > 0 ? (['web'] as const) : []),
  ];
}

// Names are compared with each other, and a hostile page may hold any number of companies.
const MAX_NAMES = 40;

/** Names in the imprint at the foot of a page: beside register, tax number, seat, bank. */
export function findImprintNames(sheet: Sheet): ImprintName[] {
  const pages = [...new Set(sheet.rows.map((row) => row.page))];
  return pages
    .flatMap((page) => blocksOf(lowerHalf(sheet.rows.filter((row) => row.page === page))))
    .flatMap(namesIn)
    .slice(0, MAX_NAMES);
}

function lowerHalf(rows: readonly Row[]): Row[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || rows.length < 8) return [];
  const middle = (first.top + last.bottom) / 2;
  return rows.filter((row) => row.top > middle);
}

function blocksOf(rows: readonly Row[]): Row[][] {
  const blocks: Row[][] = [];
  for (const row of rows) {
    const block = blocks.at(-1);
    const above = block?.at(-1);
    if (block && above && row.top - above.bottom < 3.5 * heightOf(row)) block.push(row);
    else blocks.push([row]);
  }
  return blocks;
}

function namesIn(block: Row[]): ImprintName[] {
  const found = block.map((row) => row.cells.flatMap(marksOf));
  const kinds = new Set(found.flat());
  const isCompany = companyMarks.some((mark) => kinds.has(mark));
  if (kinds.size < (isCompany ? 2 : 3)) return [];
  const first = found.findIndex((row) => row.length > 0);
  const weight = 2 + 0.6 * Math.min(4, kinds.size);
  const near = block.filter(
    (_, at) => at >= first - 2 && found.slice(Math.max(0, at - 3), at + 4).flat().length > 0,
  );
  return near.flatMap((row) => [
    ...row.cells.flatMap((cell) => companyIn(cell, weight)),
    ...nameAboveLegalForm(row, block[block.indexOf(row) + 1], block[block.indexOf(row) + 2], weight),
  ]);
}

const isBank = (name: string) => /bank|banque|banca|banco|sparkasse/i.test(name);

function companyIn({ text }: Cell, weight: number): ImprintName[] {
  if (/\b(?:powered|software|printed|designed) by\b/i.test(text) || ofRecipient.test(text)) return [];
  const name = leadingCompany(text.replace(/^[^:]{4,24}(?:office|social)\s*:\s*/i, ''));
  return name && canBeName(name) && !isBank(name) ? [{ name: cleanName(name), score: weight + 1.4 }] : [];
}

// A name alone in its row, and in the next two its legal form with the capital: "Ltd, share capital …".
function nameAboveLegalForm(
  row: Row,
  next: Row | undefined,
  second: Row | undefined,
  weight: number,
): ImprintName[] {
  const [cell] = row.cells;
  if (!cell || row.cells.length > 1 || hasLegalForm(cell.text) || !canBeName(cell.text)) return [];
  const says = [next, second].some(
    (one) => one && /\bcapital\b|stammkapital/i.test(one.text) && hasLegalForm(one.text),
  );
  return says && !isBank(cell.text) ? [{ name: cleanName(cell.text), score: weight + 1.4 }] : [];
}

/** Return addresses in the line above an envelope window: name, street and town between separators. "Product designer" is none. */
export function returnAddresses(rows: readonly Row[]): ImprintName[] {
  return rows.flatMap((row) =>
    row.cells.flatMap(({ text }) => {
      const [name = '', ...rest] = text.split(/\s+[-–—|•·*]\s+/);
      const isLine =
        rest.length >= 2 &&
        !/\d[.,]\d{2}(?!\d)/.test(row.text) &&
        rest.some((part) => looksLikeAddress(part) || /\d/.test(part));
      return isLine && canBeName(name) && !/ \p{Ll}{4,}/u.test(name)
        ? [{ name: cleanName(name), score: hasLegalForm(name) ? 4.6 : 3.2 }]
        : [];
    }),
  );
}
