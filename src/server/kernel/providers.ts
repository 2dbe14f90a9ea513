import { AppError } from '#core/errors.ts';
import { type Currency, currencies } from '#core/money.ts';
import type { PaymentProvider, PaymentProviders } from './ports/index.ts';

type ProviderChoice = { collecting: readonly PaymentProvider[]; payingOut: PaymentProvider | null };

/**
 * Combines the chosen providers, each only for its capabilities. `others` begin nothing new, but their
 * webhooks are accepted and pending work with them is followed to its end.
 */
export function paymentProviders(
  choice: Record<Currency, ProviderChoice>,
  others: readonly PaymentProvider[] = [],
): PaymentProviders {
  const collecting = (currency: Currency) =>
    choice[currency].collecting.filter(({ collects }) => collects.includes(currency));
  const payingOut = (currency: Currency) =>
    choice[currency].payingOut?.paysOut.includes(currency) ? choice[currency].payingOut : null;
  const all = currencies.flatMap((currency) => [
    ...choice[currency].collecting,
    ...(choice[currency].payingOut ? [choice[currency].payingOut] : []),
  ]);
  return {
    all: [...new Set([...all, ...others])],
    collecting: { NGN: collecting('NGN'), USD: collecting('USD') },
    payingOut: { NGN: payingOut('NGN'), USD: payingOut('USD') },
  };
}

/** The provider in use under a name, or null. */
export function providerByName(providers: PaymentProviders, name: string): PaymentProvider | null {
  return providers.all.find((provider) => provider.name === name) ?? null;
}

/** The provider that keeps cards of payments in a currency; null where none does. */
export const cardKeeperOf = ({ collecting }: PaymentProviders, currency: Currency): PaymentProvider | null =>
  collecting[currency].find(({ savesCards }) => savesCards.includes(currency)) ?? null;

/** Whether a currency is in test mode. */
export function inTestMode(providers: PaymentProviders, currency: Currency): boolean {
  return providers.collecting[currency][0]?.testMode ?? false;
}

/** The provider that sends payouts in a currency. Throws `not_configured` where none does. */
export function payerOf({ payingOut }: PaymentProviders, currency: Currency): PaymentProvider {
  const provider = payingOut[currency];
  if (provider) return provider;
  throw new AppError('not_configured', `Money cannot be sent out in ${currency} here yet`);
}
