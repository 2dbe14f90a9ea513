import { createHash } from 'node:crypto';
import { storeFile } from './media.ts';
import { sendStatus } from './send.ts';
import {
  type Delivered,
  type File,
  type InboundMessage,
  newMessageId,
  type Person,
  seconds,
  type SimulatorState,
} from './state.ts';

/** A person with WhatsApp. Actions are sent to the business; a promise resolves when it has answered. */
export type Phone = {
  number: string;
  /** The id Meta uses for this person towards the business. */
  userId: string;
  says(text: string, answers?: string): Promise<string>;
  sends(file: Omit<File, 'name'> & { name?: string }, caption?: string): Promise<string>;
  /** Presses the newest button, or row of a list, with this title. */
  presses(title: string): Promise<string>;
  /** Anything else: a sticker, a place. */
  does(type: string, content?: object): Promise<string>;
  /** Opens the chat: everything in it has been read. */
  reads(): Promise<void>;
  inbox: readonly Delivered[];
  /** The last message that arrived; throws when there is none. */
  last(): Delivered;
  outbox: readonly InboundMessage[];
};

export function phoneOf(world: SimulatorState, person: Person): Phone {
  const write = (type: string, content: object, answers?: string) =>
    writeMessage(world, person, type, content, answers);
  return {
    number: person.number,
    userId: person.userId,
    inbox: person.inbox,
    outbox: person.outbox,
    last: () => {
      const last = person.inbox.at(-1);
      if (!last) throw new Error(`Nothing has arrived at ${person.number}`);
      return last;
    },
    says: (text, answers) => write('text', { text: { body: text } }, answers),
    sends: (file, caption) => {
      const type = file.mime.startsWith('image/') ? 'image' : 'document';
      const name = file.name ?? 'file';
      const contact = {
        id: storeFile(world, { ...file, name }),
        mime_type: file.mime,
        sha256: createHash('sha256').update(file.bytes).digest('base64'),
        ...(caption ? { caption } : {}),
        ...(type === 'document' ? { filename: name } : {}),
      };
      return write(type, { [type]: contact });
    },
    presses: (title) => {
      const { message, reply } = choiceOf(person, title);
      return write('interactive', { interactive: reply }, message.id);
    },
    does: (type, content = {}) => write(type, content),
    reads: async () => {
      for (const message of person.inbox.filter(({ state }) => state === 'delivered')) {
        message.state = 'read';
        sendStatus(world, person, message, 'read');
      }
    },
  };
}

function choiceOf(person: Person, title: string): { message: Delivered; reply: object } {
  for (const message of person.inbox.toReversed()) {
    const button = message.buttons.find((one) => one.title === title);
    if (button) return { message, reply: { type: 'button_reply', button_reply: button } };
    const row = message.rows.find((one) => one.title === title);
    if (row) return { message, reply: { type: 'list_reply', list_reply: row } };
  }
  const seen = person.inbox.flatMap(({ buttons, rows }) => [...buttons, ...rows]).map((one) => one.title);
  throw new Error(`There is no "${title}" to press, but ${JSON.stringify(seen)}`);
}

async function writeMessage(
  world: SimulatorState,
  person: Person,
  type: string,
  content: object,
  answers?: string,
): Promise<string> {
  const id = newMessageId(world, person.userId);
  person.lastWrote = world.now();
  person.outbox.push({ id, read: false, typing: false });
  const message = {
    ...(person.hidden ? {} : { from: person.number }),
    from_user_id: person.userId,
    id,
    timestamp: seconds(world.now()),
    type,
    ...content,
    ...(answers ? { context: { id: answers } } : {}),
  };
  await world.notify({ contacts: [contactOf(person)], messages: [message] });
  return id;
}

const contactOf = ({ hidden, number, userId, name }: Person) => ({
  profile: hidden ? { name, username: `@${name.toLowerCase().replace(/\W/g, '')}` } : { name },
  ...(hidden ? {} : { wa_id: number }),
  user_id: userId,
});
