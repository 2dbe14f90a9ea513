import { findLabelled } from '../layout/labelled-values.ts';
import { type Cell, heightOf, median, type Row, type Sheet } from '../layout/sheet.ts';
import { matchLabel } from '../text/label-phrases.ts';
import { foldText } from '../text/normalize.ts';
import { hostsIn } from './contacts.ts';
import { findImprintNames, returnAddresses } from './imprint.ts';
import {
  accountLabels,
  compactName,
  isLabel,
  isMetered,
  isReceived,
  nameAt,
  sellerLabels,
} from './labelled-name.ts';
import {
  canBeName,
  cleanName,
  hasLegalForm,
  isRestOfName,
  isStaff,
  looksLikeTrade,
  nameWithoutLegalForm,
  type NameWithConfidence,
  sameName,
} from './names.ts';

// A parcel is from its sender, and not from the courier who bills it; money is from who paid.
const CARRIED = /\b(?:awb|consignment|courier|parcel)\b/i;

type Candidate = { name: string; score: number };
// Candidates are compared with each other, and a hostile document may name any number.
const MAX_CANDIDATES = 40;

/** Issuer of the invoice: by its label, else the letterhead. */
export function vendorOf(
  sheet: Sheet,
  customer: string | null,
  isOurs: (text: string) => boolean,
  goods: readonly string[],
): NameWithConfidence | null {
  const hosts = sheet.rows.flatMap((row) => hostsIn(row.text));
  const billsMeter = isMetered(sheet);
  const isFromOther = isReceived(sheet) || sheet.rows.some(({ text }) => CARRIED.test(text));
  const labelledSenders = findLabelled(sheet, sellerLabels).flatMap((place) => {
    if (billsMeter && matchLabel(place.cell.text, accountLabels)) return [];
    if (isFromOther && /^\W*from\b/i.test(place.cell.text)) return [];
    const name = nameAt(place);
    // "Issued by: Patience"
    if (name && !name.includes(' ') && /\bby\b/i.test(place.cell.text)) return [];
    return name ? [{ name, score: 4 * place.strength }] : [];
  });
  const letterheadNames = letterhead(sheet);
  const senders = [...findImprintNames(sheet), ...returnAddresses(sheet.rows.slice(0, 12))];
  const candidates = [
    ...labelledSenders.slice(0, MAX_CANDIDATES),
    ...letterheadNames,
    ...senders,
    ...footers(sheet).slice(0, MAX_CANDIDATES),
    ...payees(sheet).slice(0, MAX_CANDIDATES),
    ...signatories(sheet.rows).slice(0, MAX_CANDIDATES),
  ].filter(
    ({ name }) =>
      (!customer || !sameName(name, customer)) &&
      !sheet.rows.some(({ text }) => isStaff(text, name)) &&
      !goods.some((one) => compactName(one) === compactName(name)),
  );
  const scored = candidates.map((one) => ({
    ...one,
    score:
      one.score +
      (hosts.some((host) => matchesHost(one.name, host)) ? 2.5 : 0) +
      (candidates.some((other) => other !== one && isSameParty(other.name, one.name)) ? 1 : 0) +
      (isOurs(one.name) ? 2 : 0),
  }));
  const [first, second] = scored.toSorted((a, b) => b.score - a.score);
  if (!first || first.score < 1.2) return null;
  const rival =
    scored.filter((one) => !isSameParty(one.name, first.name)).toSorted((a, b) => b.score - a.score)[0] ??
    second;
  const margin = first.score - (rival && rival !== first ? rival.score : 0);
  return {
    name: asInLetterhead(first.name, letterheadNames),
    confidence: Math.max(0.3, Math.min(0.93, 0.45 + 0.1 * margin + 0.03 * first.score)),
  };
}

const isSameParty = (a: string, b: string) =>
  sameName(a, b) || compactName(nameWithoutLegalForm(a)) === compactName(nameWithoutLegalForm(b));

// The letterhead often omits the legal form: its spelling is preferred.
const asInLetterhead = (name: string, letterheadNames: readonly Candidate[]) =>
  letterheadNames.find((head) => compactName(head.name) === compactName(nameWithoutLegalForm(name)))?.name ??
  name;

function matchesHost(name: string, host: string): boolean {
  const [letters, label] = [foldText(name).replace(/ /g, ''), host.replace(/[^a-z0-9]/g, '')];
  return label.length >= 4 && (letters.startsWith(label) || (letters.length >= 5 && label.includes(letters)));
}

function letterhead(sheet: Sheet): Candidate[] {
  const top = sheet.rows.filter((row) => row.page === 0).slice(0, 16);
  const body = top.findIndex((row, at) => at > 0 && beginsBody(row.text));
  const usual = median(sheet.rows.map(heightOf));
  let order = 0;
  return top.flatMap((row, at) =>
    row.cells.slice(0, 3).flatMap((cell) => {
      const text = inCapitals(joinBrokenName(top, at, cell, usual));
      if (!canBeName(text) || isLabel(text) || isRestOfName(cleanName(cell.text))) return [];
      const name = cleanName(text);
      const tall = median(cell.words.map((word) => word.height)) / Math.max(1, usual);
      const score =
        2.2 -
        0.3 * order +
        (hasLegalForm(text) ? 2 : looksLikeTrade(name) ? 1.2 : 0) +
        Math.max(-0.5, Math.min(1.5, 1.5 * (tall - 1))) +
        (name === name.toUpperCase() ? 0.3 : 0) -
        (name.length < 6 ? 0.6 : 0) -
        (/\d/.test(name) ? 0.4 : 0);
      order += 1;
      if (body >= 0 && at >= body) return [{ name, score: score - 1.5 }];
      return [{ name, score }];
    }),
  );
}

