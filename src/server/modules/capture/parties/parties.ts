import { findLabelled, type LabelledValue } from '../layout/labelled-values.ts';
import { type Cell, heightOf, median, type Row, type Sheet } from '../layout/sheet.ts';
import { meaningOf } from '../text/concepts.ts';
import { matchLabel, phrases } from '../text/label-phrases.ts';
import { foldText } from '../text/normalize.ts';
import { emailIn, hostsIn, phoneIn } from './contacts.ts';
import { findImprintNames, returnAddresses } from './imprint.ts';
import {
  canBeName,
  cleanName,
  hasLegalForm,
  isDesk,
  isRestOfName,
  looksLikeTrade,
  nameWithoutLegalForm,
  sameName,
  saysNobody,
} from './names.ts';

/** A name with its confidence, 0 to 1. */
export type NameWithConfidence = { name: string; confidence: number };
type Customer = { name: NameWithConfidence | null; email: string | null; phone: string | null };

const buyerLabels = phrases(
  `bill to,billed to,bill to address,billing address,invoice to,invoiced to,sold to,customer,customer name,client,client name,buyer,
   issued to,charged to,credit to,guest,guest name,student,student name,pupil,pupil name,passenger,passenger name,name of student,patient,patient name,tenant,doit,purchaser,prepared for,payer,received from,m/s,messrs,name of customer,customer details,exmo s sr s,bill for,insured,receipt for,invoice for,paid by,resident,farmer,
   kunde,käufer,käufer leistungsempfänger,rechnungsempfänger,leistungsempfänger,rechnung an,auftraggeber,rechnungsadresse,destinataire,facturé à,
   adresse de facturation,cliente,destinatario,facturar a,intestatario,spett le,klant,factuuradres,nabywca,odbiorca,mottagare,kund`,
  'agency,advertiser,to,name,ship to,deliver to,delivered to,shipping address,attention,attn,for,empfänger,lieferadresse,consignee,owner,occupier,order for',
);
const sellerLabels = phrases(
  `from,invoice from,receipt from,bill from,payment to,seller,sold by,vendor,vendor name,supplier,supplier name,issued by,service provider,billed by,merchant,merchant name,
   verkäufer,lieferant,rechnungssteller,rechnungsersteller,aussteller,vendeur,émetteur,fournisseur,proveedor,emisor,vendedor,fornitore,
   cedente,leverancier,verkoper,sprzedawca,wystawca,business name,company name,account name,acct name,a/c name,beneficiary,beneficiary name,titulaire du compte,kontoinhaber`,
);
const accountLabels = phrases('account name,acct name,a/c name');
// A meter's account is its user's, and what a courier carries is from who sends it.
const METERED = /\bmeter\b|\bkwh\b/i;
const CARRIED = /\b(?:awb|consignment|courier|parcel)\b/i;
const says = ({ rows }: Sheet, words: RegExp) => rows.some(({ text }) => words.test(text));
const nameLabels = phrases('name,company,firma,company name,nom,nombre,naam,nazwa,nome,attn,attention');
const otherLabels = phrases(
  `number,nummer,globale nummer,gln,id,tel,phone,telephone,email,e mail,address,anschrift,adresse,vat no,tin,date,ust idnr,kunden nr,
   account no,währung,rechnungsdatum,leistungsdatum,datum,date,terms,customer id,customer no,kundennummer,fax,mobile,rc no,invoice no,due date,city,po number,no`,
);

