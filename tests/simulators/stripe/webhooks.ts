import { createHmac } from 'node:crypto';
import type { SimWebhook } from '../simulator.ts';
import { newId } from './ledger.ts';

const API_VERSION = '2026-10-28.endive';

/** `t=…,v1=…`: the HMAC of the moment and the very body, joined by a full stop. */
export function signatureOf(secret: string, at: Date, body: string): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${digest}`;
}

/** Signed when it is sent, so that it is young when it arrives. */
export const signWebhook = (secret: string, at: Date, body: string): SimWebhook => ({
  body,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signatureOf(secret, at, body),
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  },
});

/** An event as Stripe writes it: indented by two. */
function eventBody(at: Date, type: string, object: { livemode?: boolean }): string {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: Math.floor(at.getTime() / 1000),
    data: { object },
    livemode: object.livemode ?? false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  return JSON.stringify(event, null, 2);
}

/** Queues webhooks until they are taken, or posts each once as it comes up. */
export function webhookQueue(secret: string, now: () => Date) {
  let queued: string[] = [];
  let webhookUrl: string | null = null;
  const post = (url: string, body: string) => {
    const { headers } = signWebhook(secret, now(), body);
    fetch(url, { method: 'POST', headers, body }).then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
  };
  return {
    tell: (type: string, object: object) => {
      const body = eventBody(now(), type, object);
      if (webhookUrl) post(webhookUrl, body);
      else queued.push(body);
    },
    take: (): SimWebhook[] => {
      const signed = queued.map((body) => signWebhook(secret, now(), body));
      queued = [];
      return signed;
    },
    postTo: (url: string | null) => {
      webhookUrl = url;
    },
  };
}
