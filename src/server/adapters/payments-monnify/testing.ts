import { afterAll, beforeAll } from 'vitest';
import { plusMs } from '#core/dates.ts';
import { type Minor, minor } from '#core/money.ts';
import type {
  CheckoutRequest,
  Outcome,
  PaymentProvider,
  PayoutRequest,
  RefundRequest,
} from '#server/kernel/ports/index.ts';
import { type MonnifySimulator, startMonnifySimulator } from '../../../../tests/simulators/monnify/index.ts';
import { createMonnify, type MonnifyOptions } from './index.ts';

/** A simulator and an adapter connected to it, on one clock that the test advances. */
export type Stage = {
  sim: MonnifySimulator;
  monnify: PaymentProvider;
  adapter(more?: Partial<MonnifyOptions>): PaymentProvider;
  now(): Date;
  pass(ms: number): void;
  reference(): string;
};

export function stage(more: Partial<MonnifyOptions> = {}): Stage {
  let at = new Date('2026-11-23T09:00:00.250Z');
  let count = 0;
  const on = {
    now: () => at,
    pass: (ms: number) => {
      at = plusMs(at, ms);
    },
    reference: () => {
      count += 1;
      return `chk_${String(count).padStart(6, '0')}`;
    },
  } as Stage;
  beforeAll(async () => {
    on.sim = await startMonnifySimulator(on.now);
    on.adapter = (changed = {}) => createMonnify({ ...optionsFor(on), ...changed });
    on.monnify = on.adapter(more);
  });
  afterAll(() => on.sim.close());
  return on;
}

const optionsFor = ({ sim, now }: Stage): MonnifyOptions => ({
  baseUrl: sim.url,
  apiKey: sim.settings.MONNIFY_API_KEY ?? '',
  secretKey: sim.settings.MONNIFY_SECRET_KEY ?? '',
  contractCode: sim.settings.MONNIFY_CONTRACT_CODE ?? '',
  walletAccount: sim.settings.MONNIFY_WALLET_ACCOUNT ?? '',
  clock: now,
});

export const checkoutFor = (reference: string, amount: Minor = minor(1_500_050)): CheckoutRequest => ({
  reference,
  amount,
  currency: 'NGN',
  customerName: 'Ngozi Eze',
  customerEmail: 'ngozi@example.com',
  description: 'Invoice INV-001',
  businessName: "Ada's Stores",
  returnUrl: 'https://duewell.example/pay/done?i=1',
});

/** Another amount each time, for the same to one account within two minutes is refused. */
export const payoutFor = (reference: string, amount: Minor = minor(2_000_000)): PayoutRequest => ({
  reference,
  amount,
  currency: 'NGN',
  bankCode: '058',
  accountNumber: '0108024071',
  accountName: 'ADAEZE OKAFOR',
  narration: 'Withdrawal',
});

export const refundFor = (reference: string, transactionId: string, amount: Minor): RefundRequest => ({
  reference,
  transactionId,
  paymentReference: 'chk',
  amount,
  currency: 'NGN',
  reason: 'The customer sent it back',
  providerId: null,
});

const login = {
  requestSuccessful: true,
  responseMessage: 'success',
  responseCode: '0',
  responseBody: { accessToken: 'token', expiresIn: 3600 },
};
export const accepted = (responseBody: unknown) => ({ ...login, responseBody });
export const refused = (responseMessage: string, responseCode: string | number = '99') => ({
  requestSuccessful: false,
  responseMessage,
  responseCode,
});

/** An adapter whose provider answers as written here, by the part of the address that is named. */
export function scripted(answers: Record<string, { status?: number; body: unknown }>): PaymentProvider {
  const answer = (url: string) => {
    if (url.includes('/auth/login')) return { body: login };
    return Object.entries(answers).find(([part]) => url.includes(part))?.[1] ?? { status: 500, body: {} };
  };
  return createMonnify({
    baseUrl: 'https://monnify.example',
    apiKey: 'MK_PROD_KEY',
    secretKey: 'secret',
    contractCode: '1',
    walletAccount: '2',
    clock: () => new Date('2026-11-23T09:00:00Z'),
    fetch: async (url) => {
      const { status = 200, body } = answer(String(url));
      return new Response(JSON.stringify(body), { status });
    },
  });
}

/** Unwraps an outcome, which must be ok. */
export function must<T>(outcome: Outcome<T>): { ok: true } & T {
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome;
}
