import type * as z from 'zod/mini';
import type { accountNamesChanged } from '#contract/account-names.ts';
import { bankName } from '#core/banks.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Bank } from '#server/kernel/ports/index.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { askHolder, NO_SUCH_ACCOUNT } from '#server/modules/business/flows/account-holder.ts';
import type { AccountRecord, PaidAccount } from '../commands/payout.ts';
import { accountKey } from '../queries/paid-accounts.ts';
import { isSameHolder } from '../rules.ts';
import { paidAccounts } from './payee-checks.ts';
import { banksFor } from './payout.ts';

/** Concurrent account enquiries. */
const CONCURRENCY = 5;

export type PayeeAccount = {
  bankCode: string;
  accountNumber: string;
  /** The name the bank gave for it when it was kept; null where it was typed now, or the bank had not answered. */
  accountName: string | null;
  /** The record that keeps it; none for one that was typed. */
  record?: AccountRecord;
};

/** An account about to be paid: `shownName` is what its owner was shown, `path` where the request says so. */
export type PayeeToConfirm = {
  account: PayeeAccount;
  shownName: string | null;
  path: string;
  payee: string | null;
};

/** An account whose holder's name the bank gave just now. `record` is to keep that name: it has another one, or none. */
export type ConfirmedAccount = PaidAccount;

type NameChange = z.output<typeof accountNamesChanged>['names'][number];
export type Problem = { field: string; problem: string };
/** The outcome of asking about an account about to be paid. */
export type PayeeCheck =
  | Problem
  | { unanswered: true }
  | { change: NameChange }
  | { confirmed: ConfirmedAccount };

/** Asks the bank anew in whose name accounts are held. What is a problem already stays one. Throws 429 of `askHolder`. */
export async function checkPayees(
  scope: Scope,
  currency: Currency,
  payees: readonly (PayeeToConfirm | Problem)[],
): Promise<PayeeCheck[]> {
  const banks = await banksFor(scope, currency);
  const typed = payees.flatMap((one) => ('account' in one && !wasAsked(one.account) ? [one.account] : []));
  const paid = typed.length > 0 ? await paidAccounts(scope, typed) : new Set<string>();
  return mapInBatches(payees, async (one) => {
    if ('problem' in one) return one;
    const bank = banks.find(({ code }) => code === one.account.bankCode);
    if (!bank) return { field: 'bankCode', problem: 'Choose a bank from the list' };
    const known = wasAsked(one.account) || paid.has(accountKey(one.account));
    return checkHolder(one, bank, await askHolder(scope, currency, one.account, { known, fresh: true }));
  });
}

// It counted against the allowance when it was kept or first paid.
const wasAsked = ({ record, accountName }: PayeeAccount) => record !== undefined || accountName !== null;

function checkHolder(
  { account, shownName, path, payee }: PayeeToConfirm,
  bank: Bank,
  answer: Awaited<ReturnType<typeof askHolder>>,
): PayeeCheck {
  if (!answer.ok) return { unanswered: true };
  const { accountName } = answer;
  if (accountName === null) return { field: 'accountNumber', problem: NO_SUCH_ACCOUNT };
  const expectedName = shownName ?? account.accountName;
  if (expectedName !== null && !isSameHolder(expectedName, accountName))
    return { change: { path, payee, previousName: expectedName, accountName } };
  const { bankCode, accountNumber, record } = account;
  const isNews = record && account.accountName !== accountName;
  const confirmed = { bankCode, bankName: bankName(bankCode) ?? bank.name, accountNumber, accountName };
  return { confirmed: isNews ? { ...confirmed, record } : confirmed };
}

/**
 * The account of one payee, as the bank confirms it now. Throws 422 for an unknown bank or account, `bank_unanswered`, and
 * `account_name_changed` where the name is not the one its owner was shown or, shown none, the one that was kept.
 */
export async function confirmPayee(
  scope: Scope,
  currency: Currency,
  payee: PayeeToConfirm,
): Promise<ConfirmedAccount> {
  const [check] = await checkPayees(scope, currency, [payee]);
  if (!check || 'unanswered' in check) throw bankUnanswered();
  if ('problem' in check) throw fieldError(check.field, check.problem);
  if ('change' in check) throw namesChanged([check.change]);
  return check.confirmed;
}

/** The refusal of what the bank did not confirm. */
export const bankUnanswered = (): AppError =>
  new AppError(
    'bank_unanswered',
    'The bank did not answer, so nothing was sent. Your money is still in your balance. Please try again',
  );

/** The refusal of payouts to accounts whose bank gives another name, until their owner agrees to it. */
export function namesChanged(names: readonly NameChange[]): AppError {
  const [first] = names;
  const message =
    names.length === 1 && first
      ? `The bank now gives the name ${first.accountName} for this account, not ${first.previousName}. Nothing was sent`
      : `The banks now give other names for ${names.length} of these accounts. Nothing was sent`;
  return new AppError('account_name_changed', message, { data: { names } });
}

/** Does the work for all of them, a few at a time. */
export async function mapInBatches<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += CONCURRENCY)
    done.push(...(await Promise.all(all.slice(at, at + CONCURRENCY).map(work))));
  return done;
}
