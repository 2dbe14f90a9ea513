import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Mail, Mailer, Refused } from '#server/ports/messaging.ts';

const TIMEOUT_MS = 10_000;
const MAX_REASON_LENGTH = 300;
const ONE_ADDRESS = /^[^\s<>"(),;:\\@]+@[^\s<>"(),;:\\@]+$/;

export type SmtpOptions = {
  /** `smtps://user:password@host:port`; `smtp://` turns to TLS where the server offers it. */
  url: string;
  /** `Name <address>` or an address. */
  from: string;
  timeoutMs?: number;
};

/** Sends through an SMTP server, one connection a message. A repeated key has the same Message-ID, so a mailbox can tell. */
export function createSmtpMailer({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      if (!ONE_ADDRESS.test(mail.to))
        return { ok: false, reason: 'The address cannot be used', retry: false };
      try {
        const { messageId } = await transport.sendMail(messageOf(mail, from));
        return { ok: true, id: messageId };
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}

function messageOf(mail: Mail, from: string) {
  return {
    from,
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: messageIdOf(mail.key, from),
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: (mail.attachments ?? []).map(({ name, mime, content }) => ({
      filename: oneLine(name),
      contentType: oneLine(mime),
      content: Buffer.from(content),
    })),
  };
}

function messageIdOf(key: string, from: string): string {
  const host = /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost';
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${host}>`;
}

// A line break in a header would begin another header.
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

type SmtpError = { code?: string; responseCode?: number; response?: string };

// A refused log-in is a setting for us to mend and says nothing about the message, so it may go later.
function refusalOf(error: unknown): Refused {
  const { code, responseCode = 0, response } = error as SmtpError;
  const permanent = responseCode >= 500 && code !== 'EAUTH';
  return {
    ok: false,
    reason: oneLine(response ?? code ?? 'Not sent').slice(0, MAX_REASON_LENGTH),
    retry: !permanent,
  };
}
