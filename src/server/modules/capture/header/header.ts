import type { CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { findLabelled } from '../layout/labelled-values.ts';
import type { Row, Sheet } from '../layout/sheet.ts';
import { numberStyleOf } from '../numbers/amounts.ts';
import { codes } from '../numbers/currency-signs.ts';
import { phrases } from '../text/label-phrases.ts';
import { foldText } from '../text/normalize.ts';
import type { RowWithAmounts } from '../totals/figures.ts';
import { datesIn, FAR_FUTURE, type PrintedDate } from './dates.ts';

const numberLabels = phrases(
  `tax invoice,credit note no,note no,rcpt no,debit note no,debit note,fee note no,waybill no,job no,bill,inv,pi no,dn no,delivery note no,invoice no,invoice number,invoice num,invoice nbr,invoice id,inv no,inv number,invoice,bill no,bill number,receipt no,receipt number,receipt,
   doc no,statement no,document no,document number,sales invoice no,tax invoice no,cash bill no,folio no,cash inv no,slip no,proforma no,proforma invoice no,
   facture n,facture no,numéro de facture,numéro facture,no facture,rechnungsnummer,rechnung nr,rechnung nummer,rechnungs nr,rechnung,re nr,beleg nr,belegnummer,
   handelsrechnung nr,factuurnummer,factuur nr,factuur,número factura,nº factura,factura no,factura n,factura,fattura n,fattura numero,numero fattura,fattura,
   faktura nr,faktura vat nr,numer faktury,fakturanummer,nr`,
  'notice no,delivery note,check,check no,tkt,ticket,rcpt,sale id,sale no,trans,trans id,transaction id,transaction,our ref,our reference,ticket no,docket no,voucher no,no,number,reference,reference no,ref,ref no,transaction no,trx no,trans no,order no,quotation no,quote no,estimate,rrn',
);

/** The number of the invoice as printed. */
export function invoiceNumberOf(sheet: Sheet): { number: string; confidence: number } | null {
  const found = findLabelled(sheet, numberLabels).flatMap((place) => {
    if (isCode(place.cell.text)) return [];
    const beside = place.beside === null ? null : numberIn(place.beside);
    const under = beside ? null : numberIn(place.under[0] ?? '');
    const number = beside ?? under;
    const bare =
      !/\b(no|nr|number|num|id|n)\b|№|#|n°|nummer/i.test(foldText(place.cell.text)) &&
      !/#|°|º/.test(place.cell.text);
    // "No 8 Shomolu Road" is an address.
    if (/^\d{1,3},? \p{L}{3}/u.test(place.beside ?? '') && /^no\b/i.test(place.cell.text)) return [];
    if (bare && number && (number.replace(/\D/g, '').length < 3 || /^\d+[.,]\d+$/.test(number))) return [];
    return number ? [{ number, score: place.strength - 0.004 * place.row - (under ? 0.1 : 0) }] : [];
  });
  const inline = sheet.rows.slice(0, 60).flatMap((row, at) => {
    const match =
      /\b\p{L}*(?:invoice|rechnung|facture|factura|fattura|faktura|factuur|korrektur|receipt)\b.{0,12}?\b(?:no|nr|n(?!\d)|number|num)(?!\p{L})\s*[.:°º]*\s*#?\s*(\S+)/iu.exec(
        row.text,
      ) ?? /^#\s*(\S*\d\S*)$|^No\.?(\d{3,})\b/.exec(row.text);
    const order = /\border #\s?(\S+)/i.exec(row.text);
    const number = numberIn(match?.[1] ?? match?.[2] ?? order?.[1] ?? '');
    return number ? [{ number, score: (match ? 1.02 : 0.5) - 0.004 * at }] : [];
  });
  const best = [...found, ...inline].toSorted((a, b) => b.score - a.score)[0];
  if (!best) return null;
  return { number: best.number, confidence: best.score <= 0.6 ? 0.55 : isBlurred(best.number) ? 0.7 : 0.9 };
}

// "INV-2209" is a number and no label of one.
const isCode = (text: string) => /^\W*\p{L}+-\S*\d/u.test(text);

// Letters that look like the digits around them, or so short that the rest may be missing.
const isBlurred = (number: string) =>
  number.length < 3 || /\d[OolISB]|(?<!\p{L})[olB8]\p{Lu}|[OolISB]\d+$/u.test(number);

