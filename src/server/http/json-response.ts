import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';

const pack = promisify(gzip);
const WORTH_PACKING = 1024;
const ACCEPTS_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

// Vary is already here so that the compressing middleware leaves these answers alone: it reads bodies as streams, which
// takes longer than most calls.
const headers = { 'Content-Type': 'application/json; charset=utf-8', Vary: 'Accept-Encoding' };

/** An answer of JSON text. */
export const jsonResponse = (body: string, status: number): Response =>
  new Response(body, { status, headers });

/** The same, packed when it is worth it and the client can read that. */
export async function packedResponse(c: Context, body: string, status: number): Promise<Response> {
  if (body.length < WORTH_PACKING || !ACCEPTS_GZIP.test(c.req.header('Accept-Encoding') ?? ''))
    return jsonResponse(body, status);
  const packed = new Uint8Array(await pack(body));
  return new Response(packed, { status, headers: { ...headers, 'Content-Encoding': 'gzip' } });
}
