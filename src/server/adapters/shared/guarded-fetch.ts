import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, fetch as reach } from 'undici';

const CONNECT_MS = 10_000;
/** How long an answer may stay silent, before it begins and between two of its pieces. */
const SILENCE_MS = 120_000;
const MOST_MS = 300_000;
const MOST_BYTES = 20_000_000;

export type GuardedFetchOptions = {
  /** Hosts allowed inside our own network, by the operator. */
  privateHosts?: readonly string[];
  mostBytes?: number;
  mostMs?: number;
  /** DNS lookup; the system's by default. */
  lookup?: typeof systemLookup;
};

/** A call blocked before it was made, by its `code`. It is the `cause` of what `fetch` throws. */
export class RequestBlocked extends Error {
  readonly code = 'OUTGOING_REFUSED';
}

/** Whether an address is public, also when embedded in another form. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // Allocated IPv6 space begins with 001; all else is for special use.
  return !('parts' in parsed) || (parsed.parts[0] ?? 0) >> 13 === 1;
}

/**
 * The `fetch` for all outbound calls: https only and no private addresses, checked at connection time, so
 * that a name that changes its address does not get in. `address` is the configured one, null where data
 * decides. A configured private address, or `localhost`, may be called, without https as well; a name that
 * resolves to a private address needs to be among `privateHosts`. Redirects are refused, or returned with
 * `redirect: 'manual'`; responses are limited in size and time.
 */
export function guardedFetch(address: string | null, options: GuardedFetchOptions = {}): typeof fetch {
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
    const request = init.body instanceof FormData ? await formOf(init) : init;
    const end = AbortSignal.timeout(options.mostMs ?? MOST_MS);
    const answer = await reach(url, {
      ...(request as object),
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
function guardedLookup(address: string | null, options: GuardedFetchOptions): LookupFunction {
  const trusts = trustIn(address, options.privateHosts ?? []);
  const resolve = options.lookup ?? systemLookup;
  return (hostname, lookupOptions, callback) => {
    resolve(hostname, { ...lookupOptions, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const inside = found.find((one) => !isPublicAddress(one.address));
      if (!trusts(hostname) && (inside || found.length === 0))
        return callback(new RequestBlocked(`${hostname} leads into a private network`), '', 0);
      if (lookupOptions.all) return callback(null, found);
      const [first] = found as [LookupAddress];
      return callback(null, first.address, first.family);
    });
  };
}

function allowed(input: string | URL, trusts: (host: string) => boolean): URL {
  const url = URL.parse(String(input));
  const objection = url ? objectionTo(url, trusts) : 'Not an address';
  if (!url || objection) throw new TypeError('fetch failed', { cause: new RequestBlocked(objection ?? '') });
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
  const trusted = new Set(privateHosts.map((host) => bare(host.toLowerCase())));
  const own = address === null ? null : bare(URL.parse(address)?.hostname ?? '');
  if (own && (own === 'localhost' || (isIP(own) && !isPublicAddress(own)))) trusted.add(own);
  return (host) => trusted.has(bare(host.toLowerCase()));
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
