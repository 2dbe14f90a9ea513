import * as z from 'zod';
import { currencies, type Currency } from '#core/money.ts';
import { ConfigError } from './startup-errors.ts';
import { optionalText } from './values.ts';

const names = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  );

/** The settings of payment providers, as part of the environment. */
export const paymentSettings = {
  PAYMENTS_NGN: names,
  PAYMENTS_USD: names,
  PAYOUTS_NGN: optionalText,
  PAYOUTS_USD: optionalText,
  PAYSTACK_SECRET_KEY: optionalText,
  PAYSTACK_URL: z.url().default('https://api.paystack.co'),
  MONNIFY_API_KEY: optionalText,
  MONNIFY_SECRET_KEY: optionalText,
  MONNIFY_CONTRACT_CODE: optionalText,
  MONNIFY_WALLET_ACCOUNT: optionalText,
  MONNIFY_URL: optionalText,
  FLUTTERWAVE_SECRET_KEY: optionalText,
  FLUTTERWAVE_SECRET_HASH: optionalText,
  FLUTTERWAVE_URL: z.url().default('https://api.flutterwave.com'),
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_URL: z.url().default('https://api.stripe.com'),
};
const environment = z.object(paymentSettings);
type Environment = z.infer<typeof environment>;

/** Credentials of each provider; null where it is not set up. */
export type ProviderKeys = {
  paystack: { baseUrl: string; secretKey: string } | null;
  monnify: {
    baseUrl: string;
    apiKey: string;
    secretKey: string;
    contractCode: string;
    walletAccount: string;
  } | null;
  flutterwave: { baseUrl: string; secretKey: string; secretHash: string } | null;
  stripe: { baseUrl: string; secretKey: string; webhookSecret: string } | null;
};
export type ProviderName = keyof ProviderKeys | 'sandbox';

/** Providers that collect a currency, in order of preference, and the one that pays out; null for none. */
export type PaymentSettings = {
  keys: ProviderKeys;
  chosen: Record<Currency, { collecting: ProviderName[]; payingOut: ProviderName | null }>;
};

// Default capabilities of each provider; Stripe sends no money to Nigerian banks.
const collects: Record<Currency, (keyof ProviderKeys)[]> = {
  NGN: ['paystack', 'monnify', 'flutterwave'],
  USD: ['stripe', 'paystack', 'flutterwave'],
};
const paysOut: Record<Currency, (keyof ProviderKeys)[]> = {
  NGN: ['paystack', 'monnify', 'flutterwave'],
  USD: [],
};

/**
 * Reads which providers are used for what. Throws where keys are missing, incomplete, or not fit for
 * production.
 */
export function paymentsOf(e: Environment, production: boolean): PaymentSettings {
  const keys = keysOf(e);
  if (production) refuseTestKeys(e);
  const chosen = (currency: Currency) => ({
    collecting: known(
      keys,
      production,
      `PAYMENTS_${currency}`,
      e[`PAYMENTS_${currency}`],
      collects[currency],
    ),
    payingOut:
      known(
        keys,
        production,
        `PAYOUTS_${currency}`,
        e[`PAYOUTS_${currency}`] ? [e[`PAYOUTS_${currency}`] as string] : [],
        paysOut[currency],
      )[0] ?? null,
  });
  const settings = { keys, chosen: { NGN: chosen('NGN'), USD: chosen('USD') } };
  if (production && currencies.every((currency) => settings.chosen[currency].collecting.length === 0))
    throw new ConfigError(
      'In production set the keys of at least one payment provider. docs/settings.md says how',
    );
  return settings;
}

function known(
  keys: ProviderKeys,
  production: boolean,
  setting: string,
  providerNames: string[],
  able: (keyof ProviderKeys)[],
): ProviderName[] {
  const ready = able.filter((name) => keys[name]);
  if (providerNames.length === 0) return ready.length > 0 || production ? ready : ['sandbox'];
  return providerNames.map((name) => {
    if (name === 'sandbox' && !production) return name;
    const found = ready.find((one) => one === name);
    if (found) return found;
    throw new ConfigError(`${setting} names ${name}, which ${unknownProvider(name, able)}`);
  });
}

