import PostalMime, { type Attachment, type Email } from 'postal-mime';

/** Delivery status notification of a mail server (RFC 3464). */
export type Bounce = {
  /** Which message it may be about, the surest first, as `<id@host>`. */
  messageIds: string[];
  /** `bounced`: the address is no good; `failed`: everything else. */
  state: 'bounced' | 'failed';
  reason: string;
};

const MAX_REASON_LENGTH = 300;
const MAX_NESTING = 10;
const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];
const RETURNED_TYPES = ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global'];

/** Reads a report; null for what is none, or tells of nothing final, such as a delay. */
export async function readBounce(raw: Uint8Array): Promise<Bounce | null> {
  const email = await parsed(raw);
  const status = email?.attachments.find(({ mimeType }) => STATUS_TYPES.includes(mimeType));
  if (!email || !status) return null;
  const failed = blocksOf(textOf(status)).find((fields) => fields.get('action')?.toLowerCase() === 'failed');
  if (!failed) return null;
  const diagnostic = (failed.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '');
  const statusCode = failed.get('status') ?? '';
  // A relay that did not parse the remote reply reports 5.0.0; the diagnostic may be more precise.
  const status5 = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(
    statusCode.startsWith('5.0.') ? `${diagnostic} ${statusCode}` : statusCode,
  );
  return {
    messageIds: messageIdsOf(email),
    state: /^5\.(1\.\d+|2\.1)$/.test(status5?.[0] ?? '') ? 'bounced' : 'failed',
    reason: (diagnostic || statusCode || 'The mail server gave no reason')
      .slice(0, MAX_REASON_LENGTH)
      .toWellFormed(),
  };
}

async function parsed(raw: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: MAX_NESTING });
  } catch {
    return null;
  }
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** The fields of each block: of the report, then of each recipient. Names in lower case. */
function blocksOf(text: string): Map<string, string>[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((block) => {
      const lines = block.replace(/\n[ \t]+/g, ' ').split('\n');
      return new Map(
        lines.flatMap((line): [string, string][] => {
          const [, name = '', value = ''] = /^([\w-]+)\s*:\s*(.*)$/.exec(line) ?? [];
          return name ? [[name.toLowerCase(), clean(value)]] : [];
        }),
      );
    });
}

const clean = (value: string) => value.replace(/[\p{Cc}\s]+/gu, ' ').trim();

function messageIdsOf(email: Email): string[] {
  const returned = email.attachments.filter(({ mimeType }) => RETURNED_TYPES.includes(mimeType));
  const headers = returned.map((part) => textOf(part).replace(/\r\n?/g, '\n').split('\n\n')[0] ?? '');
  const own = headers.flatMap((text) => /^message-id:\s*(<[^<>\s]+>)/im.exec(text)?.[1] ?? []);
  const answered = `${email.inReplyTo ?? ''} ${email.references ?? ''}`.match(/<[^<>\s]+>/g) ?? [];
  return [...new Set([...own, ...answered])];
}
