import { z } from 'zod';
import { hexHmac, sameText } from '#server/adapters/shared/signatures.ts';
import { parseStrictly } from '#server/adapters/shared/strict-json.ts';
import type { WhatsAppEvent } from '#server/kernel/ports/messaging.ts';
import { contactsOf, instant, messageId, messageOf } from './inbound.ts';
import { refusalOf } from './refusals.ts';

const MAX_BYTES = 3 * 1024 * 1024;

type Keys = { appSecret: string; verifyToken: string; phoneId: string };

const anything = z.array(z.unknown()).catch([]);
const webhook = z.object({ object: z.unknown().optional(), entry: anything });
const entry = z.object({ changes: anything });
const change = z.object({
  field: z.literal('messages'),
  value: z.object({
    metadata: z.object({ phone_number_id: z.string() }),
    contacts: anything,
    messages: anything,
    statuses: anything,
  }),
});

/**
 * The known events of a webhook about our number, in order; null when its signature over the raw bytes is
 * wrong or it cannot be parsed. One odd part does not affect the others.
 */
export function parseWebhook(keys: Keys, rawBody: Uint8Array, headers: Headers): WhatsAppEvent[] | null {
  if (rawBody.byteLength > MAX_BYTES) return null;
  const signature = headers.get('x-hub-signature-256') ?? '';
  if (!sameText(signature, `sha256=${hexHmac('sha256', keys.appSecret, rawBody)}`)) return null;
  const read = webhook.safeParse(parseStrictly(rawBody));
  if (!read.success) return null;
  if (read.data.object !== 'whatsapp_business_account') return [];
  return read.data.entry
    .flatMap((payload) => entry.safeParse(payload).data?.changes ?? [])
    .flatMap((payload) => eventsOf(keys.phoneId, payload));
}

const status = z.object({
  id: messageId,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: instant,
  errors: z.array(z.unknown()).catch([]),
});
const error = z.object({ code: z.int().nonnegative() });

const UNTOLD = { why: 'other', reason: 'WhatsApp does not say why' } as const;

/** The status of a sent message; null when unreadable or unknown. */
function statusOf(payload: unknown): (WhatsAppEvent & { about: 'status' }) | null {
  const read = status.safeParse(payload);
  if (!read.success) return null;
  const { id, status: state, timestamp: at, errors } = read.data;
  if (state !== 'failed') return { about: 'status', id, state, at, reason: null, why: null };
  const [code] = errors.flatMap((one) => error.safeParse(one).data?.code ?? []);
  const { why, reason } = code === undefined ? UNTOLD : refusalOf(code);
  return { about: 'status', id, state, at, reason, why };
}

function eventsOf(phoneId: string, payload: unknown): WhatsAppEvent[] {
  const read = change.safeParse(payload);
  if (!read.success || read.data.value.metadata.phone_number_id !== phoneId) return [];
  const { contacts, messages, statuses } = read.data.value;
  const knownContacts = contactsOf(contacts);
  return [...messages.map((message) => messageOf(message, knownContacts)), ...statuses.map(statusOf)].filter(
    (event) => event !== null,
  );
}

/** Meta verifies the address when it is registered; the response echoes its challenge. */
export function challenge({ verifyToken }: Keys, query: Record<string, string>): string | null {
  if (query['hub.mode'] !== 'subscribe') return null;
  if (!sameText(query['hub.verify_token'] ?? '', verifyToken)) return null;
  const challengeText = query['hub.challenge'] ?? '';
  return /^[\w-]{1,200}$/.test(challengeText) ? challengeText : null;
}
