import type * as z from 'zod/mini';
import type { newStaff, staffUpdate } from '#contract/staff.ts';
import { bankName } from '#core/banks.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { holderToKeep } from '#server/modules/business/flows/account-holder.ts';
import { checkPin } from '#server/modules/business/flows/pin.ts';
import { type CheckedAccount, changeStaff } from '../commands/staff.ts';
import { accountKey } from '../queries/paid-accounts.ts';
import { staffById } from '../queries/staff.ts';
import { staffAccountPlace } from '../rules.ts';
import type { StaffRow } from '../table.ts';
import type { PayeeAccount } from './confirm-payees.ts';
import { paidAccounts } from './payee-checks.ts';
import { banksFor } from './payout.ts';

/** A new member of staff: their details, and the account holder's name where the bank gives it. */
export async function checkedStaff(scope: Scope, currency: Currency, input: z.output<typeof newStaff>) {
  const account = await checkedAccount(scope, currency, input.bankCode, input.accountNumber);
  const { name, email, phone, usualAmount } = input;
  return { account, person: { name, email, phone: phone || null, usualAmount: usualAmount ?? null } };
}

/**
 * Changes a member of staff; another account needs the PIN, and the bank is asked about it. Throws 404 for
 * anybody not on the list.
 */
export async function updateStaff(
  scope: Scope,
  currency: Currency,
  id: string,
  input: z.output<typeof staffUpdate>,
): Promise<StaffRow> {
  const before = await staffById(scope.db, scope.actor.businessId, currency, id);
  const account = await changedAccount(scope, currency, before, input);
  const { name, email, phone, usualAmount } = input;
  const person = {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone: phone || null }),
    ...(usualAmount === undefined ? {} : { usualAmount }),
  };
  return scope.transact((ctx) => changeStaff(ctx, currency, id, person, account));
}

async function changedAccount(
  scope: Scope,
  currency: Currency,
  before: StaffRow,
  { bankCode, accountNumber, pin }: z.output<typeof staffUpdate>,
): Promise<CheckedAccount | null> {
  if (bankCode === undefined && accountNumber === undefined) return null;
  if (bankCode === undefined) throw fieldError('bankCode', 'Choose a bank');
  if (accountNumber === undefined) throw fieldError('accountNumber', 'Enter 10-digit account number');
  const isKnown = before.account_number_sealed !== '' && bankCode === before.bank_code;
  if (isKnown && accountNumber === (await numberOf(scope, before))) return null;
  if (pin === undefined) throw fieldError('pin', 'Enter your 4-digit PIN');
  const account = await checkedAccount(scope, currency, bankCode, accountNumber);
  await checkPin(scope, pin);
  return account;
}

/** The full account of a member of staff. */
export async function accountOfStaff(scope: Pick<Scope, 'vault'>, row: StaffRow): Promise<PayeeAccount> {
  return {
    bankCode: row.bank_code,
    accountNumber: await numberOf(scope, row),
    accountName: row.account_name || null,
    record: { of: { staffId: row.id }, sealed: row.account_number_sealed },
  };
}

// A number does not travel from one instance to another.
export const refuseUnknownAccount = (sealed: string): void => {
  if (sealed === '') throw new AppError('conflict', 'Enter this account number again before you pay');
};

function numberOf({ vault }: Pick<Scope, 'vault'>, row: StaffRow): Promise<string> {
  refuseUnknownAccount(row.account_number_sealed);
  return vault.open(row.business_id, staffAccountPlace(row.business_id, row.id), row.account_number_sealed);
}

async function checkedAccount(
  scope: Scope,
  currency: Currency,
  bankCode: string,
  accountNumber: string,
): Promise<CheckedAccount> {
  const bank = (await banksFor(scope, currency)).find(({ code }) => code === bankCode);
  if (!bank) throw fieldError('bankCode', 'Choose a bank from the list');
  const account = { bankCode, accountNumber };
  const known = (await paidAccounts(scope, [account])).has(accountKey(account));
  const accountName = await holderToKeep(scope, currency, account, { known });
  return { ...account, accountName, bankName: bankName(bankCode) ?? bank.name };
}
