import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currencyParams, empty, instant } from './wire.ts';

const MEGABYTE = 1024 * 1024;

export const linkedWhatsApp = z.object({
  /** Whether this service has a number on WhatsApp. */
  available: z.boolean(),
  /** The display form of that number: `+2347000000001`. */
  number: z.nullable(z.string()),
  /** The phone that speaks for the business; its number with only the last digits, null where it is hidden. */
  phone: z.nullable(z.object({ number: z.nullable(z.string()), linkedAt: instant })),
});

export const whatsappCode = z.object({
  code: z.string(),
  expiresAt: instant,
  /** Opens WhatsApp with the message typed in. */
  url: z.string(),
  /** The same as a QR code: the address of a picture. */
  qrCode: z.string(),
});

export const whatsapp = {
  challenge: endpoint({
    method: 'GET',
    path: '/api/webhooks/whatsapp',
    summary: "Meta's question whether this address is ours, answered to whoever knows the verify token",
    auth: 'none',
    owner: 'public',
    query: z.object({
      'hub.mode': z.optional(z.string()),
      'hub.verify_token': z.optional(z.string()),
      'hub.challenge': z.optional(z.string()),
    }),
    media: 'text/plain',
    metered: 'refusals',
  }),
  notice: endpoint({
    method: 'POST',
    path: '/api/webhooks/whatsapp',
    summary: "WhatsApp's signed notice: verified, stored, acknowledged, then answered",
    auth: 'none',
    owner: 'public',
    mostBytes: MEGABYTE,
    response: empty,
    metered: 'refusals',
  }),
  phone: endpoint({
    method: 'GET',
    path: '/api/:currency/user/whatsapp-phone',
    summary: 'Which phone speaks for the business on WhatsApp',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: z.object({ data: linkedWhatsApp }),
  }),
  /**
   * Requires a recent proof. An earlier code is no longer valid. 409 `not_configured` where this service has
   * no number on WhatsApp.
   */
  code: endpoint({
    method: 'POST',
    path: '/api/:currency/user/whatsapp-phone/code',
    summary: 'A code to be sent from the phone that is to be linked: it counts once and for ten minutes',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: z.object({ data: whatsappCode }),
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/api/:currency/user/whatsapp-phone',
    summary: 'Take the phone and an open code away from the business',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: empty,
  }),
};
