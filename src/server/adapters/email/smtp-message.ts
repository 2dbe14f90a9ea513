import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { SendMailOptions } from 'nodemailer';
import type { Attachment, Mail } from '#server/kernel/ports/messaging.ts';

const LONGEST_ADDRESS = 254;
const LONGEST_NAME = 100;
const LONGEST_SUBJECT = 250;
// Characters some system refuses or interprets: a folder, a drive, an encoded word.
const NOT_IN_FILE_NAMES = /[\\/:*?"<>|]/g;
const ONE_ADDRESS = /^(?!.*=\?)[^\p{C}\s<>"(),;:\\@]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*$/u;

/** Whose address messages come from. */
type Sender = { name: string; address: string };

/** Reads `Name <address>` or an address. */
export function senderOf(from: string): Sender {
  const [, name = '', address = ''] = /^([^<>]*)<([^<>]+)>\s*$/.exec(from) ?? ['', '', from.trim()];
  return { name: oneLine(name.replaceAll('"', '')), address };
}

/** Whether a text is one address and nothing else. */
export const isOneAddress = (text: string): boolean =>
  text.length <= LONGEST_ADDRESS &&
  text.isWellFormed() &&
  ONE_ADDRESS.test(text) &&
  domainToASCII(text.slice(text.indexOf('@') + 1)) !== '';

/** A message as the mail program takes it; `to` was checked to be one address. */
export function messageOf(mail: Mail, sender: Sender): SendMailOptions {
  const { replyTo, unsubscribeUrl } = mail;
  return {
    envelope: { from: sender.address, to: [mail.to] },
    from: { name: nameOf(mail.fromName, sender), address: sender.address },
    to: { name: '', address: mail.to },
    ...(replyTo && isOneAddress(replyTo.address)
      ? { replyTo: { name: nameOnly(replyTo.name), address: replyTo.address } }
      : {}),
    subject: clipped(mail.subject, LONGEST_SUBJECT),
    text: mail.text,
    html: mail.html,
    messageId: messageIdOf(mail.key, sender.address),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
    ...(unsubscribeUrl ? { list: { unsubscribe: { url: new URL(unsubscribeUrl).href } } } : {}),
    attachments: (mail.attachments ?? []).map(attached),
  };
}

/** The From name of a business's messages: it shows that the service writes on its behalf. */
function nameOf(business: string | undefined, { name }: Sender): string {
  const shown = nameOnly(business ?? '');
  return shown && name ? `${shown} via ${name}` : shown || name;
}

// Many programs show the name alone: one that reads as an address would pass for where the message comes from.
const nameOnly = (text: string): string =>
  clipped(
    oneLine(text)
      .replace(/[<>"\\]/g, '')
      .replace(/ ?[@\uff20\ufe6b] ?/g, ' at '),
    LONGEST_NAME,
  );

const attached = ({ name, mime, content, contentId }: Attachment) => ({
  filename: clipped(name.replace(NOT_IN_FILE_NAMES, '-'), LONGEST_NAME),
  contentType: oneLine(mime),
  content: Buffer.from(content),
  ...(contentId ? { cid: oneLine(contentId), contentDisposition: 'inline' as const } : {}),
});

function messageIdOf(key: string, from: string): string {
  const host = /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost';
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${host}>`;
}

// A line break would begin another header, a direction mark makes a name read as another, and text that looks
// like an encoded word is decoded, so that it could bring in either.
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text made safe for a header. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(TURNING, '').replace(BREAKS, ' ').replaceAll('=?', '= ?').trim();
}

/** The same, in at most `most` characters. */
function clipped(text: string, most: number): string {
  const line = oneLine(text);
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}
