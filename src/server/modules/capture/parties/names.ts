import { isOnlyTitle, matchLabel, phrases } from '../text/label-phrases.ts';
import { foldConfusables, foldText, similarity } from '../text/normalize.ts';

/** A name with its confidence, 0 to 1. */
export type NameWithConfidence = { name: string; confidence: number };

const legal = new RegExp(
  `\\b(sdn\\.?\\s?bhd|bhd|s\\/b|ltd|limited|plc|nig(?:eria)?\\.?\\s?(?:ltd|limited)|llc|llp|inc|incorporated|corp|corporation|gmbh|mbh|ag|kg|ohg|ug|e\\.?k|sarl|sas|sasu|sa|spa|s\\.p\\.a|srl|s\\.r\\.l|s\\.l|bv|b\\.v|nv|n\\.v|sp\\.? z ?o\\.? ?o|oy|ab|aps|pte|pty|pvt|co)\\b\\.?`,
  'i',
);
const trade =
  /\b(enterprises?|ventures?|trading|traders?|stores?|mart|supermarket|restaurant|restoran|cafe|kitchen|hardware|pharmacy|bakery|bakeries|hotel|services?|global|resources|concepts?|company|group|holdings?|industries|solutions?|studios?|interiors?|logistics|foods?|fashion|salon|boutique|electronics?|motors?|books?hop|shop|market|syarikat|perniagaan|kedai|pasaraya|nig|nigeria|sons|brothers|associates|farms?|investments?|international|works|designs?|media|press|tech|technologies|clinic|hospital|school|station)\b/i;
const address =
  /\b(jalan|jln|lot|taman|street|str|road|rd|avenue|ave|close|crescent|estate(?! of)|gra|lane|drive|floor|block|plot|suite|p\.?o\.? ?box|lagos|abuja|ibadan|kano|port harcourt|state|kuala|lumpur|selangor|malaysia|strasse|straße|weg|platz|rue|bundesland|deutschland|via|calle|plaza|bd|boulevard|off|opp|opposite|junction|nigeria(?! (?:ltd|limited|plc))|united states|germany|france)\b|stra(?:ss|ß)e|\d{5}/i;
