import { randomUUID } from 'node:crypto';
import { addDays, dateIn } from '#core/dates.ts';
import { PIN } from '../../tests/money.ts';
import type { BusinessFixture } from './dataset.ts';
import { bodyOf, type SendRequest, type TrafficRequest } from './http-client.ts';

type Rng = () => number;

/** Context of a journey: a business, how to send requests, and the random numbers. */
export type JourneyContext = { stall: BusinessFixture; ask: SendRequest; rng: Rng; origins: string[] };
export type Journey = (trip: JourneyContext) => Promise<void>;

const NGN = '/api/ngn';
const REPEATED_SHARE = 0.2;
const PAID_SHARE = 0.9;
const CUSTOMERS = 200;

export const pickOne = <T>(list: readonly T[], rng: Rng): T => list[Math.floor(rng() * list.length)] as T;
const amount = (rng: Rng, most: number) => 100 + Math.floor(rng() * most * 100) / 100;

/** Asks with a key, now and then twice: the second time must have no effect. */
async function requestOnce({ ask, rng }: JourneyContext, trafficRequest: TrafficRequest) {
  const keyed = {
    ...trafficRequest,
    headers: { ...trafficRequest.headers, 'idempotency-key': randomUUID() },
  };
  const answer = await ask(keyed);
  if (rng() < REPEATED_SHARE) await ask({ ...keyed, expected: [...(trafficRequest.expected ?? []), 409] });
  return answer;
}

const draft = (rng: Rng) => ({
  clientName: 'Mrs Bello',
  clientEmail: `soak${Math.floor(rng() * CUSTOMERS)}@example.test`,
  dueDate: addDays(dateIn(new Date()), 7),
  title: 'Catering',
  items: [{ description: 'Jollof rice', quantity: 1, rate: 5_000 + Math.floor(rng() * 1_000_000) / 100 }],
});

/** An invoice is made, goes out by mail, is looked at, and mostly paid at the provider's checkout. */
export const pay: Journey = async (trip) => {
  const { ask, rng, stall } = trip;
  const { token } = stall;
  const post = { method: 'POST' as const, token };
  const made = await requestOnce(trip, {
    ...post,
    kind: 'make an invoice',
    path: `${NGN}/invoice/create`,
    json: draft(rng),
  });
  const invoiceId = bodyOf<{ data?: { id?: string } }>(made)?.data?.id;
  if (!invoiceId) return;
  const path = `${NGN}/invoice/send`;
  const sent = await ask({
    ...post,
    kind: 'send an invoice',
    path,
    json: { invoiceId, channels: ['email'] },
  });
  const link = bodyOf<{ data?: { invoice?: { checkoutUrl?: string } } }>(sent)?.data?.invoice?.checkoutUrl;
  if (!link || rng() > PAID_SHARE) return;
  const page = await ask({ kind: 'fresh pay page', path: new URL(link).pathname });
  const checkout = /http:\/\/127\.0\.0\.1:\d+\/checkout\/\w+/.exec(page.bytes.toString())?.[0];
  if (!checkout) return;
  const paid = await fetch(checkout, { method: 'POST', redirect: 'manual' }).catch(() => null);
  await paid?.body?.cancel();
};

/** Money is taken out; there may be too little, or a PIN was typed wrongly. */
export const withdraw: Journey = async (trip) => {
  const { ask, rng, stall } = trip;
  await ask({ kind: 'balance', path: `${NGN}/withdrawal/balance`, token: stall.token });
  await requestOnce(trip, {
    kind: 'withdraw',
    method: 'POST',
    path: `${NGN}/withdrawal`,
    token: stall.token,
    json: {
      type: 'self-withdraw',
      amount: amount(rng, 300),
      bankCode: '058',
      accountNumber: '0108024071',
      pin: rng() < 0.02 ? '9173' : PIN,
    },
    expected: [409, 422, 423, 429],
  });
};

/** A payment goes back, whole or in part; its receipt is fetched before. */
export const refundPayment: Journey = async (trip) => {
  const { ask, rng, stall } = trip;
  const { token } = stall;
  const listed = await ask({
    kind: 'payments',
    path: `${NGN}/transactions?limit=20&status=completed`,
    token,
  });
  const payments = bodyOf<{ data?: { transactions?: { id: string }[] } }>(listed)?.data?.transactions ?? [];
  const payment = pickOne(payments, rng);
  if (!payment) return;
  const path = `${NGN}/transactions/${payment.id}`;
  await ask({ kind: 'receipt as PDF', path: `${path}/receipt`, token });
  await requestOnce(trip, {
    kind: 'refund',
    method: 'POST',
    path: `${path}/refund`,
    token,
    json: { amount: amount(rng, 400), reason: 'Less was eaten', pin: PIN },
    expected: [409, 422, 423, 429],
  });
};

/** Documents and reports of every kind. */
export const downloadDocuments: Journey = async ({ ask, rng, stall }) => {
  const { token, businessId } = stall;
  const [what, path] = pickOne(
    [
      ['invoice as PDF', `${NGN}/invoice/${pickOne(stall.invoices, rng)}/pdf`],
      ['invoice as PDF', `/api/pay/${pickOne(stall.links, rng)}/pdf`],
      ['report as PDF', `${NGN}/analytics/${businessId}/export?format=pdf`],
      ['report as XLSX', `${NGN}/analytics/${businessId}/export?format=xlsx`],
      ['customers as CSV', `${NGN}/customers/export`],
      ['poster', '/api/counter/poster'],
      ['activities', `${NGN}/activities`],
      ['countries', '/v1/countries/NG/states'],
    ] as const,
    rng,
  );
  if (what === 'poster') await ask({ kind: 'counter', method: 'POST', path: '/api/counter', token });
  await ask({ kind: what, path, token });
};

/** Somebody logs in, looks around, sometimes in vain, and logs out or just goes. */
export const session: Journey = async ({ ask, rng, stall }) => {
  const post = { method: 'POST' as const, path: '/api/auth/login' };
  const password = rng() < 0.1 ? 'not this one' : stall.password;
  const answer = await ask({
    ...post,
    kind: 'log in',
    json: { email: stall.email, password },
    expected: password === stall.password ? [429] : [401, 429],
  });
  const token = bodyOf<{ token?: string }>(answer)?.token;
  if (!token) return;
  await ask({ kind: 'session', path: '/api/auth/session', token });
  await ask({ kind: 'activities', path: `${NGN}/activities`, token });
  if (rng() < 0.8) await ask({ kind: 'log out', method: 'POST', path: '/api/auth/logout', token });
  if (rng() < 0.2)
    await ask({
      kind: 'forgotten password',
      method: 'POST',
      path: '/api/auth/forgot-password',
      json: { email: stall.email },
    });
};

/** A new account, whose welcome goes out by mail. */
export const signUp: Journey = async ({ ask }) => {
  await ask({
    kind: 'sign up',
    method: 'POST',
    path: '/api/auth/register',
    json: {
      firstName: 'Adaeze',
      lastName: 'Okafor',
      email: `soak.${randomUUID()}@example.test`,
      password: 'correct horse staple 9',
      preferredCurrency: 'NGN',
      agreed: true,
    },
  });
};

/** A customer is reminded by hand of what is sent and not paid. */
export const remind: Journey = async ({ ask, rng, stall }) => {
  await ask({
    kind: 'remind',
    method: 'POST',
    path: `${NGN}/invoice/send-reminder`,
    token: stall.token,
    json: { invoiceId: pickOne(stall.invoices, rng), channels: ['email'] },
    expected: [409, 422],
  });
};
