import { randomUUID } from 'node:crypto';
import { addDays, dateIn } from '#core/dates.ts';
import { PIN } from '../../tests/money.ts';
import { type Ask, type Asked, told } from './asking.ts';
import type { Stall } from './market.ts';

type Chance = () => number;

/** What a journey has at hand: a business, how to call, and chance. */
export type Trip = { stall: Stall; ask: Ask; chance: Chance; origins: string[] };
export type Journey = (trip: Trip) => Promise<void>;

const NGN = '/api/ngn';
const REPEATED_SHARE = 0.2;
const PAID_SHARE = 0.9;
const CUSTOMERS = 200;

export const one = <T>(list: readonly T[], chance: Chance): T =>
  list[Math.floor(chance() * list.length)] as T;
const amount = (chance: Chance, most: number) => 100 + Math.floor(chance() * most * 100) / 100;

/** Asks with a key, now and then twice: the second time must have no effect. */
async function askOnce({ ask, chance }: Trip, asked: Asked) {
  const keyed = { ...asked, headers: { ...asked.headers, 'idempotency-key': randomUUID() } };
  const answer = await ask(keyed);
  if (chance() < REPEATED_SHARE) await ask({ ...keyed, expected: [...(asked.expected ?? []), 409] });
  return answer;
}

const draft = (chance: Chance) => ({
  clientName: 'Mrs Bello',
  clientEmail: `soak${Math.floor(chance() * CUSTOMERS)}@example.test`,
  dueDate: addDays(dateIn(new Date()), 7),
  title: 'Catering',
  items: [{ description: 'Jollof rice', quantity: 1, rate: 5_000 + Math.floor(chance() * 1_000_000) / 100 }],
});

/** An invoice is made, goes out by mail, is looked at, and mostly paid at the provider's checkout. */
export const pay: Journey = async (trip) => {
  const { ask, chance, stall } = trip;
  const { token } = stall;
  const post = { method: 'POST' as const, token };
  const made = await askOnce(trip, {
    ...post,
    kind: 'make an invoice',
    path: `${NGN}/invoice/create`,
    json: draft(chance),
  });
  const invoiceId = told<{ data?: { id?: string } }>(made)?.data?.id;
  if (!invoiceId) return;
  const path = `${NGN}/invoice/send`;
  const sent = await ask({
    ...post,
    kind: 'send an invoice',
    path,
    json: { invoiceId, channels: ['email'] },
  });
  const link = told<{ data?: { invoice?: { checkoutUrl?: string } } }>(sent)?.data?.invoice?.checkoutUrl;
  if (!link || chance() > PAID_SHARE) return;
  const page = await ask({ kind: 'fresh pay page', path: new URL(link).pathname });
  const checkout = /http:\/\/127\.0\.0\.1:\d+\/checkout\/\w+/.exec(page.bytes.toString())?.[0];
  if (!checkout) return;
  const paid = await fetch(checkout, { method: 'POST', redirect: 'manual' }).catch(() => null);
  await paid?.body?.cancel();
};

/** Money is taken out; there may be too little, or a PIN was typed wrongly. */
export const withdraw: Journey = async (trip) => {
  const { ask, chance, stall } = trip;
  await ask({ kind: 'balance', path: `${NGN}/withdrawal/balance`, token: stall.token });
  await askOnce(trip, {
    kind: 'withdraw',
    method: 'POST',
    path: `${NGN}/withdrawal`,
    token: stall.token,
    json: {
      type: 'self-withdraw',
      amount: amount(chance, 300),
      bankCode: '058',
      accountNumber: '0108024071',
      pin: chance() < 0.02 ? '9173' : PIN,
    },
    expected: [409, 422, 423, 429],
  });
};

/** A payment goes back, whole or in part; its receipt is fetched before. */
export const giveBack: Journey = async (trip) => {
  const { ask, chance, stall } = trip;
  const { token } = stall;
  const listed = await ask({
    kind: 'payments',
    path: `${NGN}/transactions?limit=20&status=completed`,
    token,
  });
  const payments = told<{ data?: { transactions?: { id: string }[] } }>(listed)?.data?.transactions ?? [];
  const payment = one(payments, chance);
  if (!payment) return;
  const path = `${NGN}/transactions/${payment.id}`;
  await ask({ kind: 'receipt as PDF', path: `${path}/receipt`, token });
  await askOnce(trip, {
    kind: 'refund',
    method: 'POST',
    path: `${path}/refund`,
    token,
    json: { amount: amount(chance, 400), reason: 'Less was eaten', pin: PIN },
    expected: [409, 422, 423, 429],
  });
};

/** Papers and reports of every kind. */
export const papers: Journey = async ({ ask, chance, stall }) => {
  const { token, businessId } = stall;
  const [what, path] = one(
    [
      ['invoice as PDF', `${NGN}/invoice/${one(stall.invoices, chance)}/pdf`],
      ['invoice as PDF', `/api/pay/${one(stall.links, chance)}/pdf`],
      ['report as PDF', `${NGN}/analytics/${businessId}/export?format=pdf`],
      ['report as XLSX', `${NGN}/analytics/${businessId}/export?format=xlsx`],
      ['customers as CSV', `${NGN}/customers/export`],
      ['poster', '/api/counter/poster'],
      ['activities', `${NGN}/activities`],
      ['countries', '/v1/countries/NG/states'],
    ] as const,
    chance,
  );
  if (what === 'poster') await ask({ kind: 'counter', method: 'POST', path: '/api/counter', token });
  await ask({ kind: what, path, token });
};

/** Somebody logs in, looks around, sometimes in vain, and logs out or just goes. */
export const session: Journey = async ({ ask, chance, stall }) => {
  const post = { method: 'POST' as const, path: '/api/auth/login' };
  const password = chance() < 0.1 ? 'not this one' : stall.password;
  const answer = await ask({
    ...post,
    kind: 'log in',
    json: { email: stall.email, password },
    expected: password === stall.password ? [429] : [401, 429],
  });
  const token = told<{ token?: string }>(answer)?.token;
  if (!token) return;
  await ask({ kind: 'session', path: '/api/auth/session', token });
  await ask({ kind: 'activities', path: `${NGN}/activities`, token });
  if (chance() < 0.8) await ask({ kind: 'log out', method: 'POST', path: '/api/auth/logout', token });
  if (chance() < 0.2)
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
export const remind: Journey = async ({ ask, chance, stall }) => {
  await ask({
    kind: 'remind',
    method: 'POST',
    path: `${NGN}/invoice/send-reminder`,
    token: stall.token,
    json: { invoiceId: one(stall.invoices, chance), channels: ['email'] },
    expected: [409, 422],
  });
};
