import { assert } from '#core/assert.ts';
import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';
import type { WhatsApp } from '#server/kernel/ports/messaging.ts';
import type { Client } from './client.ts';
import { media } from './media.ts';
import { markRead, send } from './sending.ts';
import { submitTemplate } from './templates.ts';
import { challenge, parseWebhook } from './webhooks.ts';

/** The credentials of one business number. */
export type CloudApiSettings = {
  /** Origin of the Graph API, `https://graph.facebook.com`. */
  baseUrl: string;
  version: string;
  token: string;
  phoneId: string;
  businessId: string;
  /** Signs the webhooks. */
  appSecret: string;
  verifyToken: string;
};

type Options = CloudApiSettings & {
  fetch?: typeof fetch;
  timeoutMs?: number;
  downloadTimeoutMs?: number;
};

const TIMEOUT_MS = 20_000;
const DOWNLOAD_TIMEOUT_MS = 60_000;

/** WhatsApp's Cloud API. Throws without a secret: with an empty one anybody could sign webhooks. */
export function createWhatsApp(options: Options): WhatsApp {
  const { appSecret, verifyToken, phoneId } = options;
  assert(appSecret && verifyToken, 'WhatsApp needs an app secret and a verify token');
  const client: Client = {
    baseUrl: options.baseUrl.replace(/(?<!\/)\/+$/, ''),
    version: options.version,
    token: options.token,
    phoneId,
    businessId: options.businessId,
    fetch: options.fetch ?? guardedFetch(options.baseUrl),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    downloadTimeoutMs: options.downloadTimeoutMs ?? DOWNLOAD_TIMEOUT_MS,
  };
  const keys = { appSecret, verifyToken, phoneId };
  return {
    send: (to, message) => send(client, to, message),
    markRead: (messageId) => markRead(client, messageId),
    media: (mediaId) => media(client, mediaId),
    parseWebhook: (rawBody, headers) => parseWebhook(keys, rawBody, headers),
    challenge: (query) => challenge(keys, query),
    submitTemplate: (template) => submitTemplate(client, template),
  };
}
