import { editDistance, foldConfusables, maxTypos } from './normalize.ts';

/** Concept of a word on an invoice, in whatever language it is printed. */
export type Concept = keyof typeof dictionary;

const dictionary = {
  total: `rechnungsbetrag rechnungssumme total tota totals totale totaal totalt summe gesamt gesamtsumme razem suma jumlah jumlahbesar totaux totalen ttl tot
    celkem osszesen yhteensa sum`,
  grand:
    'grand document documento dokument final overall general generale invoice rechnung faktura facture factura fattura bill kwota',
  amount:
    'amount amt amnt montant betrag importe importo bedrag valor value belopp belob somme wert sales sale entgelt positionsbetrag',
  gross:
    'gross bruttosumme bruttobetrag brutto gesamtbetrag endbetrag endsumme ttc brut lordo bruto rechnungsendbetrag gesamtpreis',
  payable:
    'due payable pay zahlbetrag zahlbar payer pagar pagare betalen betale betala zaplaty owing outstanding offener forderung restbetrag solde bezahlen',
  balance: 'balance bal saldo reste restant',
  sub: `subtotal subtotals zwischensumme positionssumme subtotaal subtotale sous subt nettosumme nettobetrag nettowert
    nettoentgelt warenwert imponibile grundlage delsumma`,
  subpart: 'sub zwischen',
  net: 'net nett netto',
  inclusive:
    'incl inclusive including includes included inc inkl inklusive inclus incluse inclusa incluida incluido comprise zzgl w with after',
  exclusive:
    'excl exclusive excluding exc exkl ohne hors ht sin escl esclusa excluido before without less_tax taxable vor zonder exkluderat',
  tax: `vat gst tax taxes mwst ust umsatzsteuer mehrwertsteuer steuerbetrag steuer tva iva btw sst hst pst moms podatek
    taxe taxes imposta impuesto impuestos cukai mwstbetrag ustbetrag sales_tax servicetax dph afa alv igv cst cgst sgst igst nhil getfund steuerbasisbetrag`,
  discount: `discount disc dscnt rebate rabatt abschlag nachlass remise descuento sconto korting rabat rabais abschlage
    gesamtrabatt promotion promo voucher coupon sondernachlass ristourne reduction diskaun allowance`,
  charge: `delivery shipping freight transport transportation postage versand versandkosten zuschlag zuschlage fracht
    transportkosten port spedizione trasporto verzendkosten handling logistics dispatch envio livraison carriage servicecharge
    frachtkosten wysylka porto frais waybill packaging surcharge convenience tip gratuity`,
  service: 'service svc serv',
  fee: 'charge charges fee fees chg cost costs kosten levy spese',
  commission: 'commission comm agency provision courtage comision provvigione provisie',
  withholding: 'withholding wht wtax retenue retencion ritenuta quellensteuer irpf withheld',
  paid: `paid deposit advance payment payments anzahlung anzahlungen bezahlt acompte anticipo acconto aanbetaling prepayment
    prepaid received bayaran zaplacono zaliczka verse pagado pagato part_payment betaald credits`,
  cash: `cash tendered tender tunai bar gegeben especes efectivo contanti contante kontant visa mastercard master card debit
    credit verve maestro amex nets ewallet carte karte bancontact pin pos transfer cheque tng boost grabpay paypal`,
  change:
    'change ruckgeld wechselgeld rendu cambio resto baki wisselgeld reszta vaxel chg_due changes kembalian',
  rounding:
    'rounding rounded round roundoff rnd rundung arrondi arrotondamento redondeo afronding adjustment adj roundings pembundaran rndg',
  quantity: `qty quantity menge quantite cantidad quantita aantal ilosc qte pcs units anzahl nombre hrs hours antal item_count qnty
    kuantiti stuck menge_einheit meng mg nos`,
  item: `item items goods description particulars particular product products beschreibung bezeichnung artikel artikelbezeichnung
    artikelbeschreibung designation descripcion descricao descrizione omschrijving opis nazwa details article articles goods_description
    leistung concepto prestation keterangan title beskrivning services produkt produit prodotto service_description name`,
  rate: `rate price unitprice nettopreis einzelpreis preis prix prezzo precio prijs cena unit_cost pu einheitspreis stuckpreis
    harga uprice up apreis epreis pris tarif unitario unitaire`,
  unit: 'unit einheit units unite unidad',
  number: 'no number num nr nummer numero numer id reg registration tin code ref sn',
  saved: 'saved savings save you_saved gespart points point earned reward',
  base: 'base basis basisbetrag basis_amount',
  summary: 'summary analysis breakdown code rate_pct category',
  words: 'words naira only kobo',
} as const;

