import { createHash } from 'node:crypto';
import { payoutAccounts } from './rules.ts';

const givenNames = [
  'ADAEZE',
  'AISHA',
  'AMINA',
  'BABATUNDE',
  'BLESSING',
  'CHIAMAKA',
  'CHIDI',
  'CHINEDU',
  'EFE',
  'EMEKA',
  'FATIMA',
  'FOLAKE',
  'FUNMILAYO',
  'HALIMA',
  'IBRAHIM',
  'IFEOMA',
  'IMAOBONG',
  'KEMI',
  'MUSA',
  'NGOZI',
  'NKECHI',
  'OBINNA',
  'OLUWASEUN',
  'OSAZE',
  'SADIQ',
  'SEGUN',
  'TERHEMEN',
  'TUNDE',
  'UCHE',
  'USMAN',
  'YETUNDE',
  'ZAINAB',
];
const familyNames = [
  'ABDULLAHI',
  'ABUBAKAR',
  'ADEBAYO',
  'ADEYEMI',
  'AKPAN',
  'BELLO',
  'BALOGUN',
  'DANJUMA',
  'EFFIONG',
  'EZE',
  'IGWE',
  'IORFA',
  'LAWAL',
  'MOHAMMED',
  'NNAMDI',
  'NWOSU',
  'OBASEKI',
  'OBI',
  'OGUNLEYE',
  'OJO',
  'OKAFOR',
  'OKEKE',
  'OKONKWO',
  'OKORO',
  'OLADIPO',
  'ONYEKACHI',
  'SANI',
  'SULEIMAN',
  'TIJANI',
  'UDOH',
  'UMAR',
  'YUSUF',
];

export const UNKNOWN_ACCOUNT = '0000000000';
/** Name enquiries about it get no answer from the bank. */
export const SILENT_ACCOUNT = '0000000099';
/** Its name is another one once it was asked about, until money is sent to it; at each bank by itself. */
export const CHANGING_ACCOUNT = '3000000007';

/** The payout account of the demonstration, in the name of its business. */
export const demoAccount = {
  bankCode: '058',
  accountNumber: '0108024071',
  name: 'OKAFOR KITCHEN AND EVENTS',
} as const;

/** The name on an account, always the same for the same account; null when the bank has no such account. */
export function accountNameOf(bankCode: string, accountNumber: string): string | null {
  if (!/^\d{10}$/.test(accountNumber) || accountNumber.startsWith('00000000')) return null;
  const known = payoutAccounts[accountNumber];
  if (known) return known.name;
  if (demoAccount.bankCode === bankCode && demoAccount.accountNumber === accountNumber)
    return demoAccount.name;
  const bytes = createHash('sha256').update(`${bankCode}:${accountNumber}`).digest();
  const pick = (list: readonly string[], at: number) => list[bytes.readUInt16BE(at) % list.length] ?? '';
  const first = pick(givenNames, 2);
  const second = pick(givenNames, 4);
  return first === second ? `${pick(familyNames, 0)} ${first}` : `${pick(familyNames, 0)} ${first} ${second}`;
}

/** The names of `CHANGING_ACCOUNT`, by its bank. */
export function changingNames() {
  const asked = new Set<string>();
  return {
    next: (bankCode: string): string => {
      const name = asked.has(bankCode) ? 'TEST NAME AFTER' : 'TEST NAME BEFORE';
      asked.add(bankCode);
      return name;
    },
    begin: (bankCode: string): void => void asked.delete(bankCode),
  };
}
