import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';

const pack = promisify(gzip);
const WORTH_PACKING = 1024;

// Vary is already here so that the compressing middleware leaves these answers alone: it reads bodies as streams, which
// takes longer than most calls.
const headers = { 'Content-Type': 'application/json; charset=utf-8', Vary: 'Accept-Encoding' };

const accepted = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
};

/** Whether a client reads what is packed so. */
export const acceptsEncoding = (c: Context, encoding: keyof typeof accepted): boolean =>
  accepted[encoding].test(c.req.header('Accept-Encoding') ?? '');

/** An answer of JSON text. */
export const jsonResponse = (body: string, status: number): Response =>
  new Response(body, { status, headers });

/** The same, packed when it is worth it and the client can read that. */
export async function packedResponse(c: Context, body: string, status: number): Promise<Response> {
  if (body.length < WORTH_PACKING || !acceptsEncoding(c, 'gzip')) return jsonResponse(body, status);
  const packed = new Uint8Array(await pack(body));
  return new Response(packed, { status, headers: { ...headers, 'Content-Encoding': 'gzip' } });
}
