import { formatMoney, type Minor } from '#core/money.ts';

/** An amount in a currency that need not be one of ours, in minor units of a hundred. */
export function formatAnyCurrency(amount: Minor, currency: string): string {
  if (currency === 'NGN' || currency === 'USD') return formatMoney(amount, currency);
  return `${currency} ${formatMoney(amount, 'USD').replace('$', '')}`;
}
