import { AppError } from '#core/errors.ts';
import { currencies, type Currency } from '#core/money.ts';
import type { PaymentProvider, PaymentProviders } from './ports/index.ts';

type Chosen = { collecting: readonly PaymentProvider[]; payingOut: PaymentProvider | null };

/**
 * Combines the chosen providers, each only for its capabilities. `others` begin nothing new, but their
 * webhooks are accepted and pending work with them is followed to its end.
 */
export function paymentProviders(
  chosen: Record<Currency, Chosen>,
  others: readonly PaymentProvider[] = [],
): PaymentProviders {
  const collecting = (currency: Currency) =>
    chosen[currency].collecting.filter(({ collects }) => collects.includes(currency));
  const payingOut = (currency: Currency) =>
    chosen[currency].payingOut?.paysOut.includes(currency) ? chosen[currency].payingOut : null;
  const all = currencies.flatMap((currency) => [
    ...chosen[currency].collecting,
    ...(chosen[currency].payingOut ? [chosen[currency].payingOut] : []),
  ]);
  return {
    all: [...new Set([...all, ...others])],
    collecting: { NGN: collecting('NGN'), USD: collecting('USD') },
    payingOut: { NGN: payingOut('NGN'), USD: payingOut('USD') },
  };
}

/** One provider for everything it can do. */
export function onlyProvider(provider: PaymentProvider): PaymentProviders {
  const chosen = { collecting: [provider], payingOut: provider };
  return paymentProviders({ NGN: chosen, USD: chosen });
}

/** The provider in use under a name, or null. */
export function providerNamed(providers: PaymentProviders, name: string): PaymentProvider | null {
  return providers.all.find((provider) => provider.name === name) ?? null;
}

/** Whether a currency is in test mode. */
export function inTestMode(providers: PaymentProviders, currency: Currency): boolean {
  return providers.collecting[currency][0]?.testMode ?? false;
}

/** The refusal where no provider sends payouts in a currency. */
export const noPayouts = (currency: Currency): AppError =>
  new AppError('not_configured', `Money cannot be sent out in ${currency} here yet`);
