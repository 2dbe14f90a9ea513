import { expect, onTestFinished } from 'vitest';
import { type Clock, plusMs } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import type {
  CheckoutRequest,
  PaymentProvider,
  PayoutRequest,
  RefundRequest,
} from '#server/kernel/ports/index.ts';
import { type Exchange, judge } from '../../../../tests/simulators/paystack/contract.ts';
import { PAYSTACK_TEST_KEY, startPaystackSimulator } from '../../../../tests/simulators/paystack/index.ts';
import type { Simulator } from '../../../../tests/simulators/simulator.ts';
import { createPaystack } from './index.ts';

export const KEY = PAYSTACK_TEST_KEY;
export const START = new Date('2026-11-20T10:00:00.000Z');

export type Stage = {
  paystack: PaymentProvider;
  there: Simulator;
  /** Every call so far. */
  exchanges: Exchange[];
  pass(ms: number): void;
};

/** A Paystack of one's own and the adapter that speaks with it. At the end of the test every call is judged by the contract. */
export async function staged(timeoutMs = 5_000): Promise<Stage> {
  let now = START;
  const clock: Clock = () => now;
  const there = await startPaystackSimulator(clock);
  const exchanges: Exchange[] = [];
  const paystack = createPaystack({
    baseUrl: there.url,
    secretKey: KEY,
    clock,
    timeoutMs,
    fetch: recording(exchanges),
  });
  onTestFinished(async () => {
    await there.close();
    expect(exchanges.flatMap((exchange) => judge(exchange).objections)).toEqual([]);
  });
  return {
    paystack,
    there,
    exchanges,
    pass: (ms) => {
      now = plusMs(now, ms);
    },
  };
}

// Records only Paystack's own responses: a faulty response, or one without an envelope, is not one of them.
function recording(exchanges: Exchange[]): typeof fetch {
  return async (input, init) => {
    const body = init?.body === undefined ? undefined : JSON.parse(String(init.body));
    const exchange: Exchange = {
      method: init?.method ?? 'GET',
      url: new URL(String(input)),
      body,
      status: null,
      answer: null,
    };
    exchanges.push(exchange);
    const response = await fetch(input, init);
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    if (typeof answer === 'object' && answer !== null && 'status' in answer)
      Object.assign(exchange, { status: response.status, answer });
    return response;
  };
}

/** The adapter with scripted responses: one after the other, and the last for all that follow. */
export function answering(...answers: [status: number, body: unknown][]): PaymentProvider {
  const left = [...answers];
  const answer: typeof fetch = async () => {
    const [status, body] = (left.length > 1 ? left.shift() : left[0]) ?? [500, null];
    return Response.json(body, { status });
  };
  return createPaystack({ baseUrl: 'http://paystack', secretKey: KEY, clock: () => START, fetch: answer });
}

let count = 0;

export function checkoutRequest(change: Partial<CheckoutRequest> = {}): CheckoutRequest {
  count += 1;
  return {
    reference: `dw_a-B${count}_c-bt`,
    amount: minor(1_075_000),
    currency: 'NGN',
    customerName: 'Ada Okoro',
    customerEmail: 'ada@example.com',
    description: 'Invoice INV-0001',
    businessName: 'Bello & Sons',
    returnUrl: 'https://duewell.example/pay/abc?from=mail',
    ...change,
  };
}

export function payoutRequest(change: Partial<PayoutRequest> = {}): PayoutRequest {
  count += 1;
  return {
    reference: `wdr-${String(count).padStart(26, '0')}`,
    amount: minor(250_000),
    currency: 'NGN',
    bankCode: '058',
    accountNumber: '0123456785',
    accountName: 'Bello and Sons',
    narration: 'Duewell withdrawal',
    ...change,
  };
}

export function refundRequest(transactionId: string, change: Partial<RefundRequest> = {}): RefundRequest {
  count += 1;
  return {
    reference: `rfd_${count}`,
    transactionId,
    paymentReference: 'dw_x',
    amount: minor(1_075_000),
    currency: 'NGN',
    reason: 'The invoice was paid twice',
    providerId: null,
    ...change,
  };
}

/** A payment received in full. */
export async function paid({ paystack, there }: Stage): Promise<string> {
  const request = checkoutRequest();
  expect(await paystack.startCheckout(request)).toEqual(expect.objectContaining({ ok: true }));
  return there.pay(request.reference);
}
