import type { Clock } from '#core/dates.ts';
import { createFlutterwave } from '#server/adapters/payments-flutterwave/index.ts';
import { createMonnify } from '#server/adapters/payments-monnify/index.ts';
import { createPaystack } from '#server/adapters/payments-paystack/index.ts';
import { createStripe } from '#server/adapters/payments-stripe/index.ts';
import { outgoingTo } from '#server/adapters/shared/outgoing.ts';
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
  const made: Partial<Record<ProviderName, PaymentProvider>> = { sandbox, ...adapters };
  const named = (name: ProviderName): PaymentProvider => {
    const provider = made[name];
    if (!provider) throw new Error(`${name} is chosen but has no keys`);
    return provider;
  };
  const put = ({ collecting, payingOut }: PaymentSettings['chosen']['NGN']) => ({
    collecting: collecting.map(named),
    payingOut: payingOut && named(payingOut),
  });
  return paymentProviders({ NGN: put(chosen.NGN), USD: put(chosen.USD) }, Object.values(adapters));
}

function adaptersOf(keys: ProviderKeys, clock: Clock, privateHosts: readonly string[]) {
  const about = ({ baseUrl }: { baseUrl: string }) => ({
    clock,
    fetch: outgoingTo(baseUrl, { privateHosts }),
  });
  return {
    ...(keys.paystack && { paystack: createPaystack({ ...keys.paystack, ...about(keys.paystack) }) }),
    ...(keys.monnify && { monnify: createMonnify({ ...keys.monnify, ...about(keys.monnify) }) }),
    ...(keys.flutterwave && {
      flutterwave: createFlutterwave({ ...keys.flutterwave, ...about(keys.flutterwave) }),
    }),
    ...(keys.stripe && { stripe: createStripe({ ...keys.stripe, ...about(keys.stripe) }) }),
  };
}
