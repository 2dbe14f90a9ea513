import { randomInt } from 'node:crypto';
import { MINUTE_MS } from '#core/durations.ts';
import type { WhatsAppContact, WhatsAppEvent } from '#server/kernel/ports/messaging.ts';

export const CODE_MS = 10 * MINUTE_MS;
const CODE_LENGTH = 8;
/** No two of these are easily taken for each other. */
const CODE_ALPHABET = '34679ACDEFGHJKMNPQRTWXY';

/** Wrong codes from one person. */
export const WRONG_CODE_LIMIT = { max: 5, windowMs: 60 * MINUTE_MS };
/** Answers to one person who is no owner. */
export const ANSWER_LIMIT = { max: 30, windowMs: 60 * MINUTE_MS };
/** For so long a notice is remembered, so that a repeat is known. */
export const EVENT_RETENTION_MS = 30 * 24 * 60 * MINUTE_MS;
/** WhatsApp gives up long before: what is older is somebody's copy of a notice we may have forgotten. */
export const MAX_EVENT_AGE_MS = EVENT_RETENTION_MS / 2;
/** Answers to somebody no business of ours ever sent anything. */
export const STRANGER_REPLY_LIMIT = { max: 1, windowMs: 24 * 60 * MINUTE_MS };

/** A code to be typed or tapped on a phone. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('');

/** Text hashed so that a code itself is not stored. */
export const codeText = (code: string): string => `whatsapp code ${code}`;

/** The code in `link ABCD EFGH`, however it is written; '' for one that cannot be right, null for any other message. */
export function codeIn(text: string): string | null {
  const match = /^\W*link\b(.{0,40})$/is.exec(text);
  if (!match) return null;
  const code = (match[1] ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
  return code.length === CODE_LENGTH && Array.from(code).every((sign) => CODE_ALPHABET.includes(sign))
    ? code
    : '';
}

/** The owner's own word to take this phone away. */
export const isUnlink = (text: string): boolean => /^\W*un-?link(?:\s+(?:this|my)\s+phone)?\W*$/i.test(text);

/** An owner who is also somebody's customer; a bare "stop" from them is about what they talk about. */
export const ownerOptIntentOf = (text: string): 'stop' | 'start' | null => {
  if (/^\W*(?:unsubscribe|opt ?out|stop all)\W*$/i.test(text)) return 'stop';
  return /^\W*(?:subscribe|opt ?in|unstop)\W*$/i.test(text) ? 'start' : null;
};

/** Intent of a customer's message. */
type CustomerIntent = 'stop' | 'start' | 'receipts' | 'help' | 'invoices';

const intentPatterns: [CustomerIntent, RegExp][] = [
  ['stop', /^\W*(?:stop|unsubscribe|opt ?out|stop all|end|quit)\W*$/i],
  ['start', /^\W*(?:start|unstop|opt ?in|subscribe)\W*$/i],
  ['help', /^\W*(?:help|info|menu|wetin be this)\W*$/i],
  ['receipts', /\b(?:receipts?|paid|i don pay|payments?)\b/i],
];

/** Intent by keyword; defaults to listing open invoices. */
export const customerIntentOf = (text: string): CustomerIntent =>
  intentPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'invoices';

/** By what a person is known: WhatsApp's own name for them where it tells one, for numbers change hands. */
export const contactOf = ({ userId, number }: WhatsAppContact): string => userId ?? number ?? '';

/** Where a person is written to. */
export const addressOf = ({ number, contact }: { number: string | null; contact: string }): string =>
  number ?? contact;

/** One thing of a notice by a name of its own, so that a repeat is known. */
export const eventId = (event: WhatsAppEvent): string =>
  event.about === 'message' ? event.id : `${event.id}/${event.state}`;

/** Sealing context of an event's content. */
export const eventSealContext = (id: string): string => `whatsapp_notices.sealed:${id}`;

/** Action of a reply button; bound to its content, so that an old one cannot do anything new. */
type ButtonAction =
  | { does: 'confirm' | 'change' | 'cancel'; proposalId: string }
  | { does: 'choose'; messageId: string; place: number }
  | { does: 'forward' | 'send'; invoiceId: string };

export const confirmId = (proposalId: string) => `confirm:${proposalId}`;
export const changeId = (proposalId: string) => `change:${proposalId}`;
export const cancelId = (proposalId: string) => `cancel:${proposalId}`;
export const chooseId = (messageId: string, place: number) => `choose:${messageId}:${place}`;
export const forwardId = (invoiceId: string) => `forward:${invoiceId}`;
export const sendId = (invoiceId: string) => `send:${invoiceId}`;

/** A button's meaning; null for what is none of ours. */
export function parseButtonId(id: string): ButtonAction | null {
  const [does = '', targetId = '', place = ''] = id.split(':');
  if (does === 'confirm' || does === 'change' || does === 'cancel') return { does, proposalId: targetId };
  if (does === 'choose' && /^\d{1,2}$/.test(place))
    return { does, messageId: targetId, place: Number(place) };
  if (does === 'forward' || does === 'send') return { does, invoiceId: targetId };
  return null;
}