const namedByPlace = /^(?:lagos|abuja|ibadan|kano|port harcourt)((?: [\p{L}&'.-]+){1,6})$/iu;
const namedByCountry = /^((?:[\p{L}&'.-]+ ){2,6})nigeria$/iu;
const part = /\b(?:island|phase|layout|gra|town|city|area|lga|village|main|quarters)\b/i;

const publicBody =
  /^(?:\p{L}+ ){1,3}state (?:\p{L}+ ){0,4}(?:corporation|board|authority|agency|commission|university|polytechnic|ministry|government|council|service)$/iu;

const namedByStreet =
  /^[^\d,:|]* (?:crescent|estate|close|drive|avenue|block|lane|floor|street|road) [^\d,:|]*(?<!\p{L})(?:hotel|suites|clinic|hospital|school|church|bakery|pharmacy|stores?|residents|tenants|developers?|managers?|agents?|services?|association|cooperative|limited|ltd|enterprises?|ventures?)\b[^\d,:|]*$/iu;

/** "Lagos Logistics Hub", "Inkwell Prints Nigeria", "Sunrise Estate Residents": a place in a name, and no street. */
function isNamedByPlace(name: string): boolean {
  if (publicBody.test(name) || namedByStreet.test(name)) return true;
  const [place, country] = [namedByPlace.exec(name)?.[1] ?? '', namedByCountry.exec(name)?.[1] ?? ''];
  const rest = place || country;
  return (
    rest !== '' &&
    !address.test(rest) &&
    !part.test(rest) &&
    (country !== '' || trade.test(rest) || legal.test(rest) || rest.split(' ').length > 2)
  );
}

// "TAX INVOICE (Original for recipient)", run together too.
const paper = /^(?:tax|sales|cash|proforma|commercial|vat|original)*(?:lnvolce|recelpt)/;

const notName =
  /(?<![\p{L}\p{N}])(tel|fax|address|adresse|anschrift|phone|telephone|mobile|hp|email|e-mail|gst|vat|tin|ust|reg|registration|invoice|inv|receipt|bill|date|time|cashier|table(?! water)|page|tax|total|subtotal|amount|qty|quantity|price|thank(?! god)|welcome|order|customer|member|website|www|http|copy|duplicate|original|rc|account|bank|iban|bic|sale|sales|statement|no|nr|number|rechnung|rechnungsnummer|facture|datum|seite|description|item|signature|signed|stamp|terminal|approved|operator|salesperson|counter|pos|ref|doc|gln)(?![\p{L}\p{N}])/iu;

const department =
  /\s+(?:services? (?:clients?|client[eè]le|abonn[eé]s?|consommateurs?)|customer (?:services?|care|support)|kundenservice|kundendienst|klantenservice|servizio clienti|servicio al cliente|(?:accounts?|billing|sales) (?:department|dept\.?))\s*$/i;
const heading =
  /\b(?:details?|informations?|informationen|particulars|summary|overview|übersicht|gegevens|coordonn[eé]es)$/i;

const nobody = /^(?:self|none|n a|walk in(?: customer)?|cash customer)$/;

/** Whether a text says that there is nobody to name: "Walk-in". */
export const saysNobody = (text: string): boolean => nobody.test(foldText(text));

const noParty =
  /^(?:the )?(?:accounts? (?:payables?|receivables?|office|dept|department|manager|executive)|(?:finance|billing|procurement|purchasing|purchase|payroll|sales|admin\p{L}*|stores?) (?:department|dept|office|team|manager|unit)|special handling|property|attention|attn|front desk|same|as above|dated?|issued|copy|moniepoint|opay|palmpay|paystack|interswitch|sign(?:ature)?|terms of \p{L}+|(?:\p{L}+ )?(?:note|notice|slip|voucher)|estimate|quotation|seat|(?:response|auth\p{L}*) code.*|(?:hi|hello|dear|paid|from|being) .*)$/u;

/** Whether a text is a desk of the party's and not its name: "The Admin Manager". */
export const isDesk = (text: string): boolean =>
  noParty.test(foldText(text)) || matchLabel(text, desks)?.rest === '';
// Letters may be misread in them.
const desks = phrases(
  'accounts payable,accounts receivable,accounts department,finance department,billing department,procurement department,purchasing department,sales department,signature',
);

const OFFICE =
  /^(?:the |attn:? (?:the )?)?(?:\p{L}+ )?(?:director|manager|proprietor|proprietress|principal|chairman|chairperson|secretary|bursar|registrar|rector|provost|administrator|accountant|md|ceo)$/u;

/** Whether a text is an office somebody holds: "The Chairman,". */
export const isOffice = (text: string): boolean => OFFICE.test(foldText(text));

const STAFF =
  /(?<!\p{L})(?:server|served by|waiter|waitress|cashier|attendant|collector|teller|operator|driver|sales ?(?:person|rep|man))(?: name)?[\s:.#|-]{1,4}$/iu;

/** Whether a text names somebody as who served, and not who buys: "Cashier: Adaeze". */
export const isStaff = (text: string, name: string): boolean => {
  const at = text.indexOf(name);
  return at > 0 ? STAFF.test(text.slice(0, at)) : at === 0 && STAFF.test(`${name.split(' ')[0]} `);
};

/** A line that is longer names nobody. */
const MAX_LINE = 300;

/** A name without what is printed around it: registration numbers, titles of papers, marks. */
export function cleanName(text: string): string {
  return text
    .slice(0, MAX_LINE)
    .replace(/\s+/g, ' ')
    .replace(/\((?=[^)]*\d)[^)]*\)?/g, ' ')
    .replace(
      /\b(?:co|company|gst|vat|reg|rc|tin|bn)\.? ?(?:reg|id|no|number)?\.? ?(?:no)? ?[:#]? ?\d.*$/i,
      ' ',
    )
    .replace(
      / ?[-–|]? ?\b(?:tax |sales |proforma |pro-forma |cash )?(?:invoice|receipt|rechnung|facture|bill)\b ?$/i,
      ' ',
    )
    .replace(/\s\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b.*$/, '')
    .replace(/^\W*(?:m\/s|messrs|attn|attention|name|z\.?\s?hd)\b\.?\s*[:.]?\s*/i, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}).&!]+$/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/,$/, '')
    .trim()
    .replace(/(\p{Ll}{3})(\p{Lu}\p{Ll}{3})/gu, '$1 $2')
    .replace(department, '');
}

const company = new RegExp(
  `^(.{2,60}?\\s${legal.source}(?:\\s*&\\s*co\\b\\.?)?(?:\\s+${legal.source})*)(?=$|[\\s,;:.|–-])`,
  'i',
);

/** The company a text begins with, up to its legal form; null where there is none. */
export function leadingCompany(text: string): string | null {
  const found = company.exec(text)?.[1];
  const form = found?.trim().split(/\s+/).at(-1) ?? '';
  return found && /\p{Lu}/u.test(form) ? found : null;
}

/** A name without its legal form: how it is called. */
export function nameWithoutLegalForm(name: string): string {
  const words = name.split(' ');
  const end = words.findLastIndex((word) => !hasLegalForm(word) && !/^(?:&|private|public)$/i.test(word));
  return words.slice(0, end + 1).join(' ');
}

export const hasLegalForm = (text: string): boolean => legal.test(text);
export const looksLikeTrade = (text: string): boolean => trade.test(text);
export const looksLikeAddress = (text: string): boolean =>
  address.test(text) ||
  /^\W*(?:no|lot|plot|suite|blk|shop|stall|flat|unit|house)\b\.?\s*\d|^\W*\d{1,4}\p{L}?,? [^,]{2,30} way\b/iu.test(
    text,
  );

// "Apr 19", "1st November, 2026"
const DAY =
  /^(?:\d{1,2}(?:st|nd|rd|th) )?(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*,? (?:\d{1,2}|\d{4})$/i;

/** Whether a text can be somebody's name at all. */
export function canBeName(text: string): boolean {
  const name = cleanName(text);
  const letters = name.replace(/[^\p{L}]/gu, '').length;
  const digits = name.replace(/\D/g, '').length;
  if (/^\s*\(|:\s*$/.test(text) || isSentence(name)) return false;
  if (isDesk(name) || saysNobody(name) || isOnlyTitle(name) || DAY.test(name)) return false;
  if (!hasLegalForm(text) && (heading.test(name) || department.test(` ${name}`))) return false;
  if (!hasLegalForm(text) && paper.test(foldConfusables(name).replace(/ /g, ''))) return false;
  if (letters < 3 || digits > letters || name.length > 80 || name.split(' ').length > 10) return false;
  if (/@|www\.|https?:/i.test(text) || /[:=]\s*\S/.test(name)) return false;
  return (
    !(notName.test(text.replace(department, '')) && !hasLegalForm(text)) &&
    (!looksLikeAddress(name) || isNamedByPlace(name))
  );
}

const isSentence = (name: string) => {
  const words = name.split(' ').filter((word) => /^\p{L}{2}/u.test(word));
  return words.length > 4 && words.filter((word) => /^\p{Ll}/u.test(word)).length > words.length / 2;
};

/** Whether only the legal form is left: the end of a name broken over two lines. */
export const isRestOfName = (text: string): boolean =>
  hasLegalForm(text) &&
  foldText(text.replace(/\([^)]*\)/g, ' '))
    .split(' ')
    .every((word) =>
      /^(sdn|bhd|ltd|limited|plc|co|company|nig|nigeria|enterprises?|ventures?|gmbh|inc|m|and|sons|llc|pte|pty|pvt)$/.test(
        word,
      ),
    );

/** Whether two names denote the same party, by letters and digits; a longer name around it matches too. */
export function sameName(a: string, b: string): boolean {
  if (similarity(a, b) >= 0.85) return true;
  const [one, other] = [foldConfusables(a).replace(/ /g, ''), foldConfusables(b).replace(/ /g, '')];
  return one.length >= 6 && other.length >= 6 && (one.includes(other) || other.includes(one));
}