function numberIn(text: string): string | null {
  const tokens = text.replace(/^[\s:#.-]+|^\([^)]*\)\s*(?:nr|no|n)?[.:\s]*|^n[°º]\s*/gi, '').split(/\s+/);
  const [first = '', second = ''] = tokens;
  const clean = (token: string) => token.replace(/^[#:([]+|[.,;:)\]]+$/g, '');
  // A narrow 1 stands apart from the figures after it.
  if (first === '1' && /^\d{2,}$/.test(second)) return first + second;
  if (/\d/.test(first)) {
    if (datesIn(tokens.slice(0, 3).join(' '), FAR_FUTURE).some((date) => date.at === 0)) return null;
    const number = clean(first).replace(/^n[°º.]/i, '');
    if (
      /\p{L}:/u.test(number) ||
      datesIn(number, FAR_FUTURE).some((date) => date.end - date.at >= number.length - 1)
    )
      return null;
    return /\d/.test(number) && number.length <= 30 && !/^\d+[.,]\d{2}$/.test(number) && !/%/.test(number)
      ? number
      : null;
  }
  if (/^\p{Lu}{1,6}(?: \d{2,6}){2,5}$/u.test(tokens.join(' '))) return tokens.join(' ');
  const prefix =
    /^[A-Za-z]{1,6}[-/#.]?$/.test(first) &&
    /^\d[\w/-]*$/.test(second) &&
    datesIn(second, FAR_FUTURE).length === 0;
  if (prefix && /^n(?:o|r|um|umber)\.?$/i.test(first)) return clean(second);
  return prefix ? clean(/[-/]$/.test(first) ? first + second : `${first} ${second}`) : null;
}

type Dated = PrintedDate & { kind: 'issue' | 'due' | 'other'; score: number; isOfOrder: boolean };
const dueWords =
  /\b(due|payable by|pay by|payment by|before|(?:no|not) later than|latest by|fallig|falligkeit|zahlbar|bis|echeance|limite|avant le|vencimiento|vencimento|scadenza|vervaldatum|vervaldag|termin platnosci|forfall|forfallsdatum)\b/;
const otherWords =
  /\b(against|arrival|travel|check in|order|delivery(?! note)|leistungsdatum|leistungs|bestell\w*|bestellung|period|\w*zeitraum|valid|expiry|expires|exp|liefer\w*|lieferschein|vertrags?\w*|mandat\w*|check|birth|version|stand|print|printed|auftrag\w*|skonto|po|statement|billing period|prelevement|copyright|dd|since|ship\w*)\b/;
const issueWords =
  /\b(date|dated|datum|fecha|data|tarikh|issued|issue|rechnungsdatum|belegdatum|beleg datum|vom|du|le|dato|invoice|rechnung|facture|receipt|emission|emitido|factuurdatum|departure)\b/;

// A state and its ZIP code: there the month comes first. "Sale ID 48213" is no place in Idaho.
const AMERICAN =
  /\p{Ll}(?:, ID|,? (?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ALN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]))\.? \d{5}(?:-\d{4})?\b/u;

/** The day of issue and the day it is due; those in `lines` of goods are of what was done. */
export function datesOf(
  sheet: Sheet,
  today: CalendarDate,
  lines: ReadonlySet<number>,
): { issued: Dated | null; due: Dated | null; all: Dated[] } {
  const years = new Set(
    sheet.rows.flatMap(({ text }) => [
      ...(text.match(/(?<![\d.,])20\d{2}(?!\d|[.,]\d)/g) ?? []),
      ...datesIn(text, today).map(({ date }) => date.slice(0, 4)),
    ]),
  );
  const onlyYear = years.size === 1 ? ([...years][0] ?? null) : null;
  const all = sheet.rows.flatMap((row, at) =>
    datesInRow(sheet, row, at, today, onlyYear).map((one) =>
      lines.has(at) ? { ...one, score: one.score - 3 } : one,
    ),
  );
  const american = proven(all, 'day') === 0 && sheet.rows.some((row) => AMERICAN.test(row.text));
  const monthFirst = american || proven(all, 'month') > proven(all, 'day');
  const dates = all.map((one) =>
    monthFirst && one.other ? { ...one, date: one.other, other: one.date } : one,
  );
  const issued = bestDate(dates.filter((one) => one.kind === 'issue')) ?? onlyOrdered(dates);
  const dues = dates.filter((one) => one.kind === 'due');
  const first = fixOrder(issued, bestDate(dues));
  return { issued: first, due: bestDate(dues.filter((one) => !first || one.date >= first.date)), all: dates };
}

// "Your order #10482 of 8 Nov 2026", where no other day is printed.
const onlyOrdered = ([one, ...more]: readonly Dated[]): Dated | null =>
  one?.isOfOrder && more.length === 0 ? one : null;

const proven = (all: readonly Dated[], order: 'day' | 'month') =>
  all.filter((one) => one.proves === order).length;
const bestDate = (dates: readonly Dated[]) => dates.toSorted((a, b) => b.score - a.score)[0] ?? null;

// Due before issued: day and month were swapped.
function fixOrder(issued: Dated | null, due: Dated | null): Dated | null {
  if (!issued?.other || !due || due.date >= issued.date || issued.other > due.date) return issued;
  return { ...issued, date: issued.other, other: issued.date };
}

function datesInRow(
  sheet: Sheet,
  row: Row,
  at: number,
  today: CalendarDate,
  onlyYear: string | null,
): Dated[] {
  const found = datesIn(row.text, today, onlyYear);
  return found.map((date, index) => {
    const before = foldText(row.text.slice(found[index - 1]?.end ?? 0, date.at));
    const head = foldText(columnHead(sheet, row, at, date));
    const ownCell = row.cells.findIndex(({ text }) => row.text.startsWith(text, date.at));
    // "PO 8817" beside a day is a value, too.
    const beside = foldText(row.cells[ownCell - 1]?.text ?? '');
    const besideLabel = ownCell > 0 && /\d/.test(beside) ? '' : before;
    const isLabel =
      /\p{L}{2}/u.test(before) &&
      !(isDay(head) && (ownCell >= 0 || /\d/.test(before)) && !isDay(besideLabel));
    const label = isLabel ? before.slice(-40) : head;
    const from = found[index - 1];
    const kind = from && isRange(before) && !isDay(label) ? 'other' : kindOf(label);
    const hasTime = /\d{1,2}:\d{2}/.test(row.text) ? 0.6 : 0;
    const explicit = issueWords.test(label) ? 2 : 0;
    const plainly =
      /rechnungsdatum|beleg\s?datum|invoice date|date of issue|issue date|tax date|receipt date|date de facture|fecha factura|factuurdatum/.test(
        label,
      )
        ? 1
        : 0;
    const titled = /rechnung|facture|invoice|factura|fattura/.test(label) ? 0.5 : 0;
    const score = (kind === 'other' ? -1 : 0) + explicit + plainly + titled + hasTime + 1 - at * 0.01;
    return { ...date, kind, score, isOfOrder: /\border\b/.test(label) };
  });
}

const isDay = (label: string) => issueWords.test(label) || dueWords.test(label) || otherWords.test(label);

// "01.01. bis 31.12.": the end of a period is no day to pay by.
const isRange = (between: string) =>
  /^(?:bis(?: zum)?|to|until|till|through|au|al|hasta|t m|tot)?$/.test(between.trim());

function kindOf(label: string): Dated['kind'] {
  if (/\bstatement date\s*$/.test(label)) return 'issue';
  if (dueWords.test(label)) return /skonto/.test(label.slice(-30)) ? 'other' : 'due';
  return otherWords.test(label) ? 'other' : 'issue';
}

// The words above a date in a table of two rows: "Invoice date | Due date" and the dates below them.
function columnHead(sheet: Sheet, row: Row, at: number, date: PrintedDate): string {
  const above = sheet.rows[at - 1];
  if (!above || above.page !== row.page) return '';
  const word = row.words.find(
    (_, index) =>
      row.words
        .slice(0, index)
        .map((one) => one.text)
        .join(' ').length +
        (index ? 1 : 0) >=
      date.at,
  );
  const cell = word && above.cells.find((one) => one.left < word.x + word.width && one.right > word.x);
  return cell && !/\d/.test(cell.text) ? cell.text : '';
}

const currencyNames: readonly [RegExp, string][] = [
  [/naira|kobo\b/i, 'NGN'],
  [/\bus dollars?\b|\bunited states dollars?\b/i, 'USD'],
  [/\beuros?\b/i, 'EUR'],
  [/\bringgit\b/i, 'MYR'],
  [/\b(pounds? sterling|pence)\b/i, 'GBP'],
  [/\bcedis?\b|\bGH[¢₵C]/i, 'GHS'],
  [/\bF?CFA\b/, 'XOF'],
  [/\b[Rr]upees?\b|\bRUPEES?\b|\bRs\.?(?=\s|\d|$)/, 'INR'],
];

// ₦ is misread as H or W, € as C: accepted when repeated, and with the matching number style.
function guessedCurrencies(rows: readonly RowWithAmounts[], decimal: string): [string, number][] {
  const marks = rows.flatMap(({ amounts }) => amounts.flatMap(({ mark }) => mark ?? []));
  const naira = marks.filter((mark) => /[HW]/.test(mark)).length;
  const euro = marks.filter((mark) => mark === 'C').length;
  return [
    ...(naira > 1 && decimal === '.' ? [['NGN', 0.8 * naira] as [string, number]] : []),
    ...(euro > 1 && decimal === ',' ? [['EUR', 0.8 * euro] as [string, number]] : []),
  ];
}

/** Another country's law, place or way of writing numbers. */
const foreign =
  /\b(?:gst|sdn\.? ?bhd|gmbh|mwst|ust-?id\w*|tva|sarl|siret|iban|abn|hst|pst|sales tax|united kingdom|germany|deutschland|france|malaysia|kenya|south africa|dubai|india|ghana|accra|nairobi|pty|sarl|cotonou|b[eé]nin(?! city)|togo|lom[eé]|gb ?\d{3}|bacs|sort code)\b/i;
const nigerian =
  /\b(?:nigeria|naira|nig\.? ltd|lagos|abuja|kano|ibadan|port harcourt|enugu|aba|onitsha|kaduna|firs|rc ?\d{4})\b|(?<!\d)0[789][01]\d{8}(?!\d)|\b7\.5 ?%/i;

// E and f stand for € or £, which nobody can tell apart then.
const hasForeignMarks = (rows: readonly RowWithAmounts[]) =>
  rows.flatMap(({ amounts }) => amounts).filter(({ mark }) => /[CEf]/.test(mark ?? '')).length > 1;

/**
 * The document's currency by signs, codes or words. One that shows none is in the home currency, unless it is from
 * abroad: then null.
 */
export function currencyOf(
  sheet: Sheet,
  rows: readonly RowWithAmounts[],
  home: Currency,
): { code: string; confidence: number } | null {
  const votes = new Map<string, number>();
  const vote = (code: string, weight: number) => votes.set(code, (votes.get(code) ?? 0) + weight);
  const style = numberStyleOf(sheet);
  if (style.koboAt !== null) vote('NGN', 2);
  // "40 loaves @ 1,400 = 56,000": the @ is read as a sign of money, too.
  for (const { row, amounts } of rows)
    if (!/[€£] ?[\d.,]+ ?=/.test(row.text))
      for (const { currency } of amounts) if (currency) vote(currency, 1);
  for (const [code, weight] of guessedCurrencies(rows, style.decimal)) vote(code, weight);
  for (const row of sheet.rows) {
    // "Amount (N)", "(=N=)".
    if (/\(=?N=?\)/.test(row.text)) vote('NGN', 1);
    // "GHS/2021/077" numbers a pupil.
    for (const word of row.text.replace(/\p{Lu}+[/-]\d\S*/gu, ' ').split(/[^\p{L}₦€£$₹]+/u))
      if (word.length === 3 && codes.has(word)) vote(word, 1);
    if (/\b(w[aä]hrung|currency|devise|moneda|valuta|betr[aä]ge in)\b/i.test(row.text))
      for (const word of row.text.split(/\P{L}+/u)) if (codes.has(word)) vote(word, 4);
    for (const [pattern, code] of currencyNames) if (pattern.test(row.text)) vote(code, 1.5);
    for (const sign of row.text.match(/[₦€£₹](?! ?[\d.,]+ ?=)|\bRM\b/g) ?? [])
      vote({ '₦': 'NGN', '€': 'EUR', '£': 'GBP', '₹': 'INR', RM: 'MYR' }[sign] ?? '', 0.5);
  }
  const ranked = [...votes].filter(([code]) => code).toSorted((a, b) => b[1] - a[1]);
  const [first, second] = ranked;
  if (!first) return hasForeignMarks(rows) ? null : homeCurrency(sheet, style.decimal, home);
  const share = first[1] / (first[1] + (second?.[1] ?? 0));
  return { code: first[0], confidence: Math.min(0.98, 0.4 + 0.4 * share + 0.06 * Math.min(3, first[1])) };
}

function homeCurrency(
  sheet: Sheet,
  decimal: string,
  home: Currency,
): { code: string; confidence: number } | null {
  const says = (words: RegExp) => sheet.rows.some(({ text }) => words.test(text));
  if (says(nigerian) && home === 'NGN') return { code: home, confidence: 0.85 };
  const isAbroad = decimal === ',' || says(foreign) || says(AMERICAN);
  return isAbroad ? null : { code: home, confidence: 0.7 };
}
