import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { LanguageModel, PaymentProvider } from '#server/kernel/ports/index.ts';
import type { WhatsApp } from '#server/kernel/ports/messaging.ts';
import { onlyProvider } from '#server/kernel/providers.ts';
import type { Ports } from '#server/kernel/scope.ts';
import { onEvent } from '#server/observability/events.ts';
import { createFakeProvider, payoutState } from '../../../tests/fake-provider.ts';
import {
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../tests/harness.ts';
import { guardPorts } from './guarded-ports.ts';

const params = { currency: 'NGN' } as const;
const never = () => new Promise<never>(() => {});
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const fake = createFakeProvider();
let hangs = false;
const hanging: PaymentProvider = {
  ...fake,
  resolveAccount: (...args) => (hangs ? never() : fake.resolveAccount(...args)),
};
let app: TestApp;
let owner: Owner;
let stopListening = () => {};
const circuit: { openedAt: number | null } = { openedAt: null };

beforeAll(async () => {
  app = await testApp(
    { RATE_NAME_ENQUIRIES_PER_DAY: '1000' },
    { ports: (made) => ({ ...made, payments: onlyProvider(hanging) }) },
  );
  owner = await newOwner(app);
  for (let at = 0; at < 20; at++) await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  stopListening = onEvent('circuit', ({ open }) => {
    circuit.openedAt = open ? performance.now() : null;
  });
});
afterAll(async () => {
  stopListening();
  await app.close();
});

const enquire = () =>
  owner.call(api.withdrawals.resolveAccount, {
    params,
    query: { bankCode: '058', accountNumber: '0108024071' },
  });

async function p95OfLists(): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < 40; at++) {
    const from = performance.now();
    await owner.call(api.invoices.list, { params });
    took.push(performance.now() - from);
  }
  return took.sort((a, b) => a - b)[Math.floor(0.95 * took.length)] ?? 0;
}

test('a provider that hangs slows no list, is left alone within ten seconds, and is asked again by itself', {
  timeout: 60_000,
}, async () => {
  await p95OfLists();
  const calm = await p95OfLists();
  hangs = true;
  const from = performance.now();
  const waiting = Array.from({ length: 20 }, () => enquire().catch(() => null));
  const troubled = await p95OfLists();
  while (circuit.openedAt === null && performance.now() - from < 10_000) await pause(20);
  const openedMs = Math.round((circuit.openedAt ?? Number.POSITIVE_INFINITY) - from);
  console.log(
    `lists p95 ${calm.toFixed(1)} ms, beside it ${troubled.toFixed(1)} ms; left alone after ${openedMs} ms`,
  );
  expect(openedMs).toBeLessThan(10_000);
  expect(troubled).toBeLessThan(Math.max(100, 3 * calm));
  const refusedFrom = performance.now();
  expect((await refusalOf(enquire())).code).toBe('provider_unavailable');
  expect(performance.now() - refusedFrom).toBeLessThan(500);
  hangs = false;
  app.advance(3_000);
  expect((await enquire()).data.accountName).toBe('ADAEZE OKAFOR');
  expect(circuit.openedAt).toBeNull();
  void waiting;
});

const down = { ok: false as const, reason: 'down', retry: true };

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
