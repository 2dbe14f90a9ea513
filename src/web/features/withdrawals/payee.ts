import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OWN_ACCOUNT, SAVED_ACCOUNT } from '#contract/bank-accounts.ts';
import type { Currency } from '#core/money.ts';
import { bankListQuery } from '#web/lib/bank-account/queries.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { staffQuery, type WithdrawalType } from './api.ts';
import type { FormValues } from './form-values.ts';

export type OwnAccount = { bankCode: string; bankName: string; number: string; name: string | null };

/** The payout account of the profile, where its bank takes this currency; undefined until that is known. */
export function useOwnAccount(currency: Currency): OwnAccount | null | undefined {
  const { data: business, isPending } = useBusiness();
  const { data: banks, isPending: banksPending } = useQuery(bankListQuery(currency));
  if (isPending || banksPending) return undefined;
  if (!business?.bankAccountNumber) return null;
  const bank = banks?.find(({ code }) => code === business.bankCode);
  if (!bank) return null;
  const { bankAccountNumber: number, accountName: name } = business;
  return { bankCode: bank.code, bankName: business.bankName ?? bank.name, number, name };
}

/** Whether money goes to the own account, where there is one; another can be chosen. */
export function useOwnChoice(type: WithdrawalType, own: OwnAccount | null | undefined, initial: FormValues) {
  const [other, setOther] = useState(initial.accountNumber !== '');
  const chosen = type === 'self-withdraw' && !other ? (own ?? null) : null;
  return {
    waiting: type === 'self-withdraw' && own === undefined,
    chosen,
    choose: (isOwn: boolean) => setOther(!isOwn),
    /** Typed values, with the own account where that is chosen. */
    into: (values: FormValues): FormValues =>
      chosen ? { ...values, bankCode: chosen.bankCode, accountNumber: OWN_ACCOUNT } : values,
  };
}

export type OwnChoice = ReturnType<typeof useOwnChoice>;

/** The member of staff whose saved account is chosen, and the account as the confirmation repeats it. */
export function usePayee(
  type: WithdrawalType,
  currency: Currency,
  values: FormValues,
  own: OwnAccount | null,
) {
  const { data: banks } = useQuery(bankListQuery(currency));
  const { data: staff } = useQuery({ ...staffQuery(currency), enabled: type === 'disburse' });
  const saved =
    type === 'disburse' && values.accountNumber === SAVED_ACCOUNT
      ? (staff?.find(({ id }) => id === values.staffId) ?? null)
      : null;
  const bankName = banks?.find(({ code }) => code === values.bankCode)?.name ?? '';
  const account = (name: string | null) => ({
    bankName: own?.bankName ?? saved?.bankName ?? bankName,
    number: own?.number ?? saved?.accountNumber ?? values.accountNumber,
    name,
  });
  return { saved, account };
}
