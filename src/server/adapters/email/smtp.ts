import { createTransport } from 'nodemailer';
import type { Mailer, MailRefusal } from '#server/kernel/ports/messaging.ts';
import { isOneAddress, messageOf, senderOf } from './smtp-message.ts';
import { isSilence, refusalOf } from './smtp-refusal.ts';

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

export type SmtpOptions = {
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