const fillers = new Set(
  `transaction loyalty special previous opening available closing brought forward current less add plus minus abzgl supplies the of to for in on at is this that and or a an de la le du des les el los las di da il het van der die das den dem und y e z do
   sr zr s n v k rm ngn usd eur myr gbp rs payment_terms by per your our no s x are all date amount_in january february march april may june
   july august september october november december jan feb mar apr jun jul aug sep oct nov dec von aus fur be now here customer`.split(
    /\s+/,
  ),
);

// Words of headings that say nothing of amounts.
const headings = new Set(
  'customer sold buyer client receipt seller vendor supplier terms address account phone telephone description bank'
    .split(' ')
    .map(foldConfusables),
);

const exact = new Map<string, Concept[]>();
const byLength = new Map<number, { word: string; concept: Concept }[]>();
for (const [concept, words] of entriesOf(dictionary)) {
  for (const raw of words.split(/\s+/).filter((word) => !word.includes('_'))) {
    const word = foldConfusables(raw);
    exact.set(word, [...(exact.get(word) ?? []), concept]);
    byLength.set(word.length, [...(byLength.get(word.length) ?? []), { word, concept }]);
  }
}
const blurredFillers = new Set([...fillers].map(foldConfusables));

/** Whether a word, with its confusable letters folded, is one of those printed around amounts. */
export const isKnownWord = (word: string): boolean =>
  exact.has(word) || blurredFillers.has(word) || headings.has(word);

function entriesOf<T extends Record<string, string>>(of: T): [Concept, string][] {
  return Object.entries(of) as [Concept, string][];
}

/** Concepts of a text, and the share of its letters they explain. */
type Meaning = { concepts: ReadonlySet<Concept>; coverage: number };

// Goods are called nearly so: gloss, paint.
const alike = new Set(['gross', 'point', 'points'].map(foldConfusables));

const cache = new Map<string, Concept[]>();
const MAX_CACHED = 20_000;

/** The concepts of one word; several where it is compounded ("TOTALAMOUNT"), none where it is not known. */
export function conceptsOf(word: string): Concept[] {
  const known = cache.get(word);
  if (known) return known;
  const found = exact.get(word) ?? byEditDistance(word) ?? compound(word) ?? [];
  if (cache.size > MAX_CACHED) cache.clear();
  cache.set(word, found);
  return found;
}

function byEditDistance(word: string): Concept[] | null {
  const limit = maxTypos(word.length);
  if (limit === 0 || /\d/.test(word)) return null;
  let best = limit + 1;
  let found: Concept | null = null;
  for (let length = word.length - limit; length <= word.length + limit; length++) {
    for (const entry of byLength.get(length) ?? []) {
      if (maxTypos(entry.word.length) === 0 || alike.has(entry.word)) continue;
      const far = editDistance(word, entry.word, best - 1);
      if (far < best) [best, found] = [far, entry.concept];
    }
  }
  return found ? [found] : null;
}

function compound(word: string): Concept[] | null {
  if (word.length < 6) return null;
  for (let cut = 3; cut <= word.length - 2; cut++) {
    const [head, tail] = [word.slice(0, cut), word.slice(cut)];
    const first = exact.get(head) ?? (blurredFillers.has(head) ? [] : undefined);
    if (!first) continue;
    const rest = exact.get(tail) ?? (blurredFillers.has(tail) ? [] : compound(tail));
    if (rest) return [...first, ...rest];
  }
  return null;
}

/** The combined concepts of a label's words; those of other scripts say nothing. */
export function meaningOf(text: string): Meaning {
  const words = joinSpacedLetters(foldConfusables(splitRunTogether(text)))
    .split(' ')
    .filter((word) => /\p{L}{2}|^[a-z]$/u.test(word) && !/[^\p{Script=Latin}\p{N}]/u.test(word));
  const concepts = new Set<Concept>();
  let letters = 0;
  let explained = 0;
  for (const word of words) {
    const found = conceptsOf(word);
    for (const concept of found) concepts.add(concept);
    letters += word.length;
    if (found.length || blurredFillers.has(word)) explained += word.length;
  }
  return { concepts, coverage: letters ? explained / letters : 0 };
}

// Readers of pictures run words together: "AddVAT", "BillTo".
const splitRunTogether = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => {
    const foldedWord = foldConfusables(word);
    const isKnown = conceptsOf(foldedWord).length > 0 || blurredFillers.has(foldedWord);
    return isKnown ? word : word.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  });

// "T O T A L" is a word.
const joinSpacedLetters = (text: string) =>
  text.replace(/(?<!\S)(?:\p{L} ){3,}\p{L}(?!\S)/gu, (run) => run.replace(/ /g, ''));
