import { createHmac } from 'node:crypto';
import { AppError, notFound } from '#core/errors.ts';
import type { RawRequest } from '#server/http/endpoints.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { sameText } from '#server/kernel/sealing.ts';
import { recordBounce } from '../commands/bounces.ts';
import { readBounce } from '../rules/bounce.ts';

/** Takes a report of a mail server from whoever knows the secret. Throws 404 where none is set, 401 for another one. */
export async function receiveMailEvent(
  scope: SystemScope,
  raw: Pick<RawRequest, 'bytes' | 'headers'>,
): Promise<'noted' | 'known' | 'unknown' | 'ignored'> {
  const secret = scope.config.mailEventsSecret;
  if (!secret) throw notFound('address');
  if (!isAuthentic(raw, secret)) throw new AppError('invalid_token', 'The signature does not match');
  const bounce = await readBounce(raw.bytes);
  if (!bounce || bounce.messageIds.length === 0) return 'ignored';
  return scope.transactAsSystem((ctx) => recordBounce(ctx, bounce, { retryUnknown: true }));
}

/** Signed over its bytes, or with the secret as password by programs that can do no more. */
function isAuthentic({ bytes, headers }: Pick<RawRequest, 'bytes' | 'headers'>, secret: string): boolean {
  const signature = headers.get('X-Mail-Signature')?.replace(/^sha256=/, '');
  if (signature)
    return sameText(signature.toLowerCase(), createHmac('sha256', secret).update(bytes).digest('hex'));
  const basic = /^Basic ([\w+/=]+)$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? '';
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? [];
  return password !== undefined && sameText(password, secret);
}
