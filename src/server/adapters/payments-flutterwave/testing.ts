import { minor } from '#core/money.ts';
import type { CheckoutRequest, PayoutRequest, RefundRequest } from '#server/kernel/ports/index.ts';
import { createFlutterwave } from './index.ts';

let count = 0;
/** A reference of ours, another one each time. */
export const newReference = () => `ref-${(count += 1)}`;

export const checkoutOf = (more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  reference: newReference(),
  amount: minor(250_050),
  currency: 'NGN',
  customerName: 'Ada Obi',
  customerEmail: 'ada@example.com',
  description: 'Invoice 7',
  businessName: 'Bright & Sons',
  returnUrl: 'https://duewell.test/pay/7?lang=en',
  ...more,
});

export const payoutOf = (more: Partial<PayoutRequest> = {}): PayoutRequest => ({
  reference: newReference(),
  amount: minor(550_025),
  currency: 'NGN',
  bankCode: '058',
  accountNumber: '0108024071',
  accountName: 'ADA OBI',
  narration: 'Withdrawal',
  ...more,
});

export const refundOf = (transactionId: string, amount: number, more: Partial<RefundRequest> = {}) => ({
  reference: newReference(),
  transactionId,
  paymentReference: 'ref-of-the-payment',
  amount: minor(amount),
  currency: 'NGN' as const,
  reason: 'Not delivered',
  providerId: null,
  ...more,
});

/** Response to one call; a number alone is a status with an unhelpful error. */
export type Answer = (call: {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
}) => unknown;

/** An adapter with scripted responses, and the calls it made. */
export function scripted(answer: Answer, key = 'FLWSECK_TEST-scripted-X') {
  const calls: string[] = [];
  const flutterwave = createFlutterwave({
    baseUrl: 'https://flutterwave.test',
    secretKey: key,
    secretHash: 'hash of the dashboard',
    clock: () => new Date('2026-11-20T09:00:00Z'),
    fetch: async (input, init) => {
      const url = new URL(String(input));
      const method = init?.method ?? 'GET';
      calls.push(`${method} ${url.pathname}`);
      const result = answer({
        method,
        path: url.pathname.replace(/^\/v3/, ''),
        query: url.searchParams,
        body: String(init?.body ?? ''),
      });
      if (typeof result === 'number')
        return Response.json({ status: 'error', message: 'No' }, { status: result });
      return result instanceof Response ? result : Response.json(result);
    },
  });
  return { flutterwave, calls };
}

export const success = (data: unknown, pages = 1) => ({
  status: 'success',
  message: 'Done',
  data,
  meta: { page_info: { total: 1, current_page: 1, total_pages: pages } },
});

export const refusal = (message: string, status = 400) =>
  Response.json({ status: 'error', message, data: null }, { status });

export const transaction = (more: Record<string, unknown> = {}) => ({
  id: 4_975_363,
  tx_ref: 'inv-1',
  flw_ref: '1000042',
  amount: 1000,
  currency: 'NGN',
  charged_amount: 1000,
  app_fee: 14,
  amount_settled: 984.95,
  status: 'successful',
  payment_type: 'card',
  created_at: '2026-11-19T10:00:00.000Z',
  ...more,
});

export const transfer = (more: Record<string, unknown> = {}) => ({
  id: 396_432,
  reference: 'out-1',
  amount: 5500,
  fee: 26.875,
  currency: 'NGN',
  status: 'NEW',
  complete_message: '',
  bank_code: '044',
  account_number: '0690000040',
  created_at: '2026-11-19T10:00:00.000Z',
  ...more,
});

export const refund = (more: Record<string, unknown> = {}) => ({
  id: 75_923,
  tx_id: 4_975_363,
  amount_refunded: 400,
  status: 'completed-bank-transfer',
  comments: 'back-1 Not delivered',
  meta: {},
  created_at: '2026-11-19T11:00:00.000Z',
  ...more,
});