/** Recipient of the invoice: only where a label states it. */
export function customerOf(sheet: Sheet, isOurs: (text: string) => boolean): Customer {
  const end = sheet.rows.findIndex(({ text }) => REGARDS.test(text));
  const places = findLabelled(sheet, says(sheet, METERED) ? [...buyerLabels, ...accountLabels] : buyerLabels)
    .filter(({ row }) => end < 0 || row < end)
    .toSorted((a, b) => b.strength - a.strength || payerFirst(a, b) || a.row - b.row);
  for (const place of places) {
    const name = firmOf(sheet, place) ?? nameAt(place);
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

// "Hello Glow Hub Beauty Store,": a firm is named so that it can be no clerk.
function greeted(rows: readonly Row[], isOurs: (text: string) => boolean): string | null {
  const names = rows
    .slice(0, 12)
    .flatMap(({ text }) => /^(?:hello|hi|dear) (.{3,60}),$/i.exec(text)?.[1] ?? []);
  const [name] = names.filter(
    (one) => (looksLikeTrade(one) || hasLegalForm(one)) && canBeName(one) && !isOurs(one),
  );
  return name ? cleanName(name) : null;
}

function firstOf(
  lines: readonly string[],
  find: (line: string) => string | null,
  isOurs: (text: string) => boolean,
) {
  return lines.map(find).find((found) => found !== null && !isOurs(found)) ?? null;
}

function nameAt({ beside, isClose, isHead, columns, under, strength, cell }: LabelledValue): string | null {
  // "Purchase NGN 12,450.00" names a sum, "Walk-in" nobody.
  if (strength < 0.5 || (beside && (/\d[.,]\d{2}$/.test(beside) || saysNobody(beside)))) return null;
  // Of two columns both are named, else the second is the value of the first.
  const isNamed = isHead && beside !== null && ((columns > 2 && !isClose) || isLabel(beside));
  const inColumn = isNamed && !cell.text.includes(beside) && under.length > 0;
  const block = strength === 1 || !beside || inColumn || isDesk(beside) ? under.slice(0, 4) : [];
  const isListed = isOnlyLabels(under[0] ?? '');
  const lines = inColumn && !isListed ? [...block, beside] : [...(beside ? [beside] : []), ...block];
  for (const line of lines) {
    const own = beginsWithLabel(line) ? line : line.replace(NEXT_LABEL, '');
    const candidateText = /:/.test(own) || /^(attn|name)\b/i.test(own) ? nameAfterLabel(own) : own;
    if (candidateText === null) continue;
    const name = cleanName(
      candidateText.replace(/\b(?:date|tel|phone|address|invoice|email|gsm)\b\s*[:.].*$/i, ''),
    );
    const party = withoutPlace(name);
    if (canBeName(party) && !isLabel(party)) return party;
    if (line === beside && name.length > 3 && strength < 1 && !isDesk(name)) return null;
  }
  return null;
}

// "Daniel Okpara Class: JSS 2B": another label begins beside the name.
const NEXT_LABEL = /(?<=\p{L}{2}.*)\s\p{Lu}\p{L}+(?: (?:no|number|name|date|id)\b\.?)?:\s.*$/iu;

// "Chikason Stores, Onitsha": what follows the comma is a place, unless it belongs to a firm or a title.
function withoutPlace(name: string): string {
  const [head = '', tail = ''] = name.split(/,\s+(.*)/s);
  const isPlace =
    /^(?:\d|\p{Lu}\p{Ll}{2})/u.test(tail) && !/&|\band\b|\besq/i.test(tail) && !hasLegalForm(tail);
  return isPlace && head.includes(' ') && canBeName(head) ? head : name;
}

const isOnlyLabels = (name: string) => {
  const { concepts, coverage } = meaningOf(name);
  return (
    (coverage > 0.95 && concepts.size > 0) ||
    [...otherLabels, ...nameLabels].some((phrase) => phrase.compact === compactName(name))
  );
};
// "Globale Nummer: 4000001123452" is one label.
const beginsWithLabel = (line: string) => line.includes(':') && isOnlyLabels(line.split(':')[0] ?? '');

// "Name: Ada Foods" is a name, "Number: 5499" is not.
function nameAfterLabel(line: string): string | null {
  const named = labelledName(line);
  if (named) return named;
  return hasOtherLabel(line) ? null : line;
}
const labelledName = (line: string) => {
  const found = /^([\p{L} /-]{2,20})\s*[:.]\s*(\S.*)$/u.exec(line);
  return found && nameLabels.some((phrase) => phrase.compact === compactName(found[1] ?? ''))
    ? (found[2] ?? null)
    : null;
};
const hasOtherLabel = (line: string) => /^[^:]{1,30}:/.test(line);
const compactName = (text: string) =>
  foldText(text)
    .replace(/ /g, '')
    .replace(/[1i]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/5/g, 's')
    .replace(/8/g, 'b');

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
  const [isMetered, isCarried] = [says(sheet, METERED), says(sheet, CARRIED)];
  const labelledSenders = findLabelled(sheet, sellerLabels).flatMap((place) => {
    if (isMetered && matchLabel(place.cell.text, accountLabels)) return [];
    if (isCarried && /^\W*from\b/i.test(place.cell.text)) return [];
    const name = nameAt(place);
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
      const text = joinBrokenName(top, at, cell);
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
const isLabel = (text: string) =>
  isOnlyLabels(text) || [sellerLabels, buyerLabels].some((known) => matchLabel(text, known)?.rest === '');

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

// A name broken over two lines: "POPULAR BOOK" and "CO. (M) SDN BHD".
function joinBrokenName(rows: readonly Row[], at: number, startCell: Cell): string {
  const cell = widenCell(rows[at], startCell);
  const under = rows[at + 1]?.cells.find((one) => one.left < cell.right && one.right > cell.left);
  const below = under && widenCell(rows[at + 1], under);
  const joins = below && !hasLegalForm(cell.text) && isRestOfName(cleanName(below.text));
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
