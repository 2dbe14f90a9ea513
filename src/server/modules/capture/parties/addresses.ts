import { type Cell, heightOf, type Row } from '../layout/sheet.ts';
import { emailIn, phoneIn } from './contacts.ts';
import { isOnlyLabels } from './labelled-name.ts';
import { canBeName, cleanName, looksLikeAddress } from './names.ts';

/** Lines of a column that follow closely. */
type Block = { row: number; cells: Cell[] };

/** A name and the address below it; `isReached` where telephone, mail or tax number stand there, too. */
export type Address = { name: string; row: number; left: number; isReached: boolean };

/** Names above addresses in the first of the rows, as they follow. */
export function addressesIn(rows: readonly Row[]): Address[] {
  const blocks: Block[] = [];
  for (const [at, row] of rows.entries())
    for (const cell of row.cells) {
      const block = blocks.findLast((one) => goesOn(one, row, cell));
      if (block) block.cells.push(cell);
      else blocks.push({ row: at, cells: [cell] });
    }
  return blocks.flatMap(addressOf);
}

// By its own edges: beside a name a row may hold a letterhead twice as high.
function goesOn({ cells }: Block, row: Row, cell: Cell): boolean {
  const above = cells.at(-1);
  const gap = above ? topOf(cell) - bottomOf(above) : Infinity;
  if (!above || Math.abs(gap) > heightOf(row)) return false;
  const [left, right] = [Math.abs(above.left - cell.left), Math.abs(above.right - cell.right)];
  const isCentred = Math.abs(above.left + above.right - cell.left - cell.right) < 30;
  return left < 20 || right < 12 || isCentred;
}

// "0042-118-77 OKAFOR IKENNA": an account's number before its holder.
const CODE = /^\d[\d/-]{3,}\s+(?=\p{Lu})/u;
const TAX_NUMBER = /\b(?:rc|tin|vat|gstin|ust|siret|ifu)\b\D{0,12}\d/i;
const SITE = /\b(?:office|branch|outlet|campus|terminal)\b/i;
const WORDS = /^\P{N}*\p{L}\P{N}* \P{N}*\p{L}\P{N}*$/u;
const TOWN = /^\p{Lu}[\p{L}' -]{2,24}(?:, \p{Lu}[\p{L}' -]{2,24}){1,2}\.?$/u;

function addressOf({ row, cells: [first, ...lines] }: Block): Address[] {
  if (!first || lines.length === 0) return [];
  const text = first.text.replace(CODE, '');
  const name = cleanName(text);
  const isName = canBeName(text) && WORDS.test(name) && !TOWN.test(text) && !SITE.test(text);
  const isReached = lines.some((line) => isContact(line.text));
  if (!isName || isOnlyLabels(name) || !(isReached || lines.some(isPlace))) return [];
  return [{ name, row, left: first.left, isReached }];
}

const topOf = ({ words }: Cell) => Math.min(...words.map(({ y }) => y));
const bottomOf = ({ words }: Cell) => Math.max(...words.map(({ y, height }) => y + height));
const isPlace = ({ text, words }: Cell) => words.length > 1 && (looksLikeAddress(text) || TOWN.test(text));
const isContact = (text: string) => TAX_NUMBER.test(text) || emailIn(text) !== null || phoneIn(text) !== null;
