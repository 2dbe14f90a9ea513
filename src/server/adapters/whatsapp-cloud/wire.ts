import type { WhatsAppFile, WhatsAppMessage } from '#server/kernel/ports/messaging.ts';
import { cut, onOneLine, sendable } from './truncate.ts';

type Of<K extends WhatsAppMessage['kind']> = Extract<WhatsAppMessage, { kind: K }>;

type Wire = { type: string } & Record<string, unknown>;
/** The request body without its recipient, or the reason it would be rejected. */
type WireOrObjection = Wire | string;

const TEXT = 4_096;
const BODY = 1_024;
const TITLE = 20;
const ROW_TITLE = 24;
const ROW_DESCRIPTION = 72;
const PARAMETER = 300;
const FILE_NAME = 240;
const SUFFIX = 1_000;
const MOST_BUTTONS = 3;
const MOST_ROWS = 10;

const DOCUMENT_BYTES = 100 * 1024 * 1024;
const IMAGE_BYTES = 5 * 1024 * 1024;
const IMAGES = ['image/jpeg', 'image/png'];

/** The file that goes along, if any: it is handed over before the message. */
export function fileOf(message: WhatsAppMessage): WhatsAppFile | null {
  if (message.kind === 'document' || message.kind === 'image') return message.file;
  return message.kind === 'template' ? (message.document ?? null) : null;
}

/** Why a file cannot be handed over, or null when it can. */
export function objectionToFile(
  kind: WhatsAppMessage['kind'],
  { mime, content }: WhatsAppFile,
): string | null {
  if (content.byteLength === 0) return 'The file is empty';
  if (kind !== 'image') return content.byteLength > DOCUMENT_BYTES ? 'The file is over 100 MB' : null;
  if (!IMAGES.includes(mime)) return 'WhatsApp takes JPEG and PNG pictures only';
  return content.byteLength > IMAGE_BYTES ? 'The picture is over 5 MB' : null;
}

export const fileName = (name: string): string =>
  cut(onOneLine(name).replace(/[/\\]/g, '-'), FILE_NAME) || 'document';

/** The message for the API, with what Meta calls its file. What is too long is cut where that does no harm. */
export function wireOf(message: WhatsAppMessage, mediaId: string | null): WireOrObjection {
  switch (message.kind) {
    case 'text':
      return textOf(message);
    case 'document':
      return {
        type: 'document',
        document: { id: mediaId, filename: fileName(message.file.name), ...captionOf(message) },
      };
    case 'image':
      return { type: 'image', image: { id: mediaId, ...captionOf(message) } };
    case 'buttons':
      return buttonsOf(message);
    case 'list':
      return listOf(message);
    case 'template':
      return templateOf(message, mediaId);
  }
}

const captionOf = ({ caption }: { caption: string }) =>
  sendable(caption) ? { caption: cut(caption, BODY) } : {};

function textOf({ body }: Of<'text'>): WireOrObjection {
  const text = cut(body, TEXT);
  if (!text) return 'The message is empty';
  return { type: 'text', text: { body: text, preview_url: text.includes('https://') } };
}

function buttonsOf({ body, buttons }: Of<'buttons'>): WireOrObjection {
  const replies = buttons.map(({ id, title }) => ({ id, title: cut(onOneLine(title), TITLE) }));
  const objection = objectionToChoices(body, replies, MOST_BUTTONS);
  if (objection) return objection;
  if (new Set(replies.map(({ title }) => title)).size < replies.length)
    return 'Two buttons have the same title';
  const action = { buttons: replies.map((reply) => ({ type: 'reply', reply })) };
  return interactive('button', body, action);
}

function listOf({ body, button, rows }: Of<'list'>): WireOrObjection {
  const sections = rows.map(({ id, title, description }) => ({
    id,
    title: cut(onOneLine(title), ROW_TITLE),
    ...(sendable(description) ? { description: cut(onOneLine(description), ROW_DESCRIPTION) } : {}),
  }));
  const label = cut(onOneLine(button), TITLE);
  const objection = label ? objectionToChoices(body, sections, MOST_ROWS) : 'The list has no button';
  if (objection) return objection;
  return interactive('list', body, { button: label, sections: [{ rows: sections }] });
}

const interactive = (type: 'button' | 'list', body: string, action: object): Wire => ({
  type: 'interactive',
  interactive: { type, body: { text: cut(body, BODY) }, action },
});

const CHOICE_ID = /^\S(?:[^\u0000-\u001f]{0,198}\S)?$/;

function objectionToChoices(
  body: string,
  choices: { id: string; title: string }[],
  most: number,
): string | null {
  if (!sendable(body)) return 'The message is empty';
  if (choices.length === 0 || choices.length > most) return `WhatsApp takes 1 to ${most} choices`;
  if (choices.some(({ title }) => !title)) return 'A choice has no title';
  if (choices.some(({ id }) => !CHOICE_ID.test(id))) return 'A choice has an id WhatsApp does not take';
  return new Set(choices.map(({ id }) => id)).size < choices.length ? 'Two choices have the same id' : null;
}

const LINK_SUFFIX = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

function templateOf(message: Of<'template'>, mediaId: string | null): WireOrObjection {
  const { name, language, document, urlSuffix } = message;
  const body = message.body.map((text) => cut(onOneLine(text), PARAMETER));
  if (body.some((text) => !text)) return 'A part of the template is empty';
  if (urlSuffix !== undefined && (urlSuffix.length > SUFFIX || !LINK_SUFFIX.test(urlSuffix)))
    return 'The end of the link cannot be used';
  const components = [
    document && { type: 'header', parameters: [documentOf(document, mediaId)] },
    body.length > 0 && { type: 'body', parameters: body.map((text) => ({ type: 'text', text })) },
    urlSuffix !== undefined && {
      type: 'button',
      sub_type: 'url',
      index: '0',
      parameters: [{ type: 'text', text: urlSuffix }],
    },
  ].filter(Boolean);
  return { type: 'template', template: { name, language: { code: language }, components } };
}

const documentOf = ({ name }: WhatsAppFile, id: string | null) => ({
  type: 'document',
  document: { id, filename: fileName(name) },
});
