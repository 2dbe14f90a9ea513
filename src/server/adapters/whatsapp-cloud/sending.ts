import { z } from 'zod';
import type { WhatsAppFile, WhatsAppMessage, WhatsAppSendResult } from '#server/kernel/ports/messaging.ts';
import { callApi, type Client } from './client.ts';
import { fileName, fileOf, objectionToFile, wireOf } from './wire.ts';

const NUMBER = /^[1-9]\d{5,14}$/;
/** Meta's id of a person for one business: a country, then letters and digits. */
const USER_ID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

const id = z.string().min(1).max(500);
const sent = z.object({ messages: z.array(z.object({ id })).min(1) });
const uploaded = z.object({ id: z.string().regex(/^[\w-]{1,128}$/) });

/** Sends one message. An answer that got lost is `unknown`: the message may be there. */
export async function send(
  client: Client,
  to: string,
  message: WhatsAppMessage,
): Promise<WhatsAppSendResult> {
  const recipient = recipientOf(to);
  if (!recipient) return rejection('This is not a number of WhatsApp', 'unreachable');
  // Validated before its file is uploaded.
  const fitting = wireOf(message, null);
  if (typeof fitting === 'string') return rejection(fitting);
  const given = await hand(client, message);
  if (!given.ok) return given;
  const wire = given.mediaId ? wireOf(message, given.mediaId) : fitting;
  if (typeof wire === 'string') return rejection(wire);
  const result = await callApi(
    client,
    {
      method: 'POST',
      path: `/${client.phoneId}/messages`,
      json: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...recipient,
        ...wire,
      },
    },
    sent,
  );
  if (result.kind === 'said') return { ok: true, id: result.data.messages[0]?.id ?? '' };
  if (result.kind === 'refused')
    return { ok: false, why: result.why, reason: result.reason, retry: result.retry };
  return result.mayHaveArrived
    ? { ok: 'unknown', reason: result.reason }
    : { ok: false, why: 'other', reason: result.reason, retry: true };
}

function recipientOf(to: string): { to: string } | { recipient: string } | null {
  if (NUMBER.test(to)) return { to };
  return USER_ID.test(to) ? { recipient: to } : null;
}

const rejection = (
  reason: string,
  why: 'unreachable' | 'other' = 'other',
): WhatsAppSendResult & { ok: false } => ({
  ok: false,
  why,
  reason,
  retry: false,
});

type Given = { ok: true; mediaId: string | null } | (WhatsAppSendResult & { ok: false });

async function hand(client: Client, message: WhatsAppMessage): Promise<Given> {
  const file = fileOf(message);
  if (!file) return { ok: true, mediaId: null };
  const objection = objectionToFile(message.kind, file);
  if (objection) return rejection(objection);
  const body = formOf(file);
  const result = await callApi(client, { method: 'POST', path: `/${client.phoneId}/media`, body }, uploaded);
  if (result.kind === 'said') return { ok: true, mediaId: result.data.id };
  // Nothing has been sent yet, so a lost answer is no unknown outcome.
  if (result.kind === 'unclear') return { ok: false, why: 'other', reason: result.reason, retry: true };
  return { ok: false, why: result.why, reason: result.reason, retry: result.retry };
}

function formOf({ name, mime, content }: WhatsAppFile): FormData {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', mime);
  form.set('file', new Blob([new Uint8Array(content)], { type: mime }), fileName(name));
  return form;
}

/** Blue ticks and "typing" for at most 25 seconds; whether it worked changes nothing. */
export async function markRead(client: Client, messageId: string): Promise<void> {
  const json = {
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: messageId,
    typing_indicator: { type: 'text' },
  };
  await callApi(client, { method: 'POST', path: `/${client.phoneId}/messages`, json }, z.unknown());
}
