import type { Clock } from '#core/dates.ts';
import { createFlutterwave } from '#server/adapters/payments-flutterwave/index.ts';
import { createMonnify } from '#server/adapters/payments-monnify/index.ts';
import { createPaystack } from '#server/adapters/payments-paystack/index.ts';
import { createStripe } from '#server/adapters/payments-stripe/index.ts';
import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';
import type { PaymentSettings, ProviderKeys, ProviderName } from '#server/config/payments.ts';
import type { PaymentProvider, PaymentProviders } from '#server/kernel/ports/index.ts';
import { paymentProviders } from '#server/kernel/providers.ts';

/** Makes the adapters of the providers that are set up and puts each where it was chosen. */
export function chooseProviders(
  { keys, chosen }: PaymentSettings,
  sandbox: PaymentProvider,
  clock: Clock,
  privateHosts: readonly string[] = [],
): PaymentProviders {
  const adapters = adaptersOf(keys, clock, privateHosts);
  const providers: Partial<Record<ProviderName, PaymentProvider>> = { sandbox, ...adapters };
  const providerByName = (name: ProviderName): PaymentProvider => {
    const provider = providers[name];
    if (!provider) throw new Error(`${name} is chosen but has no keys`);
    return provider;
  };
  const assign = ({ collecting, payingOut }: PaymentSettings['chosen']['NGN']) => ({
    collecting: collecting.map(providerByName),
    payingOut: payingOut && providerByName(payingOut),
  });
  return paymentProviders({ NGN: assign(chosen.NGN), USD: assign(chosen.USD) }, Object.values(adapters));
}

function adaptersOf(keys: ProviderKeys, clock: Clock, privateHosts: readonly string[]) {
  const options = ({ baseUrl }: { baseUrl: string }) => ({
    clock,
    fetch: guardedFetch(baseUrl, { privateHosts }),
  });
  return {
    ...(keys.paystack && { paystack: createPaystack({ ...keys.paystack, ...options(keys.paystack) }) }),
    ...(keys.monnify && { monnify: createMonnify({ ...keys.monnify, ...options(keys.monnify) }) }),
    ...(keys.flutterwave && {
      flutterwave: createFlutterwave({ ...keys.flutterwave, ...options(keys.flutterwave) }),
    }),
    ...(keys.stripe && { stripe: createStripe({ ...keys.stripe, ...options(keys.stripe) }) }),
  };
}
