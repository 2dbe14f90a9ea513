// Signs and codes of money as printed, to their ISO 4217 code. `#` and `N` are how naira is typed and read.
const signs: Record<string, string> = {
  '₦': 'NGN',
  N: 'NGN',
  '=N=': 'NGN',
  '#': 'NGN',
  NGN: 'NGN',
  Naira: 'NGN',
  $: 'USD',
  US$: 'USD',
  USD: 'USD',
  '€': 'EUR',
  EUR: 'EUR',
  EURO: 'EUR',
  '£': 'GBP',
  GBP: 'GBP',
  RM: 'MYR',
  MYR: 'MYR',
  Rs: 'INR',
  INR: 'INR',
  '₹': 'INR',
  '¥': 'JPY',
  JPY: 'JPY',
  CHF: 'CHF',
  PLN: 'PLN',
  zł: 'PLN',
  SEK: 'SEK',
  NOK: 'NOK',
  DKK: 'DKK',
  CZK: 'CZK',
  Kč: 'CZK',
  HUF: 'HUF',
  RON: 'RON',
  GHS: 'GHS',
  'GH₵': 'GHS',
  '₵': 'GHS',
  'GH¢': 'GHS',
  KES: 'KES',
  KSh: 'KES',
  ZAR: 'ZAR',
  AOA: 'AOA',
  XOF: 'XOF',
  FCFA: 'XOF',
  CFA: 'XOF',
  XAF: 'XAF',
  AED: 'AED',
  CAD: 'CAD',
  AUD: 'AUD',
  SGD: 'SGD',
  S$: 'SGD',
  HKD: 'HKD',
  CNY: 'CNY',
  IDR: 'IDR',
  Rp: 'IDR',
  THB: 'THB',
  TRY: 'TRY',
  BRL: 'BRL',
  R$: 'BRL',
};

const byFolded = new Map(Object.entries(signs).map(([sign, code]) => [sign.toLowerCase(), code]));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Matches a sign of money; for use inside a longer pattern, case as printed. */
export const signPattern = `(?:${Object.keys(signs)
  .toSorted((a, b) => b.length - a.length)
  .map(escaped)
  .join('|')})\\.?`;

/** The ISO code of a sign or code of money, or null: RS numbers a job, Rs is rupees. */
export const currencyOfSign = (text: string | undefined): string | null =>
  !text || /^n\.?$|^N\.$|^RS$/.test(text)
    ? null
    : (byFolded.get(text.replace(/\.$/, '').toLowerCase()) ?? null);

/** Codes of ISO 4217 that are read where they stand alone. */
export const codes: ReadonlySet<string> = new Set(Object.values(signs));
