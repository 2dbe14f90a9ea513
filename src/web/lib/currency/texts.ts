import type { Currency } from '#core/money.ts';
import { labels } from '#web/ui/labels.ts';

const names = labels.currencies;

/** Words about what is in the other currency than the screens show. */
export const texts = {
  record: (currency: Currency) => `This one is in ${names[currency]}`,
  shown: (currency: Currency) => `Your screens show ${names[currency]} now.`,
  show: (currency: Currency) => `Show ${names[currency]}`,
  changed: (currency: Currency) =>
    `Your screens show ${names[currency]} now. Change it back in Settings, Account.`,
  failed: 'The currency was not changed',
  owed: (amount: string, currency: Currency) => `You are owed ${amount} in ${names[currency]}.`,
  ready: (amount: string) => `${amount} more is ready to withdraw.`,
};
