import * as z from 'zod';
import type { Call, Reply } from '../serve.ts';
import { errorOfStatus, refuse } from './errors.ts';
import { type Message, message, reading } from './schemas.ts';
import {
  type Delivered,
  EMPTY_CONTENT,
  isOpen,
  newMessageId,
  type Person,
  personOf,
  type RenderedMessage,
  seconds,
  type SimulatorState,
} from './state.ts';
import { fillTemplate } from './templates.ts';

export function postMessage(world: SimulatorState, { raw }: Call): Reply {
  const body = parse(raw);
  const read = reading.safeParse(body);
  if (read.success) return showRead(world, read.data);
  const parsed = message.safeParse(body);
  if (!parsed.success) return refuse(131009, z.prettifyError(parsed.error));
  const person = personOf(world, parsed.data.to ?? parsed.data.recipient ?? '');
  if (!person) return refuse(131009, 'Nobody is called so');
  const refusal = world.refusals.shift();
  if (refusal) return refuse(refusal.code, 'As it was asked for', refusal.status);
  const seen = renderedOf(world, parsed.data);
  if ('status' in seen) return seen;
  return deliver(world, person, parsed.data, seen);
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return null;
  }
}

function showRead(world: SimulatorState, { message_id, typing_indicator }: z.infer<typeof reading>): Reply {
  const written = world.people.flatMap(({ outbox }) => outbox).find(({ id }) => id === message_id);
  if (!written) return refuse(131009, 'There is no such message');
  written.read = true;
  written.typing = typing_indicator !== undefined;
  return { status: 200, body: { success: true } };
}

function renderedOf(world: SimulatorState, outgoing: Message): RenderedMessage | Reply {
  switch (outgoing.type) {
    case 'text':
      return { ...EMPTY_CONTENT, type: 'text', text: outgoing.text.body };
    case 'document': {
      const file = world.media.get(outgoing.document.id);
      if (!file) return refuse(131009, 'There is no such media');
      const named = { ...file, name: outgoing.document.filename };
      return { ...EMPTY_CONTENT, type: 'document', text: outgoing.document.caption ?? '', file: named };
    }
    case 'image': {
      const file = world.media.get(outgoing.image.id);
      if (!file?.mime.startsWith('image/')) return refuse(131009, 'There is no such picture');
      return { ...EMPTY_CONTENT, type: 'image', text: outgoing.image.caption ?? '', file };
    }
    case 'interactive':
      return choicesOf(outgoing.interactive);
    case 'template':
      return fillTemplate(world, outgoing.template);
  }
}

function choicesOf(outgoing: Extract<Message, { type: 'interactive' }>['interactive']): RenderedMessage {
  const text = outgoing.body.text;
  return outgoing.type === 'button'
    ? { ...EMPTY_CONTENT, type: 'buttons', text, buttons: outgoing.action.buttons.map(({ reply }) => reply) }
    : { ...EMPTY_CONTENT, type: 'list', text, rows: outgoing.action.sections.flatMap(({ rows }) => rows) };
}

function deliver(world: SimulatorState, person: Person, outgoing: Message, seen: RenderedMessage): Reply {
  const id = newMessageId(world, person.userId);
  const fails = failureOf(world, person, outgoing);
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
    sendStatus(world, person, delivered, 'sent');
    sendStatus(world, person, delivered, 'delivered');
  } else sendStatus(world, person, delivered, 'failed', fails);
  const contact = outgoing.to
    ? { input: outgoing.to, wa_id: person.number }
    : { input: outgoing.recipient, user_id: person.userId };
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
function failureOf(world: SimulatorState, person: Person, { type }: Message): number | null {
  const failure = world.failures.shift();
  if (failure !== undefined) return failure;
  if (!person.reachable) return 131026;
  return type === 'template' || isOpen(world, person) ? null : 131047;
}

export function sendStatus(
  world: SimulatorState,
  person: Person,
  { id }: Delivered,
  status: Delivered['state'],
  code?: number,
): void {
  const update = {
    id,
    status,
    timestamp: seconds(world.now()),
    ...(person.hidden ? {} : { recipient_id: person.number }),
    recipient_user_id: person.userId,
    ...(code === undefined
      ? { pricing: { billable: false, pricing_model: 'PMP', category: 'utility' } }
      : { errors: [errorOfStatus(code)] }),
  };
  void world.notify({ statuses: [update] });
}
