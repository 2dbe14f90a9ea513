import { z } from 'zod';
import type { WhatsAppContact, WhatsAppEvent } from '#server/kernel/ports/messaging.ts';
import { cut, onOneLine, sendable } from './truncate.ts';

const NAME = 100;
const TYPE = 40;
const TEXT = 16_000;

/** An invalid number is dropped, not refused: senders may hide theirs. */
const number = z
  .string()
  .regex(/^\d{6,15}$/)
  .nullable()
  .catch(null);
const userId = z
  .string()
  .regex(/^[A-Z]{2}\.[\w.]{1,140}$/)
  .nullable()
  .catch(null);

export const messageId = z.string().min(1).max(500);
const LAST_SECOND = 4_102_444_800;
/** Unix seconds, written as text; up to the year 2100. */
export const instant = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .pipe(z.int().positive().max(LAST_SECOND))
  .transform((seconds) => new Date(seconds * 1000));

const textField = z.string().catch('');
const contact = z.object({
  wa_id: number,
  user_id: userId,
  profile: z.object({ name: textField }).catch({ name: '' }),
});
type Contact = z.infer<typeof contact>;

/** The contacts of a webhook; unreadable ones are left out. */
export const contactsOf = (payload: unknown[]): Contact[] =>
  payload.flatMap((one) => contact.safeParse(one).data ?? []);

const message = z.object({
  id: messageId,
  from: number,
  from_user_id: userId,
  timestamp: instant,
  type: z.string().max(200),
  group_id: z.unknown().optional(),
  context: z.object({ id: messageId }).nullable().catch(null),
});

/**
 * One message of a webhook; null when it is unreadable or belongs to a group, which cannot act for a
 * business.
 */
export function messageOf(
  payload: unknown,
  contacts: Contact[],
): (WhatsAppEvent & { about: 'message' }) | null {
  const read = message.safeParse(payload);
  if (!read.success || read.data.group_id) return null;
  const { id, timestamp, context } = read.data;
  const from = contactFor(read.data, contacts);
  if (!from.number && !from.userId) return null;
  const content = contentOf(read.data.type, payload);
  return { about: 'message', id, from, at: timestamp, content, answers: context?.id ?? null };
}

function contactFor(
  { from, from_user_id }: { from: string | null; from_user_id: string | null },
  contacts: Contact[],
): WhatsAppContact {
  const named = contacts.find(
    ({ wa_id, user_id }) =>
      (from !== null && wa_id === from) || (from_user_id !== null && user_id === from_user_id),
  );
  // A message without a sender is from the only contact listed.
  const sender = named ?? (!from && !from_user_id && contacts.length === 1 ? contacts[0] : undefined);
  return {
    number: from ?? sender?.wa_id ?? null,
    userId: from_user_id ?? sender?.user_id ?? null,
    name: cut(onOneLine(sender?.profile.name ?? ''), NAME),
  };
}

type Content = (WhatsAppEvent & { about: 'message' })['content'];

const text = z.object({ text: z.object({ body: z.string() }) });
const choice = z.object({ id: z.string().min(1).max(256), title: textField });
const interactive = z.object({
  interactive: z.union([z.object({ button_reply: choice }), z.object({ list_reply: choice })]),
});
const quickReply = z.object({ button: z.object({ payload: z.string().min(1).max(256), text: textField }) });
const file = z.object({
  id: z.string().regex(/^[\w-]{1,128}$/),
  mime_type: textField,
  caption: textField,
  filename: z.string().nullable().catch(null),
});
const image = z.object({ image: file });
const document = z.object({ document: file });

function contentOf(type: string, payload: unknown): Content {
  const read = readers.get(type)?.(payload);
  return read ?? { kind: 'other', type: cut(type, TYPE) };
}

const readers = new Map<string, (payload: unknown) => Content | null>([
  ['text', textOf],
  ['interactive', choiceOf],
  ['button', quickReplyOf],
  ['image', (payload) => fileOf('image', image.safeParse(payload).data?.image)],
  ['document', (payload) => fileOf('document', document.safeParse(payload).data?.document)],
]);

function textOf(payload: unknown): Content | null {
  const parsed = text.safeParse(payload).data;
  return parsed ? { kind: 'text', text: cut(parsed.text.body, TEXT) } : null;
}

function choiceOf(payload: unknown): Content | null {
  const pressed = interactive.safeParse(payload).data?.interactive;
  if (!pressed) return null;
  return press('button_reply' in pressed ? pressed.button_reply : pressed.list_reply);
}

function quickReplyOf(payload: unknown): Content | null {
  const pressed = quickReply.safeParse(payload).data?.button;
  return pressed ? press({ id: pressed.payload, title: pressed.text }) : null;
}

const press = ({ id, title }: z.infer<typeof choice>): Content => ({
  kind: 'press',
  id: sendable(id),
  title: cut(onOneLine(title), TEXT),
});

function fileOf(kind: 'image' | 'document', payload: z.infer<typeof file> | undefined): Content | null {
  if (!payload) return null;
  const mime = payload.mime_type.split(';')[0]?.trim().toLowerCase() ?? '';
  const name = payload.filename === null ? null : cut(onOneLine(payload.filename), NAME) || null;
  return { kind, mediaId: payload.id, mime, caption: cut(payload.caption, TEXT), name };
}
