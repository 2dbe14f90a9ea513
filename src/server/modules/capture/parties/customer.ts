import { findLabelled, type LabelledValue } from '../layout/labelled-values.ts';
import type { Row, Sheet } from '../layout/sheet.ts';
import { isTitled } from '../text/label-phrases.ts';
import { type Address, addressesIn } from './addresses.ts';
import { emailIn, phoneIn } from './contacts.ts';
import {
  accountLabels,
  buyerLabels,
  isMetered,
  isOnlyLabels,
  isReceived,
  nameAt,
  payerLabels,
} from './labelled-name.ts';
import {
  canBeName,
  cleanName,
  hasLegalForm,
  isOffice,
  looksLikeTrade,
  type NameWithConfidence,
  sameName,
} from './names.ts';

type Customer = { name: NameWithConfidence | null; email: string | null; phone: string | null };

/** Recipient of the invoice: only where a label states it. */
export function customerOf(sheet: Sheet, isOurs: (text: string) => boolean): Customer {
  const end = sheet.rows.findIndex(({ text }) => REGARDS.test(text));
  const labels = [
    ...buyerLabels,
    ...(isMetered(sheet) ? accountLabels : []),
    ...(isReceived(sheet) ? payerLabels : []),
  ];
  const places = findLabelled(sheet, labels)
    .filter(({ row }) => end < 0 || row < end)
    .toSorted((a, b) => b.strength - a.strength || payerFirst(a, b) || a.row - b.row);
  const office = addressee(sheet.rows, isOurs);
  for (const place of places) {
    // "Bill for generator servicing" heads a letter to a named office.
    if (office !== null && /\bfor\b/i.test(place.cell.text)) continue;
    const name = firmOf(sheet, place) ?? nameAt(place, canBeCustomer);
    if (!name || isOurs(name)) continue;
    const block = [lineOf(sheet, place), ...place.under.slice(0, 5)];
    const confidence = place.strength === 1 ? 0.9 : 0.7;
    return {
      name: { name, confidence },
      email: firstOf(block, emailIn, isOurs),
      phone: firstOf(block, phoneIn, isOurs),
    };
  }
  return { name: office === null ? null : { name: office, confidence: 0.6 }, email: null, phone: null };
}

/** Whether a label says that one of ours is who buys: the paper is a supplier's. */
export const namesAsBuyer = (sheet: Sheet, isOurs: (text: string) => boolean): boolean =>
  findLabelled(sheet, buyerLabels).some((place) => place.strength === 1 && isOurs(nameAt(place) ?? ''));

const lineOf = ({ rows }: Sheet, { row, cell }: LabelledValue): string =>
  (rows[row]?.cells ?? [])
    .filter(({ left }) => left >= cell.left)
    .map(({ text }) => text)
    .join(' ');

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

// A letter names the office it goes to, and below it whose.
function addressee(rows: readonly Row[], isOurs: (text: string) => boolean): string | null {
  const top = rows.slice(0, 16);
  for (const [at, row] of top.entries())
    for (const cell of row.cells) {
      const below = top[at + 1]?.cells.find(({ left }) => Math.abs(left - cell.left) < 35);
      if (!below || !isOffice(cell.text) || !/,$|^the /i.test(cell.text)) continue;
      const name = cleanName(below.text);
      if (canBeCustomer(name) && !isOurs(name) && !isOnlyLabels(name)) return name;
    }
  return null;
}

/**
 * The name above an address that no label names: of a letter's the last before its greeting, else the second of two. Of two side by
 * side the sender's is the one with his telephone or tax number, or the left.
 */
export function addressed(
  head: readonly Row[],
  isNobody: (text: string) => boolean,
): NameWithConfidence | null {
  const greeting = head.findIndex(({ text }) => /^dear\b/i.test(text));
  const found = addressesIn(greeting < 0 ? head : head.slice(0, greeting));
  const [first, second, ...more] = found;
  if (greeting >= 0) return nameOf(found.findLast(({ row, name }) => row > 0 && !isNobody(name)));
  if (!first || !second || more.length > 0 || sameName(first.name, second.name)) return null;
  const isTurned = second.row - first.row < 2 && second.isReached && !first.isReached;
  return nameOf([isTurned ? first : second].find(({ name }) => !isNobody(name)));
}

const nameOf = (address: Address | undefined): NameWithConfidence | null =>
  address ? { name: address.name, confidence: 0.6 } : null;

const THANKS =
  /\bthank(?:s| you) for (?:shopping|choosing|(?:your|the) (?:order|purchase|patronage|business|booking))|\byour (?:invoice|receipt|bill|order)\b/i;

// "Hello Glow Hub Beauty Store,": a firm or a person with a title is no clerk; who is thanked for an order is whoever made it.
export function greeted(rows: readonly Row[], isOurs: (text: string) => boolean): NameWithConfidence | null {
  const top = rows.slice(0, 12);
  const names = top.flatMap(({ text }, at) => {
    const [, name, rest = ''] =
      /^(?:hello|hi|dear|good (?:day|morning|afternoon|evening)) ([^,!]{3,60})(?:[,!](.*))?$/i.exec(text) ??
      [];
    if (!name) return [];
    const isThanked = THANKS.test(`${rest} ${top[at + 1]?.text ?? ''}`);
    const isNamed =
      looksLikeTrade(name) || hasLegalForm(name) || (/^(?!sir|madam)\S+ \S/i.test(name) && isTitled(name));
    return isThanked || (rest === '' && isNamed) ? [name] : [];
  });
  const name = names.find((one) => canBeName(one) && !isOurs(one));
  return name ? { name: cleanName(name), confidence: 0.6 } : null;
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
