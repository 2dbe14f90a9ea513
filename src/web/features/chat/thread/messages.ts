import {
  chatMessage,
  type Extraction,
  extraction,
  IMAGE_MARKER,
  type Outcome,
  outcome,
} from '#contract/assistant.ts';
import type { Reading } from '#contract/readings.ts';
import type { CardValues } from '../card/rules.ts';
import { texts } from '../texts.ts';

/** A picture or PDF of a message: just chosen (`file`) or stored by the server (`path`). */
export type Picture = { name: string; mime?: string; file?: File; path?: string };

/** The source of an invoice draft. */
export type Source = { picture: Picture; extraction: Extraction | null };

/** Where a message stands; `waiting` until the replies before it are finished. */
export type MessageState = 'done' | 'waiting' | 'sending' | 'streaming' | 'stopped' | 'cut off' | 'failed';

export type Message = {
  /** Its place in this browser; stays when the server gives it an id. */
  key: string;
  id: string | null;
  role: 'user' | 'assistant';
  /** Without the marker of a picture; empty for a picture alone. */
  text: string;
  /** Of a reply: what it says where a card shows its proposal; null where that is all of it. */
  beside: string | null;
  /** The readings it offers, as they came. */
  choices?: unknown;
  at: Date;
  picture: Picture | null;
  state: MessageState;
  outcome: Outcome | null;
  /** The data extracted from the picture. */
  extraction: Extraction | null;
  /** The server's reason why it could not be sent. */
  failureReason?: string | undefined;
  /** The reading of its picture, which goes on in the background. */
  reading?: PaperReading | undefined;
  /** Its owner types the invoice beside the picture. */
  typed?: boolean | undefined;
  /** Corrections made on an expired card, for the card that replaces it. */
  corrections?: CardValues | undefined;
};

/** `answerId` is the reply that came of it. */
export type PaperReading = { id: string; state: Reading['state']; answerId: string | null };

/** The text shown and copied. */
export function displayText({ text, picture }: Pick<Message, 'text' | 'picture'>): string {
  return text === '' && picture ? texts.picture.alone : withoutMarker(text);
}

/** Text without the marker that only programs read. */
export const withoutMarker = (text: string): string => text.replaceAll(IMAGE_MARKER, '');

/** Parses an older conversation in any of its known shapes. Throws when none fits. */
export function toMessages(stored: unknown): Message[] {
  if (!Array.isArray(stored)) throw new Error('a conversation is a list of messages');
  return stored.map(toMessage);
}

function toMessage(stored: unknown): Message {
  if (!isRecord(stored)) throw new Error('a message is an object');
  const content = textOf(stored.content ?? stored.message);
  if (content === null) throw new Error('a message has content');
  const id = text(stored.id) ?? text(stored._id);
  return {
    key: id ?? crypto.randomUUID(),
    id,
    role: roleOf(stored),
    ...splitPicture(content, stored.metadata),
    beside: typeof stored.beside === 'string' ? stored.beside : null,
    choices: stored.choices,
    at: instantOf(stored.timestamp ?? stored.createdAt),
    state: 'done',
    outcome: toOutcome(stored.outcome),
    extraction: toExtraction(stored.metadata),
    reading: toReading(stored.reading),
  };
}

function toReading(value: unknown): PaperReading | undefined {
  const read = chatMessage.shape.reading.safeParse(value);
  return read.success ? read.data : undefined;
}

/** The words of a message and its picture; the marker between them is for programs only. */
function splitPicture(content: string, metadata: unknown): Pick<Message, 'text' | 'picture'> {
  const pictureMetadata = isRecord(metadata) && metadata.hasImage === true ? metadata : null;
  const body = withoutMarker(content).trim();
  if (!pictureMetadata && !content.startsWith(IMAGE_MARKER)) return { text: body, picture: null };
  const picture = toPicture(pictureMetadata) ?? { name: texts.picture.alone };
  return { text: body === texts.picture.alone ? '' : body, picture };
}

/** The picture stored by the server; null where there is none. */
export function toPicture(metadata: unknown): Picture | null {
  if (!isRecord(metadata) || metadata.hasImage !== true) return null;
  const path = text(metadata.imagePath);
  const mime = text(metadata.imageMimeType);
  const name = text(metadata.imageOriginalName) ?? texts.picture.alone;
  return { name, ...(mime && { mime }), ...(path && { path }) };
}

/** A string, a list of strings or objects, or an object with text, content or message; null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const parts = value.map(textOf);
    return parts.every((part) => part !== null) ? parts.join('\n') : null;
  }
  return isRecord(value) ? textOf(value.text ?? value.content ?? value.message) : null;
}

/** The assistant's interpretation; null where it is missing or of an unknown shape. */
export function toOutcome(value: unknown): Outcome | null {
  const read = outcome.safeParse(value);
  return read.success ? read.data : null;
}

/** The data extracted from a picture; null where it is missing or of an unknown shape. */
export function toExtraction(metadata: unknown): Extraction | null {
  const read = extraction.safeParse(isRecord(metadata) ? metadata.extraction : null);
  return read.success ? read.data : null;
}

function roleOf(stored: Record<string, unknown>): Message['role'] {
  if (stored.role === 'user' || stored.role === 'assistant') return stored.role;
  return stored.sender === 'user' ? 'user' : 'assistant';
}

function instantOf(value: unknown): Date {
  const at = new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(at.getTime()) ? new Date() : at;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
