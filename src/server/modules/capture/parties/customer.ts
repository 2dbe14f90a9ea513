import { findLabelled, type LabelledValue } from '../layout/labelled-values.ts';
import { heightOf, type Row, type Sheet } from '../layout/sheet.ts';
import { foldText } from '../text/normalize.ts';
import { emailIn, phoneIn } from './contacts.ts';
import { accountLabels, buyerLabels, isMetered, isOnlyLabels, nameAt } from './labelled-name.ts';
import { canBeName, cleanName, hasLegalForm, looksLikeTrade, type NameWithConfidence } from './names.ts';

type Customer = { name: NameWithConfidence | null; email: string | null; phone: string | null };

/** Recipient of the invoice: only where a label states it. */
export function customerOf(sheet: Sheet, isOurs: (text: string) => boolean): Customer {
  const end = sheet.rows.findIndex(({ text }) => REGARDS.test(text));
  const places = findLabelled(sheet, isMetered(sheet) ? [...buyerLabels, ...accountLabels] : buyerLabels)
    .filter(({ row }) => end < 0 || row < end)
    .toSorted((a, b) => b.strength - a.strength || payerFirst(a, b) || a.row - b.row);
  for (const place of places) {
    const name = firmOf(sheet, place) ?? nameAt(place, canBeCustomer);
    if (!name || isOurs(name)) continue;
    const block = [place.beside ?? '', ...place.under.slice(0, 5)];
    const confidence = place.strength === 1 ? 0.9 : 0.7;
    return {
      name: { name, confidence },
      email: firstOf(block, emailIn, isOurs),
      phone: firstOf(block, phoneIn, isOurs),
    };
  }
  const name = addressee(sheet.rows, isOurs) ?? addressed(sheet.rows, isOurs) ?? greeted(sheet.rows, isOurs);
  return { name: name === null ? null : { name, confidence: 0.6 }, email: null, phone: null };
}

/** Below it the sender signs: "For: Okafor & Partners". */
const REGARDS = /^\W*yours (?:faithfully|sincerely|truly)\b/i;

// A patient may be billed to an insurer.
const PAYER = /\b(?:bill(?:ed)?|invoiced?|sold|charged?)\b/i;
const payerFirst = (a: LabelledValue, b: LabelledValue) =>
  Number(PAYER.test(b.cell.text)) - Number(PAYER.test(a.cell.text));

// A firm stands above the person whose attention is asked for.
function firmOf({ rows }: Sheet, { cell, row }: LabelledValue): string | null {
  if (!/^\W*att(?:n|ention)\b/i.test(cell.text)) return null;
  const above = rows[row - 1]?.cells.find(({ left }) => Math.abs(left - cell.left) < 35)?.text ?? '';
  return hasLegalForm(above) && canBeName(above) ? cleanName(above) : null;
}

const OFFICE =
  /^(?:the |attn:? (?:the )?)?(?:\p{L}+ )?(?:director|manager|proprietor|proprietress|principal|chairman|chairperson|secretary|bursar|registrar|rector|provost|administrator|accountant|md|ceo)$/u;

// A letter names the office it goes to, and below it whose.
function addressee(rows: readonly Row[], isOurs: (text: string) => boolean): string | null {
  const top = rows.slice(0, 16);
  for (const [at, row] of top.entries())
    for (const cell of row.cells) {
      const below = top[at + 1]?.cells.find(({ left }) => Math.abs(left - cell.left) < 35);
      if (!below || !OFFICE.test(foldText(cell.text)) || !/,$|^the /i.test(cell.text)) continue;
      const name = cleanName(below.text);
      if (canBeName(below.text) && !isOurs(name) && !isOnlyLabels(name)) return name;
    }
  return null;
}

// A letter has two addresses above "Dear": the second, where that begins, is whose it is.
function addressed(rows: readonly Row[], isOurs: (text: string) => boolean): string | null {
  const end = rows.slice(0, 20).findIndex(({ text }) => /^dear\b/i.test(text));
  const greeting = rows[end];
  if (!greeting) return null;
  const blocks: Row[][] = [];
  for (const [at, row] of rows.slice(0, end).entries()) {
    if (at === 0 || Math.abs(row.left - greeting.left) > 35) continue;
    const last = blocks.at(-1)?.at(-1);
    if (last && row.top - last.bottom < 0.8 * heightOf(row)) blocks.at(-1)?.push(row);
    else blocks.push([row]);
  }
  const names = blocks.filter(({ length }) => length > 1).map(([first]) => first?.cells[0]?.text ?? '');
  const name = names.find((one) => canBeName(one) && !isOurs(one) && !isOnlyLabels(one));
  return name === undefined ? null : cleanName(name);
}

const THANKS =
  /\bthank(?:s| you) for (?:shopping|choosing|(?:your|the) (?:order|purchase|patronage|business|booking))/i;

// "Hello Glow Hub Beauty Store,": a firm is named so that it can be no clerk; who is thanked for an order is whoever made it.
function greeted(rows: readonly Row[], isOurs: (text: string) => boolean): string | null {
  const top = rows.slice(0, 12);
  const names = top.flatMap(({ text }, at) => {
    const [, name, rest = ''] = /^(?:hello|hi|dear) ([^,!]{3,60})[,!](.*)$/i.exec(text) ?? [];
    if (!name) return [];
    const isThanked = THANKS.test(`${rest} ${top[at + 1]?.text ?? ''}`);
    return isThanked || (rest === '' && (looksLikeTrade(name) || hasLegalForm(name))) ? [name] : [];
  });
  const name = names.find((one) => canBeName(one) && !isOurs(one));
  return name ? cleanName(name) : null;
}

function firstOf(
  lines: readonly string[],
  find: (line: string) => string | null,
  isOurs: (text: string) => boolean,
) {
  return lines.map(find).find((found) => found !== null && !isOurs(found)) ?? null;
}

// "Unity Microfinance Bank", "Flour Mills Depot Kano": beside a customer's label neither a payee nor a street.
const BANK_OR_TOWN = / (?:bank|lagos|abuja|ibadan|kano|port harcourt)$/i;
const canBeCustomer = (text: string): boolean =>
  canBeName(text) || (text.split(' ').length > 2 && canBeName(text.replace(BANK_OR_TOWN, '')));
