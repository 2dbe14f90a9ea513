import type { Clock } from '#core/dates.ts';
import type { PaymentSettings, ProviderKeys, ProviderName } from './config-payments.ts';
import { createFlutterwave } from './adapters/payments-flutterwave/index.ts';
import { createMonnify } from './adapters/payments-monnify/index.ts';
import { createPaystack } from './adapters/payments-paystack/index.ts';
import { createStripe } from './adapters/payments-stripe/index.ts';
import type { PaymentProvider, PaymentProviders } from './ports.ts';
import { paymentProviders } from './providers.ts';

/** Makes the adapters of the providers that are set up and puts each where it was chosen. */
export function chooseProviders(
  { keys, chosen }: PaymentSettings,
  sandbox: PaymentProvider,
  clock: Clock,
): PaymentProviders {
  const adapters = adaptersOf(keys, clock);
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

const adaptersOf = (keys: ProviderKeys, clock: Clock) => ({
  ...(keys.paystack && { paystack: createPaystack({ ...keys.paystack, clock }) }),
  ...(keys.monnify && { monnify: createMonnify({ ...keys.monnify, clock }) }),
  ...(keys.flutterwave && { flutterwave: createFlutterwave({ ...keys.flutterwave, clock }) }),
  ...(keys.stripe && { stripe: createStripe({ ...keys.stripe, clock }) }),
});
