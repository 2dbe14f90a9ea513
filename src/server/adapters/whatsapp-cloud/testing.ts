import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type Clock, plusMs } from '#core/dates.ts';
import type { WhatsApp } from '#server/kernel/ports/messaging.ts';
import {
  startWhatsAppSimulator,
  type WhatsAppSimulator,
} from '../../../../tests/simulators/whatsapp/index.ts';
import { createWhatsApp } from './index.ts';

export const START = new Date('2026-11-20T10:00:00.000Z');
export const PHONE_ID = '106540352242922';
export const SECRET = '7c4b1f0e9a2d48638f5e6b7a1c0d9e2f';
export const TOKEN = 'EAAsimulated0token0of0a0system0user';
export const ADA = '2348031234567';

export type Stage = { whatsapp: WhatsApp; there: WhatsAppSimulator; pass(ms: number): void };

/** A WhatsApp of one's own and the adapter that speaks with it. */
export async function staged(timeoutMs = 5_000): Promise<Stage> {
  let now = START;
  const clock: Clock = () => now;
  const there = await startWhatsAppSimulator(clock);
  onTestFinished(() => there.close());
  return {
    whatsapp: adapter({ baseUrl: there.url, timeoutMs }),
    there,
    pass: (ms) => {
      now = plusMs(now, ms);
    },
  };
}

export const adapter = (
  change: { baseUrl?: string; timeoutMs?: number; downloadTimeoutMs?: number; fetch?: typeof fetch } = {},
): WhatsApp =>
  createWhatsApp({
    baseUrl: 'https://graph.facebook.com',
    version: 'v25.0',
    token: TOKEN,
    phoneId: PHONE_ID,
    businessId: '102290129340398',
    appSecret: SECRET,
    verifyToken: 'duewell-simulated-verify-token',
    ...change,
  });

/** The adapter with canned responses: one after the other, and the last for all that follow. */
export function answering(...answers: (() => Response)[]): WhatsApp {
  const left = [...answers];
  const answer: typeof fetch = async () => ((left.length > 1 ? left.shift() : left[0]) ?? Response.error)();
  return adapter({ fetch: answer });
}

/** Meta's envelope of a webhook. */
export const signature = (body: string | Uint8Array, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
/** Parses a webhook; signed correctly by default. */
export const readSigned = (body: string | Uint8Array, header: string | null = signature(body)) =>
  adapter().parseWebhook(
    typeof body === 'string' ? Buffer.from(body) : body,
    new Headers(header === null ? {} : { 'x-hub-signature-256': header }),
  );

export const message = {
  from: ADA,
  id: 'wamid.HBgN',
  timestamp: '1795168800',
  type: 'text',
  text: { body: 'Invoice Mrs Bello ₦45,000' },
};
/** One change of a webhook; a message from Ada by default. */
export const value = (change: object = { messages: [message] }) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '2347000000001', phone_number_id: PHONE_ID },
  contacts: [{ profile: { name: 'Ada' }, wa_id: ADA }],
  ...change,
});
export const notice = (change: object = {}, values: unknown[] = [value()]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', changes: values.map((one) => ({ field: 'messages', value: one })) }],
  ...change,
});
