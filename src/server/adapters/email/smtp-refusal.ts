import type { MailRefusal } from '#server/kernel/ports/messaging.ts';
import { oneLine } from './smtp-message.ts';

const MAX_REASON_LENGTH = 300;

type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };

const silences = ['ETIMEDOUT', 'ECONNECTION', 'ESOCKET', 'EDNS', 'EABORT'];
/**
 * Permanent failures of the message itself; every other reply concerns delivery, and may be resolved
 * meanwhile.
 */
const aboutMessage = ['EENVELOPE', 'EMESSAGE'];

/** Whether the server said nothing at all. */
export function isSilence(error: unknown): boolean {
  const { code = '', responseCode } = error as SmtpError;
  return silences.includes(code) && !responseCode;
}

/**
 * Classifies a failed attempt. `fullySent`: the server had the complete message, so without a reply it may
 * have been accepted.
 */
export function refusalOf(error: unknown, fullySent: boolean): MailRefusal {
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
