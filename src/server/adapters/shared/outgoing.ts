import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, fetch as reach } from 'undici';

const CONNECT_MS = 10_000;
/** How long an answer may stay silent, before it begins and between two of its pieces. */
const SILENCE_MS = 120_000;
const MOST_MS = 300_000;
const MOST_BYTES = 20_000_000;

export type OutgoingOptions = {
  /** Hosts that may lie inside our own network: the operator said so. */
  privateHosts?: readonly string[];
  mostBytes?: number;
  mostMs?: number;
  /** How names become addresses; the machine's way unless told. */
  lookup?: typeof systemLookup;
};

/** Why a call was not made; nothing left, as `code` tells. It is the `cause` of what `fetch` throws. */
export class OutgoingRefused extends Error {
  readonly code = 'OUTGOING_REFUSED';
}

/** Whether an address is one of the open internet, in whatever way it is written into another. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // What the registries give out begins with 001; all else is for special use.
  return !('parts' in parsed) || (parsed.parts[0] ?? 0) >> 13 === 1;
}

/**
 * The one `fetch` the product calls the world with: to https only and to no private address, which is looked at where
 * the connection is made, so that a name that changes its mind is no way in. `address` is the one of the settings that
 * is called, null where data decides. A setting that itself is a private address, or `localhost`, says so plainly and
 * may be called, without https as well; a name that leads inside needs to be among `privateHosts`. Redirects are
 * refused, or given back with `redirect: 'manual'`; an answer has an end in size and time.
 */
export function outgoingTo(address: string | null, options: OutgoingOptions = {}): typeof fetch {
  const trusts = trustIn(address, options.privateHosts ?? []);
  const lookup = guardedLookup(address, options);
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS, lookup },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    allowH2: false,
  });
  return async (input, init = {}) => {
    if (input instanceof Request) throw new TypeError('Give an address, not a request');
    const url = allowed(input, trusts);
    const given = init.body instanceof FormData ? await formOf(init) : init;
    const end = AbortSignal.timeout(options.mostMs ?? MOST_MS);
    const answer = await reach(url, {
      ...(given as object),
      redirect: init.redirect === 'manual' ? 'manual' : 'error',
      signal: init.signal ? AbortSignal.any([init.signal, end]) : end,
      dispatcher,
    });
    const { status, statusText, headers } = answer;
    const body = answer.body && withEnd(answer.body as ReadableStream<Uint8Array>, options.mostBytes);
    return new Response(body, { status, statusText, headers: [...headers] });
  };
}

/** The same guard for libraries that bring their own client: the `lookup` of their connections. */
export function guardedLookup(address: string | null, options: OutgoingOptions = {}): LookupFunction {
  const trusts = trustIn(address, options.privateHosts ?? []);
  const ask = options.lookup ?? systemLookup;
  return (hostname, wanted, done) => {
    ask(hostname, { ...wanted, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const inside = found.find((one) => !isPublicAddress(one.address));
      if (!trusts(hostname) && (inside || found.length === 0))
        return done(new OutgoingRefused(`${hostname} leads into a private network`), '', 0);
      if (wanted.all) return done(null, found);
      const [first] = found as [LookupAddress];
      return done(null, first.address, first.family);
    });
  };
}

function allowed(input: string | URL, trusts: (host: string) => boolean): URL {
  const url = URL.parse(String(input));
  const why = url ? objectionTo(url, trusts) : 'Not an address';
  if (!url || why) throw new TypeError('fetch failed', { cause: new OutgoingRefused(why ?? '') });
  return url;
}

function objectionTo(url: URL, trusts: (host: string) => boolean): string | null {
  const host = bare(url.hostname);
  if (url.username || url.password) return 'An address must not carry a password';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && trusts(host))) return 'Only https is called';
  const isPrivate = isIP(host) !== 0 && !isPublicAddress(host);
  return isPrivate && !trusts(host) ? `${host} is a private address` : null;
}

function trustIn(address: string | null, privateHosts: readonly string[]): (host: string) => boolean {
  const named = new Set(privateHosts.map((host) => bare(host.toLowerCase())));
  const own = address === null ? null : bare(URL.parse(address)?.hostname ?? '');
  if (own && (own === 'localhost' || (isIP(own) && !isPublicAddress(own)))) named.add(own);
  return (host) => named.has(bare(host.toLowerCase()));
}

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

// A form of the platform is unknown to the client's own: it is written out here.
async function formOf(init: RequestInit): Promise<RequestInit> {
  const written = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set('content-type', written.headers.get('content-type') ?? '');
  return { ...init, headers, body: new Uint8Array(await written.arrayBuffer()) };
}

function withEnd(body: ReadableStream<Uint8Array>, mostBytes = MOST_BYTES): ReadableStream<Uint8Array> {
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) controller.error(new RangeError('The answer is too long'));
      else controller.enqueue(chunk);
    },
  });
  return body.pipeThrough(counted);
}