function unknownProvider(name: string, able: string[]): string {
  if (name === 'sandbox') return 'is refused in production';
  return able.includes(name) ? 'has no keys' : `cannot do that; ${able.join(', ') || 'nobody'} can`;
}

function keysOf(e: Environment): ProviderKeys {
  return {
    paystack: together({ PAYSTACK_SECRET_KEY: e.PAYSTACK_SECRET_KEY }) && {
      baseUrl: trimmed(e.PAYSTACK_URL),
      secretKey: e.PAYSTACK_SECRET_KEY ?? '',
    },
    monnify: together({
      MONNIFY_API_KEY: e.MONNIFY_API_KEY,
      MONNIFY_SECRET_KEY: e.MONNIFY_SECRET_KEY,
      MONNIFY_CONTRACT_CODE: e.MONNIFY_CONTRACT_CODE,
      MONNIFY_WALLET_ACCOUNT: e.MONNIFY_WALLET_ACCOUNT,
    }) && {
      baseUrl: trimmed(e.MONNIFY_URL ?? monnifyHost(e.MONNIFY_API_KEY ?? '')),
      apiKey: e.MONNIFY_API_KEY ?? '',
      secretKey: e.MONNIFY_SECRET_KEY ?? '',
      contractCode: e.MONNIFY_CONTRACT_CODE ?? '',
      walletAccount: e.MONNIFY_WALLET_ACCOUNT ?? '',
    },
    flutterwave: together({
      FLUTTERWAVE_SECRET_KEY: e.FLUTTERWAVE_SECRET_KEY,
      FLUTTERWAVE_SECRET_HASH: e.FLUTTERWAVE_SECRET_HASH,
    }) && {
      baseUrl: trimmed(e.FLUTTERWAVE_URL),
      secretKey: e.FLUTTERWAVE_SECRET_KEY ?? '',
      secretHash: e.FLUTTERWAVE_SECRET_HASH ?? '',
    },
    stripe: together({
      STRIPE_SECRET_KEY: e.STRIPE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: e.STRIPE_WEBHOOK_SECRET,
    }) && {
      baseUrl: trimmed(e.STRIPE_URL),
      secretKey: e.STRIPE_SECRET_KEY ?? '',
      webhookSecret: e.STRIPE_WEBHOOK_SECRET ?? '',
    },
  };
}

/** True when all are set, null when none is; a partial set of keys is a mistake. */
function together(settings: Record<string, string | undefined>): true | null {
  const missing = Object.keys(settings).filter((name) => !settings[name]);
  if (missing.length === Object.keys(settings).length) return null;
  if (missing.length > 0)
    throw new ConfigError(
      `Set ${missing.join(', ')} as well, or none of ${Object.keys(settings).join(', ')}`,
    );
  return true;
}

const trimmed = (url: string) => url.replace(/(?<!\/)\/+$/, '');
const monnifyHost = (key: string) =>
  key.startsWith('MK_TEST_') ? 'https://sandbox.monnify.com' : 'https://api.monnify.com';

const LEAST_SECRET = 16;
const testShapes = [
  /(^|[_-])(test|sandbox|demo|example|sample)([_-]|$)/i,
  /^FLWSECK_TEST/i,
  /change.?me|placeholder|password|secret.?key/i,
  /^(.)\1+$/,
];

// Live money behind a published key, or behind a test key, would be given away.
function refuseTestKeys(e: Environment): void {
  for (const name of Object.keys(paymentSettings) as (keyof Environment)[]) {
    const value = e[name];
    if (typeof value !== 'string') continue;
    if (name.endsWith('_URL') && !value.startsWith('https:'))
      throw new ConfigError(`${name} must be https in production`);
    if (!/_(KEY|SECRET|HASH)$/.test(name)) continue;
    if (testShapes.some((shape) => shape.test(value)))
      throw new ConfigError(`${name} is a test key, which is refused in production`);
    if (value.length < LEAST_SECRET) throw new ConfigError(`${name} is too short to be a real key`);
  }
}
