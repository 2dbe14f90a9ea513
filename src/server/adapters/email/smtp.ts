import { createTransport } from 'nodemailer';
import type { Mailer, MailRefusal } from '#server/kernel/ports/messaging.ts';
import { isOneAddress, messageOf, oneLine, senderOf } from './smtp-message.ts';

const TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 3;
const IDLE_MS = 15_000;
/** All of a message may take so many times what one answer may. */
const PATIENCE = 3;

const UNUSABLE: MailRefusal = {
  ok: false,
  reason: 'The address cannot be used',
  retry: false,
  bounced: true,
};
const BACKING_OFF: MailRefusal = {
  ok: false,
  reason: 'The mail server did not answer a moment ago',
  retry: true,
};

type SmtpOptions = {
  /** `smtps://user:password@host:port`; `smtp://` turns to TLS where the server offers it. */
  url: string;
  /** `Name <address>` or an address. */
  from: string;
  /** For one answer of the server. */
  timeoutMs?: number;
};

/** `close` ends the connections that wait for more. */
export type SmtpMailer = Mailer & { close(): void };

/** After this many messages in a row without a reply from the server, the others fail at once. */
const SILENT_MESSAGES = 2;

/** Detects a silent server, and backs off for a while. */
function createBackoff(backoffMs: number) {
  let silent = 0;
  let backingOff = false;
  return {
    isBackingOff: () => backingOff,
    answered: () => {
      silent = 0;
    },
    unanswered: () => {
      silent += 1;
      if (silent < SILENT_MESSAGES || backingOff) return;
      backingOff = true;
      const end = () => {
        backingOff = false;
      };
      setTimeout(end, backoffMs).unref();
    },
  };
}

/**
 * Sends through an SMTP server, over a few connections that are used again. A repeated key has the same Message-ID, so that
 * a mailbox can tell.
 */
export function createSmtpMailer({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): SmtpMailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: IDLE_MS,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const fullySent = new WeakSet<AbortSignal>();
  transport.use('stream', ({ data: { signal }, message }, done) => {
    message?.processFunc((input) => input.once('end', () => signal && fullySent.add(signal)));
    done();
  });
  const sender = senderOf(from);
  const backoff = createBackoff(PATIENCE * timeoutMs);
  return {
    close: () => transport.close(),
    async send(mail) {
      if (!isOneAddress(mail.to)) return UNUSABLE;
      if (backoff.isBackingOff()) return BACKING_OFF;
      const signal = AbortSignal.timeout(PATIENCE * timeoutMs);
      try {
        const { messageId } = await transport.sendMail({ ...messageOf(mail, sender), signal });
        backoff.answered();
        return { ok: true, id: messageId };
      } catch (error) {
        if (isSilence(error)) backoff.unanswered();
        else backoff.answered();
        return refusalOf(error, fullySent.has(signal));
      }
    },
  };
}

const MAX_REASON_LENGTH = 300;

type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };

const silences = ['ETIMEDOUT', 'ECONNECTION', 'ESOCKET', 'EDNS', 'EABORT'];
/**
 * Permanent failures of the message itself; every other reply concerns delivery, and may be resolved
 * meanwhile.
 */
const aboutMessage = ['EENVELOPE', 'EMESSAGE'];

/** Whether the server said nothing at all. */
function isSilence(error: unknown): boolean {
  const { code = '', responseCode } = error as SmtpError;
  return silences.includes(code) && !responseCode;
}

/**
 * Classifies a failed attempt. `fullySent`: the server had the complete message, so without a reply it may
 * have been accepted.
 */
function refusalOf(error: unknown, fullySent: boolean): MailRefusal {
  const { code, command, responseCode = 0, response } = error as SmtpError;
  const permanent = responseCode >= 500 && aboutMessage.includes(code ?? '');
  return {
    ok: false,
    reason: oneLine(response ?? code ?? 'Not sent')
      .slice(0, MAX_REASON_LENGTH)
      .toWellFormed(),
    retry: !permanent,
    ...(permanent && refusesRecipient(command, response ?? '') ? { bounced: true } : {}),
    ...(fullySent && !responseCode ? { unknown: true } : {}),
  };
}

// RFC 3463: 5.1.x is a bad address and 5.2.1 a disabled mailbox; 5.7.x is a judgement of the sender.
function refusesRecipient(command: string | undefined, response: string): boolean {
  const [, status = ''] = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (/^5\.(1\.\d+|2\.1)$/.test(status)) return command !== 'MAIL FROM';
  return command === 'RCPT TO' && !status.startsWith('5.7.');
}
