const WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];

/**
 * Whether the tenth digit of a Nigerian account number is the check digit of its bank code and serial, by the
 * Central Bank of Nigeria's NUBAN standard (2010; revised 2020 for codes of five and six digits). A failure
 * is only a warning: wallets that use phone numbers, test accounts and some virtual accounts fail it and
 * still exist.
 */
export function nubanLooksValid(bankCode: string, accountNumber: string): boolean {
  const institution = institutionCode(bankCode);
  if (institution === null || !/^\d{10}$/.test(accountNumber)) return false;
  const digits = `${institution}${accountNumber.slice(0, 9)}`;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return (10 - (sum % 10)) % 10 === Number(accountNumber[9]);
}

function institutionCode(bankCode: string): string | null {
  if (/^\d{3}$/.test(bankCode)) return `000${bankCode}`;
  if (/^\d{5}$/.test(bankCode)) return `9${bankCode}`;
  return /^\d{6}$/.test(bankCode) ? bankCode : null;
}
