/**
 * A Nigerian bank. `code` is the Central Bank's, as payment providers use it. `takesPayouts` is false where the bank
 * has closed or become part of another; records that name it stay readable.
 */
type BankEntry = {
  readonly code: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly takesPayouts: boolean;
};

const open = (code: string, name: string, ...aliases: string[]): BankEntry => ({
  code,
  name,
  aliases,
  takesPayouts: true,
});
const closedBank = (code: string, name: string, ...aliases: string[]): BankEntry => ({
  code,
  name,
  aliases,
  takesPayouts: false,
});

/** The banks a business chooses from, in the order they are shown. As of November 2026. */
export const commercialBanks: readonly BankEntry[] = [
  open('044', 'Access Bank', 'access', 'diamond bank'),
  open('011', 'First Bank of Nigeria', 'first bank', 'firstbank', 'fbn'),
  open('058', 'Guaranty Trust Bank (GTB)', 'gtb', 'gtbank', 'gt bank', 'gtco', 'guaranty trust'),
  open('057', 'Zenith Bank', 'zenith'),
  open('033', 'United Bank for Africa (UBA)', 'uba', 'united bank'),
  open('050', 'Ecobank Nigeria', 'ecobank', 'eco bank'),
  open('221', 'Stanbic IBTC Bank', 'stanbic', 'ibtc'),
  open('070', 'Fidelity Bank', 'fidelity'),
  open('032', 'Union Bank of Nigeria', 'union bank', 'unionbank', 'ubn'),
  open('035', 'Wema Bank', 'wema', 'alat'),
  open('076', 'Polaris Bank', 'polaris', 'skye bank'),
  open('082', 'Keystone Bank', 'keystone'),
  open('214', 'FCMB', 'first city monument bank'),
  // Licence revoked in June 2024.
  closedBank('030', 'Heritage Bank', 'heritage'),
  open('232', 'Sterling Bank', 'sterling'),
  open('215', 'Unity Bank', 'unity'),
  open('301', 'Jaiz Bank', 'jaiz'),
  // Part of Union Bank since September 2025.
  closedBank('102', 'Titan Trust Bank', 'titan'),
  open('101', 'Providus Bank', 'providus'),
  open('100', 'SunTrust Bank', 'suntrust', 'sun trust'),
];

/** Banks without branches that many small businesses use. */
const appBanks: readonly BankEntry[] = [
  open('50211', 'Kuda Microfinance Bank', 'kuda', 'kuda bank'),
  open('999992', 'OPay', 'opay', 'o pay', 'paycom'),
  open('999991', 'PalmPay', 'palmpay', 'palm pay'),
  open('50515', 'Moniepoint Microfinance Bank', 'moniepoint', 'monie point', 'teamapt'),
];

/** Every bank known without asking a payment provider. */
export const banks: readonly BankEntry[] = [...commercialBanks, ...appBanks];

/** The name of the bank with this code, or null. */
export function bankName(code: string): string | null {
  return banks.find((bank) => bank.code === code)?.name ?? null;
}

/** `0123 456 789`: an account number in pieces that can be read out. Anything else is left alone. */
export function formatAccountNumber(number: string): string {
  return /^\d{10}$/.test(number) ? `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}` : number;
}

/**
 * Banks that a few typed letters may mean, the likeliest first: exact code, name or alias; then those with a word that
 * begins so; then those that contain it. Every bank for an empty text.
 */
export function findBanks(text: string): BankEntry[] {
  const query = normalised(text);
  if (query === '') return [...banks];
  const ranked = banks.map((bank) => ({ bank, rank: rankOf(bank, query) }));
  return ranked
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ bank }) => bank);
}

const NO_MATCH = 3;

function rankOf(bank: BankEntry, query: string): number {
  return Math.min(
    ...[bank.code, bank.name, ...bank.aliases].map((label) => rankOfLabel(normalised(label), query)),
  );
}

function rankOfLabel(label: string, query: string): number {
  if (label === query) return 0;
  if (` ${label}`.includes(` ${query}`)) return 1;
  return label.includes(query) ? 2 : NO_MATCH;
}

function normalised(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
