import * as z from 'zod';
import type { Call, Reply } from '../serve.ts';
import { errorOfStatus, refuse } from './errors.ts';
import { type Message, message, reading } from './shapes.ts';
import { fillTemplate } from './templates.ts';
import {
  type Delivered,
  isOpen,
  newMessageId,
  nothing,
  type Person,
  personOf,
  seconds,
  type Seen,
  type World,
} from './world.ts';

export function postMessage(world: World, { raw }: Call): Reply {
  const body = parse(raw);
  const read = reading.safeParse(body);
  if (read.success) return showRead(world, read.data);
  const told = message.safeParse(body);
  if (!told.success) return refuse(131009, z.prettifyError(told.error));
  const person = personOf(world, told.data.to ?? told.data.recipient ?? '');
  if (!person) return refuse(131009, 'Nobody is called so');
  const refusal = world.refusals.shift();
  if (refusal) return refuse(refusal.code, 'As it was asked for', refusal.status);
  const seen = seenOf(world, told.data);
  if ('status' in seen) return seen;
  return take(world, person, told.data, seen);
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return null;
  }
}

function showRead(world: World, { message_id, typing_indicator }: z.infer<typeof reading>): Reply {
  const written = world.people.flatMap(({ outbox }) => outbox).find(({ id }) => id === message_id);
  if (!written) return refuse(131009, 'There is no such message');
  written.read = true;
  written.typing = typing_indicator !== undefined;
  return { status: 200, body: { success: true } };
}

function seenOf(world: World, told: Message): Seen | Reply {
  switch (told.type) {
    case 'text':
      return { ...nothing, type: 'text', text: told.text.body };
    case 'document': {
      const file = world.media.get(told.document.id);
      if (!file) return refuse(131009, 'There is no such media');
      const named = { ...file, name: told.document.filename };
      return { ...nothing, type: 'document', text: told.document.caption ?? '', file: named };
    }
    case 'image': {
      const file = world.media.get(told.image.id);
      if (!file?.mime.startsWith('image/')) return refuse(131009, 'There is no such picture');
      return { ...nothing, type: 'image', text: told.image.caption ?? '', file };
    }
    case 'interactive':
      return choicesOf(told.interactive);
    case 'template':
      return fillTemplate(world, told.template);
  }
}

function choicesOf(told: Extract<Message, { type: 'interactive' }>['interactive']): Seen {
  const text = told.body.text;
  return told.type === 'button'
    ? { ...nothing, type: 'buttons', text, buttons: told.action.buttons.map(({ reply }) => reply) }
    : { ...nothing, type: 'list', text, rows: told.action.sections.flatMap(({ rows }) => rows) };
}

function take(world: World, person: Person, told: Message, seen: Seen): Reply {
  const id = newMessageId(world, person.userId);
  const fails = failureOf(world, person, told);
  const delivered: Delivered = {
    ...seen,
    id,
    to: person.number,
    at: world.now(),
    state: fails === null ? 'delivered' : 'failed',
  };
  world.sent.push(delivered);
  if (fails === null) {
    person.inbox.push(delivered);
    tellState(world, person, delivered, 'sent');
    tellState(world, person, delivered, 'delivered');
  } else tellState(world, person, delivered, 'failed', fails);
  const contact = told.to
    ? { input: told.to, wa_id: person.number }
    : { input: told.recipient, user_id: person.userId };
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      contacts: [contact],
      messages: [{ id, message_status: 'accepted' }],
    },
  };
}

/** It was taken; only a status tells that it did not arrive. */
function failureOf(world: World, person: Person, { type }: Message): number | null {
  const asked = world.failures.shift();
  if (asked !== undefined) return asked;
  if (!person.reachable) return 131026;
  return type === 'template' || isOpen(world, person) ? null : 131047;
}

export function tellState(
  world: World,
  person: Person,
  { id }: Delivered,
  status: Delivered['state'],
  code?: number,
): void {
  const told = {
    id,
    status,
    timestamp: seconds(world.now()),
    ...(person.hidden ? {} : { recipient_id: person.number }),
    recipient_user_id: person.userId,
    ...(code === undefined
      ? { pricing: { billable: false, pricing_model: 'PMP', category: 'utility' } }
      : { errors: [errorOfStatus(code)] }),
  };
  void world.tell({ statuses: [told] });
}
