import type { LabelledValue } from '../layout/labelled-values.ts';
import type { Sheet } from '../layout/sheet.ts';
import { meaningOf } from '../text/concepts.ts';
import { isTitled, matchLabel, phrases } from '../text/label-phrases.ts';
import { foldText } from '../text/normalize.ts';
import { canBeName, cleanName, hasLegalForm, isDesk, isOffice, saysNobody } from './names.ts';

/** Labels of a customer. */
export const buyerLabels = phrases(
  `bill to,billed to,bill to address,billing address,invoice to,invoiced to,sold to,customer,customer name,client,client name,buyer,
   issued to,charged to,credit to,guest,guest name,student,student name,pupil,pupil name,passenger,passenger name,name of student,name of patient,name of guest,name of tenant,patient,patient name,tenant,doit,purchaser,prepared for,payer,received from,received with thanks from,policy holder,policyholder,card holder,cardholder,applicant,candidate,delegate,participant,donor,taxpayer,depositor,remitter,traveller,delivering to,m/s,messrs,mr mrs messrs,name of customer,customer details,exmo s sr s,bill for,insured,receipt for,invoice for,paid by,resident,farmer,organisation,organization,member,member name,subscriber,project owner,
   kunde,käufer,käufer leistungsempfänger,rechnungsempfänger,leistungsempfänger,rechnung an,auftraggeber,rechnungsadresse,destinataire,facturé à,
   adresse de facturation,cliente,destinatario,facturar a,intestatario,spett le,klant,factuuradres,nabywca,odbiorca,mottagare,kund`,
  'agency,advertiser,to,name,ship to,deliver to,delivered to,shipping address,attention,attn,for,empfänger,lieferadresse,consignee,owner,occupier,order for',
);
/** Labels of a sender, and of who holds the account that is paid to. */
export const sellerLabels = phrases(
  `from,invoice from,receipt from,bill from,payment to,seller,sold by,vendor,vendor name,supplier,supplier name,issued by,service provider,billed by,merchant,merchant name,
   verkäufer,lieferant,rechnungssteller,rechnungsersteller,aussteller,vendeur,émetteur,fournisseur,proveedor,emisor,vendedor,fornitore,
   cedente,leverancier,verkoper,sprzedawca,wystawca,business name,company name,account name,acct name,a/c name,beneficiary,beneficiary name,titulaire du compte,kontoinhaber`,
);
export const accountLabels = phrases('account name,acct name,a/c name');
export const payerLabels = phrases('from');
const nameLabels = phrases('name,company,firma,company name,nom,nombre,naam,nazwa,nome,attn,attention');
const otherLabels = phrases(
  `number,nummer,globale nummer,gln,id,tel,phone,telephone,email,e mail,address,anschrift,adresse,vat no,tin,date,ust idnr,kunden nr,
   account no,währung,rechnungsdatum,leistungsdatum,datum,date,terms,customer id,customer no,kundennummer,fax,mobile,rc no,invoice no,due date,city,po number,no`,
);
/** Whether a sheet bills what a meter counted: its account is its user's. */
export const isMetered = ({ rows }: Sheet): boolean =>
  rows.some(({ text }) => /\bmeter\b|\bkwh\b/i.test(text));

const RECEIVED = /\breceived\b.{0,16}\b(?:sum|amount|cash|payment)\b/i;
/** Whether a sheet says that money was received: it is from who paid. */
export const isReceived = ({ rows }: Sheet): boolean => rows.some(({ text }) => RECEIVED.test(text));

/** The name a label names, beside it or below it; `isFit` says what can be one. */
export function nameAt(
  { beside, isClose, isHead, isListed, columns, under, strength, cell }: LabelledValue,
  isFit: (text: string) => boolean = canBeName,
): string | null {
  // "Purchase NGN 12,450.00" names a sum, "Walk-in" nobody.
  if (strength < 0.5 || (beside && (/\d[.,]\d{2}$/.test(beside) || saysNobody(beside)))) return null;
  // Of two columns both are named, else the second is the value of the first.
  const isNamed =
    isHead &&
    beside !== null &&
    ((columns > 2 && !isClose && !isListed && !isTitled(beside)) || isLabel(beside));
  const inColumn = isNamed && !cell.text.includes(beside) && under.length > 0;
  const isBelow = inColumn || (cell.text.endsWith(':') && !isFit(beside ?? ''));
  const block = strength === 1 || !beside || isBelow || isDesk(beside) ? under.slice(0, 4) : [];
  const lines =
    inColumn && !isOnlyLabels(under[0] ?? '') ? [...block, beside] : [...(beside ? [beside] : []), ...block];
  for (const line of lines) {
    const own = beginsWithLabel(line) ? line : line.replace(NEXT_LABEL, '');
    const candidateText = /:/.test(own) || /^(attn|name)\b/i.test(own) ? nameAfterLabel(own) : own;
    if (candidateText === null) continue;
    const name = cleanName(
      candidateText.replace(
        /\b(?:date|tel|phone|address|invoice|email|gsm)\b\s*[:.].*$|\W{1,4}[\w.+-]{1,64}@.*$/i,
        '',
      ),
    );
    const party = withoutPlace(name, isFit);
    if (isFit(party) && !isLabel(party)) return party;
    if (line === beside && name.length > 3 && strength < 1 && !isDesk(name)) return null;
  }
  return null;
}

// "Daniel Okpara Class: JSS 2B": another label begins beside the name.
const NEXT_LABEL = /(?<=\p{L}{2}.*)\s\p{Lu}\p{L}+(?: (?:no|number|name|date|id)\b\.?)?:\s.*$/iu;

// "Chikason Stores, Onitsha", "Dr & Mrs Okonjo - House 17": what follows is a place, unless it belongs to a firm or a title.
function withoutPlace(name: string, isFit: (text: string) => boolean): string {
  const [head = '', tail = ''] = name
    .split(/,\s+(.*)|\s[-–]\s(?=(?:house|flat|shop|plot|no|suite)\b)(.*)/is)
    .filter(Boolean);
  // "The Chairman, Unity Estate Landlords Association, Ilorin"
  if (isOffice(head) && tail !== '') return withoutPlace(tail, isFit);
  const isPlace =
    /^(?:\d|\p{Lu}\p{Ll}{2})/u.test(tail) && !/&|\band\b|\besq/i.test(tail) && !hasLegalForm(tail);
  return isPlace && head.includes(' ') && isFit(head) ? head : name;
}

/** Whether a text is made of labels alone. */
export const isOnlyLabels = (name: string) => {
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
/** Letters and digits of a name, with those alike that are misread for each other. */
export const compactName = (text: string) =>
  foldText(text)
    .replace(/ /g, '')
    .replace(/[1i]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/5/g, 's')
    .replace(/8/g, 'b');
/** Whether a text is a label of a party, or made of labels alone; "Consignee (Ship to)" is one, too. */
export const isLabel = (text: string): boolean =>
  isOnlyLabels(text) ||
  [sellerLabels, buyerLabels].some((known) => {
    const rest = matchLabel(text, known)?.rest.replace(/\W+$/, '');
    return rest === '' || (rest !== undefined && matchLabel(rest, known)?.rest === '');
  });
