import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OWN_ACCOUNT, SAVED_ACCOUNT } from '#contract/withdrawals.ts';
import type { Currency } from '#core/money.ts';
import { bankListQuery } from '#web/lib/bank-account/queries.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import type { PlainForm } from '#web/lib/plain-form.ts';
import { staffQuery, type WithdrawalType } from './api.ts';
import type { FormValues } from './form-values.ts';

export type OwnAccount = { bankCode: string; bankName: string; number: string; name: string };

/** The payout account of the profile, where its bank takes this currency; undefined until that is known. */
export function useOwnAccount(currency: Currency): OwnAccount | null | undefined {
  const { data: business, isPending } = useBusiness();
  const { data: banks, isPending: banksPending } = useQuery(bankListQuery(currency));
  if (isPending || banksPending) return undefined;
  if (!business?.bankAccountNumber || !business.accountName) return null;
  const bank = banks?.find(({ code }) => code === business.bankCode);
  if (!bank) return null;
  const { bankAccountNumber: number, accountName: name } = business;
  return { bankCode: bank.code, bankName: business.bankName ?? bank.name, number, name };
}

/** The payee's account: the owner's own by default, another one, or the one saved for a member of staff. */
export function usePayee(
  type: WithdrawalType,
  currency: Currency,
  form: PlainForm<FormValues>,
  own: OwnAccount | null | undefined,
) {
  const { data: banks } = useQuery(bankListQuery(currency));
  const { data: staff } = useQuery({ ...staffQuery(currency), enabled: type === 'disburse' });
  const [other, setOther] = useState(form.values.accountNumber !== '');
  const waiting = type === 'self-withdraw' && own === undefined;
  const toOwn = type === 'self-withdraw' && Boolean(own) && !other;
  const values =
    toOwn && own ? { ...form.values, bankCode: own.bankCode, accountNumber: OWN_ACCOUNT } : form.values;
  const saved =
    type === 'disburse' && values.accountNumber === SAVED_ACCOUNT
      ? (staff?.find(({ id }) => id === values.staffId) ?? null)
      : null;
  const bankName = banks?.find(({ code }) => code === values.bankCode)?.name ?? '';
  const account = (name: string | null, ownOne: OwnAccount | null) =>
    toOwn && ownOne
      ? ownOne
      : {
          bankName: saved?.bankName ?? bankName,
          number: saved?.accountNumber ?? values.accountNumber,
          name,
        };
  return { waiting, toOwn, saved, values, choose: (ownOne: boolean) => setOther(!ownOne), account };
}

export type Payee = ReturnType<typeof usePayee>;
