import { DAY_MS } from '#core/durations.ts';
import type { WhatsAppTemplate } from '#server/kernel/ports/messaging.ts';

export type File = { name: string; mime: string; bytes: Uint8Array };

/** A message that arrived at a phone, as its owner sees it. */
export type Delivered = {
  id: string;
  to: string;
  at: Date;
  type: 'text' | 'document' | 'image' | 'buttons' | 'list' | 'template';
  /** The text or the caption; of a template the text with everything filled in. */
  text: string;
  buttons: { id: string; title: string }[];
  rows: { id: string; title: string; description?: string | undefined }[];
  file: File | null;
  /** Where the button of a template leads. */
  link: string | null;
  template: string | null;
  /** The last status reported to the business. */
  state: 'sent' | 'delivered' | 'read' | 'failed';
};

/** The visible content of a message. */
export type RenderedMessage = Pick<
  Delivered,
  'type' | 'text' | 'buttons' | 'rows' | 'file' | 'link' | 'template'
>;
export const EMPTY_CONTENT = { buttons: [], rows: [], file: null, link: null, template: null };

/** A person's message, and whether the business showed that it was read and is being worked on. */
export type InboundMessage = { id: string; read: boolean; typing: boolean };

export type Person = {
  number: string;
  userId: string;
  name: string;
  /** Has a user name: the business does not learn the number. */
  hidden: boolean;
  /** False for a number that is not on WhatsApp. */
  reachable: boolean;
  lastWrote: Date | null;
  inbox: Delivered[];
  outbox: InboundMessage[];
};

export type HeldTemplate = Pick<WhatsAppTemplate, 'name' | 'language'> & {
  id: string;
  body: string;
  hasDocument: boolean;
  url: string | null;
  status: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED';
};

/** One change within a webhook. */
export type Part = { contacts?: object[]; messages?: object[]; statuses?: object[] };

export type SimulatorState = {
  now(): Date;
  url(): string;
  people: Person[];
  media: Map<string, File>;
  /** Addresses of media and until when they are good. */
  addresses: Map<string, { mediaId: string; until: Date }>;
  templates: HeldTemplate[];
  /** Review results of submitted templates. */
  review: HeldTemplate['status'];
  uploads: Map<string, { length: number; type: string }>;
  handles: Set<string>;
  /** Codes the next sends are refused with at once. */
  refusals: { code: number; status: number }[];
  /** Codes the next sends fail with after they were taken. */
  failures: number[];
  sent: Delivered[];
  next(): number;
  notify(part: Part): Promise<void>;
};

export const keys = {
  token: 'EAAsimulated0token0of0a0system0user',
  phoneId: '106540352242922',
  businessId: '102290129340398',
  appSecret: '7c4b1f0e9a2d48638f5e6b7a1c0d9e2f',
  verifyToken: 'duewell-simulated-verify-token',
  number: '2347000000001',
};

/** Whether anything may be sent to a person, or templates only. */
export const isOpen = (world: SimulatorState, { lastWrote }: Person): boolean =>
  lastWrote !== null && world.now().getTime() - lastWrote.getTime() < DAY_MS;

/** The person with a number or Meta's id; an unknown number creates one. */
export function personOf(world: SimulatorState, who: string): Person | null {
  const known = world.people.find(({ number, userId }) => number === who || userId === who);
  if (known || !/^\d+$/.test(who)) return known ?? null;
  const person: Person = {
    number: who,
    userId: `NG.${1_000_000_000_000 + world.next()}`,
    name: `Somebody ${who.slice(-4)}`,
    hidden: false,
    reachable: true,
    lastWrote: null,
    inbox: [],
    outbox: [],
  };
  world.people.push(person);
  return person;
}

export const newMessageId = (world: SimulatorState, who: string): string =>
  `wamid.${Buffer.from(`${who}/${world.next()}`).toString('base64')}`;

export const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));
