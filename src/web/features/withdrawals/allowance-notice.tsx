import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { balanceQuery } from '#web/lib/figures/balance.ts';
import { LimitNotice } from '#web/lib/profile/limit-notice.tsx';
import type { Balance } from './api.ts';

const texts = {
  day: (most: string, left: string) => `You can send ${most} a day, and ${left} of it is left.`,
  tooNew: (most: string, left: string) =>
    `You can send ${most} a day to accounts you have not paid before, and ${left} of it is left. Send a part now: a day later you can send that account any amount.`,
  proof: (most: string) =>
    `To accounts you have not paid before, your PIN alone sends ${most} a day. For more we ask for your password or a code.`,
};

type AllowanceNoticeProps = {
  currency: Currency;
  amount: Minor | null;
  /** The own account is known; of another it may be the first payment. */
  isOwn: boolean;
};

/** Said while an amount is typed: which allowance of the day it needs, before the call refuses it. */
export function AllowanceNotice({ currency, amount, isOwn }: AllowanceNoticeProps) {
  const { data: balance } = useQuery(balanceQuery(currency));
  if (!balance || amount === null) return null;
  const text = needOf(balance, amount, isOwn, (value) => formatMoney(value, currency));
  if (text === null) return null;
  return <LimitNotice icon={<ShieldCheck aria-hidden />} text={text} raise={balance.allowance.raise} />;
}

function needOf(
  { available, allowance: { payouts, newAccounts, newAccountsProven } }: Balance,
  amount: Minor,
  isOwn: boolean,
  money: (value: Minor) => string,
): string | null {
  // All that the day allows is said to be less than all there is.
  if (amount > payouts.left || (amount === payouts.left && amount < available))
    return texts.day(money(payouts.most), money(payouts.left));
  if (isOwn) return null;
  if (amount > newAccountsProven.left)
    return texts.tooNew(money(newAccountsProven.most), money(newAccountsProven.left));
  return amount > newAccounts.left ? texts.proof(money(newAccounts.most)) : null;
}