const beginsBody = (text: string) =>
  /\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}|\b(?:date|datum|(?:invoice|receipt|bill|doc|slip|facture)\s*(?:no|number|n°))\b/i.test(
    text,
  );
// Large letters stand far apart: in the middle of a letterhead all of a row is one name.
function widenCell(row: Row | undefined, cell: Cell): Cell {
  if (!row || row.cells[0] !== cell || row.cells.length < 2 || row.left < 60) return cell;
  const height = heightOf(row);
  const isOne = row.words.every((word, at) => {
    const before = row.words[at - 1];
    return !before || word.x - before.x - before.width < 2 * height;
  });
  return isOne ? { ...cell, text: row.text, right: row.right } : cell;
}

type Placed = { row: Row | undefined; cell: Cell };

// "EMEKA & SONS BUILDING" and close below it "MATERIALS", in the same large capitals.
function goesOn({ row, cell }: Placed, below: Placed, usual: number): boolean {
  const [height, next] = [cell, below.cell].map(({ words }) => median(words.map((word) => word.height)));
  if (!row || !below.row || !height || !next || height < 1.15 * usual) return false;
  const isNear =
    below.row.top - row.bottom < 0.6 * height &&
    Math.abs(height - next) < 0.15 * height &&
    Math.abs(cell.left - below.cell.left) < 35;
  return isNear && [cell, below.cell].every(({ text }) => CAPITALS.test(text) && !isLabel(text));
}
const CAPITALS = /^\p{Lu}[\p{Lu} &.'-]+$/u;

// "GREEN ACRES AGRO STORES Ring Road, Akure": what follows a name in capitals is a place.
function inCapitals(text: string): string {
  const [, name = '', rest = ''] =
    /^((?:[\p{Lu}&.'-]{2,}|&)(?: (?:[\p{Lu}&.'-]{2,}|&))+) (\p{Lu}\p{Ll}.*)$/u.exec(text) ?? [];
  return name.length > 10 && !hasLegalForm(rest) && !looksLikeTrade(rest) ? name : text;
}

// A name broken over two lines: "POPULAR BOOK" and "CO. (M) SDN BHD".
function joinBrokenName(rows: readonly Row[], at: number, startCell: Cell, usual: number): string {
  const [row, next] = [rows[at], rows[at + 1]];
  const cell = widenCell(row, startCell);
  const under = next?.cells.find((one) => one.left < cell.right && one.right > cell.left);
  const below = under && widenCell(next, under);
  const joins =
    below &&
    !hasLegalForm(cell.text) &&
    (isRestOfName(cleanName(below.text)) || goesOn({ row, cell }, { row: next, cell: below }, usual));
  return joins ? `${cell.text} ${below.text}` : cell.text;
}

const PAYEE =
  /(?:\ba\/?c(?:count)?\s?name|acct\.?\s?name|beneficiary(?:\s?name)?|titulaire du compte|kontoinhaber|intestatario|titular|payable to|in favou?r of)\s*[:–-]\s*(\D{3,60})/i;

// Payees, named in the middle of a line.
function payees(sheet: Sheet): Candidate[] {
  return sheet.rows.flatMap((row) => {
    const name =
      PAYEE.exec(row.text)?.[1]?.split(/\s[|–-]\s|\b(?:account|a\/c|bank|iban|acct|sort)\b/i)[0] ?? '';
    return canBeName(name) ? [{ name: cleanName(name), score: 2.6 }] : [];
  });
}

// "For Jaipur Handloom House", and below it "Authorised signatory".
const signatories = (rows: readonly Row[]): Candidate[] =>
  rows.flatMap(({ text }, at) => {
    const name = /^for:? (.{3,60})$/i.exec(text)?.[1] ?? '';
    const isSigned = rows.slice(at + 1, at + 4).some((below) => /\bauthori[sz]ed sign/i.test(below.text));
    return isSigned && canBeName(name) ? [{ name: cleanName(name), score: 2.6 }] : [];
  });

function footers(sheet: Sheet): Candidate[] {
  return sheet.rows.slice(16).flatMap((row) =>
    row.cells.flatMap((cell) => {
      const found =
        /^(.{2,50}?\b(?:GmbH|Ltd|Limited|Inc|SAS|SARL|Sarl|Sdn\.? Bhd|AG|PLC|Plc|B\.?V|S\.?r\.?l|LLC)\b\.?)/.exec(
          cell.text,
        );
      return found?.[1] && canBeName(found[1]) ? [{ name: cleanName(found[1]), score: 1.2 }] : [];
    }),
  );
}
