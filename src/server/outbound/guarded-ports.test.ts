import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { LanguageModel, PaymentProvider } from '#server/kernel/ports/index.ts';
import type { WhatsApp } from '#server/kernel/ports/messaging.ts';
import type { Ports } from '#server/kernel/scope.ts';
import { onEvent } from '#server/observability/events.ts';
import { createFakeProvider, onlyProvider, paidBy, payoutState } from '../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../tests/harness.ts';
import { guardPorts } from './guarded-ports.ts';

const params = { currency: 'NGN' } as const;
const down = { ok: false as const, reason: 'down', retry: true };
const never = () => new Promise<never>(() => {});
const fake = createFakeProvider();
let hangs = false;
let isSilent = true;
let calls = 0;
const hanging: PaymentProvider = {
  ...fake,
  resolveAccount: (...args) => {
    calls++;
    if (isSilent) return Promise.resolve(down);
    return hangs ? never() : fake.resolveAccount(...args);
  },
};
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({ RATE_NAME_ENQUIRIES_PER_DAY: '1000' }, { ports: paidBy(hanging) });
  // Nothing that the bank has said already is to stand in for an answer.
  owner = await newOwner(app);
  isSilent = false;
  calls = 0;
  await owner.call(api.invoices.create, { params, body: sampleInvoice() });
});
afterAll(() => app.close());

const enquire = () =>
  owner.call(api.withdrawals.resolveAccount, {
    params,
    query: { bankCode: '058', accountNumber: '0108024071' },
  });

/** Waits until the circuit opens, or closes. */
const circuitIs = (state: 'open' | 'closed') =>
  new Promise<void>((done) => {
    const stopListening = onEvent('circuit', ({ open }) => {
      if (open === (state === 'open')) done(stopListening());
    });
  });

test('a provider that hangs holds up no list, is left alone, and is asked again by itself', async () => {
  hangs = true;
  const opened = circuitIs('open');
  let answered = 0;
  for (let at = 0; at < 20; at++)
    void enquire()
      .catch(() => null)
      .finally(() => answered++);
  await eventually(async () => calls >= 20);
  for (let at = 0; at < 40; at++) await owner.call(api.invoices.list, { params });
  expect(answered).toBe(0);
  await opened;
  expect((await refusalOf(enquire())).code).toBe('provider_unavailable');
  expect(calls).toBe(20);
  hangs = false;
  const closed = circuitIs('closed');
  app.advance(3_000);
  expect((await enquire()).data.accountName).toBe('ADAEZE OKAFOR');
  await closed;
});

test('while a circuit is open each port answers in its own words, and money is still sent', async () => {
  const calls: string[] = [];
  const provider = { ...createFakeProvider(), down: true };
  provider.sendPayout = async () => {
    calls.push('sendPayout');
    return payoutState('unknown');
  };
  provider.verifyPayment = async () => down;
  provider.payoutState = async () => payoutState('completed');
  const whatsapp = { send: async () => ({ ok: 'unknown', reason: 'no answer' }) } as unknown as WhatsApp;
  const model = { name: 'm', sees: false, converse: async () => down } as unknown as LanguageModel;
  const made = { ...app.system.ports, payments: onlyProvider(provider), whatsapp, model } as Ports;
  const ports = guardPorts(made, () => new Date(0), 30_000);
  const [guarded] = ports.payments.all;
  for (let times = 0; times < 5; times++) {
    await guarded?.verifyPayment('any');
    await ports.whatsapp?.send('234', { kind: 'text', body: 'Hello' });
    await ports.model?.converse({} as never);
  }
  expect(await guarded?.verifyPayment('any')).toMatchObject({ ok: false, retry: true });
  // Money may be on its way: what nobody was asked about is not known, and never failed.
  expect(await guarded?.payoutState('any')).toMatchObject({ state: 'unknown' });
  await guarded?.sendPayout({} as never);
  expect(calls).toEqual(['sendPayout']);
  expect(await ports.whatsapp?.send('234', { kind: 'text', body: 'Hello' })).toMatchObject({
    ok: false,
    retry: true,
  });
  expect(await ports.model?.converse({} as never)).toMatchObject({ ok: false, retry: true });
  expect(guarded?.payoutFee).toBe(provider.payoutFee);
  expect(ports.payments.all[0]).toBe(ports.payments.payingOut.NGN);
});
