import { createHash, createHmac } from 'node:crypto';
import type { Call } from '../serve.ts';

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Why a call is not signed as AWS Signature Version 4 asks, from its documents; null when it is. */
export function unsigned(call: Call, secretOf: (accessKey: string) => string | null): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      call.headers.get('authorization') ?? '',
    );
  if (!given) return 'AccessDenied';
  const [, accessKey = '', day = '', region = '', signed = '', signature = ''] = given;
  const secret = secretOf(accessKey);
  if (secret === null) return 'InvalidAccessKeyId';
  const stated = call.headers.get('x-amz-content-sha256') ?? '';
  if (stated !== sha256(call.raw)) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return 'AccessDenied';
  const query = [...call.query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const path = call.path.split('/').map(encoded).join('/');
  const headers = names.map((name) => `${name}:${(call.headers.get(name) ?? '').trim()}\n`).join('');
  const canonical = [call.method, path, query, headers, signed, stated].join('\n');
  const when = call.headers.get('x-amz-date') ?? '';
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', when, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  return hmac(key, text).toString('hex') === signature && when.startsWith(day)
    ? null
    : 'SignatureDoesNotMatch';
}
