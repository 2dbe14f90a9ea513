import { createECDH, createHash } from 'node:crypto';
import webPush from 'web-push';
import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';
import type { Pusher } from '#server/kernel/ports/messaging.ts';

const TIMEOUT_MS = 10_000;
/** Push messages not delivered within a day are stale. */
const TTL_SECONDS = 24 * 3600;

/** The push services of the browsers: whatever a page names as its endpoint, only these are called. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^[a-z0-9-]+\.push\.services\.mozilla\.com$/,
  /^[a-z0-9.-]+\.notify\.windows\.com$/,
  /^[a-z0-9-]+\.push\.apple\.com$/,
];

type PushOptions = {
  /** Secret our key pair is derived from. */
  secret: string;
  /** Contact of the operator for push services: `mailto:` or https. */
  contact: string;
  services?: readonly RegExp[];
  fetch?: typeof fetch;
};

/** Sends by Web Push (RFC 8030), encrypted for the browser alone (RFC 8291). */
export function createPusher(options: PushOptions): Pusher {
  const { secret, contact, services = SERVICES, fetch: reach = guardedFetch(null) } = options;
  const keys = vapidKeys(secret);
  const accepts = (endpoint: string): boolean => {
    const url = URL.parse(endpoint);
    // The HTTP client parses addresses in another way, so only unambiguous ones are accepted.
    if (url?.href !== endpoint || url.protocol !== 'https:' || url.port !== '') return false;
    return services.some((service) => service.test(url.hostname));
  };
  return {
    publicKey: keys.publicKey,
    accepts,
    async send({ endpoint, p256dh, auth }, payload) {
      if (!accepts(endpoint))
        return { ok: false, reason: 'Not a push service we know', retry: false, gone: true };
      try {
        const sealed = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
          vapidDetails: { subject: contact, ...keys },
          TTL: TTL_SECONDS,
        });
        const { 'Content-Length': _counted, ...headers } = sealed.headers as Record<string, string>;
        const answer = await reach(endpoint, {
          method: 'POST',
          headers,
          body: new Uint8Array(sealed.body ?? []),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        await answer.body?.cancel();
        return answer.ok ? { ok: true } : refusalOf(answer.status);
      } catch {
        return { ok: false, reason: 'Not reached', retry: true, gone: false };
      }
    },
  };
}

function refusalOf(status: number): Extract<Awaited<ReturnType<Pusher['send']>>, { ok: false }> {
  const gone = status === 404 || status === 410;
  const retry = status === 429 || status >= 500;
  return { ok: false, reason: `Refused with ${status}`, retry, gone };
}

const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/** The key pair that push services know us by (RFC 8292, P-256), the same for ever from one secret; base64url. */
export function vapidKeys(secret: string): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1');
  const scalar = validScalar(Buffer.from(secret, 'hex'));
  curve.setPrivateKey(scalar);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
}

function validScalar(candidate: Buffer): Buffer {
  const value = BigInt(`0x${candidate.toString('hex')}`);
  if (value > 0n && value < ORDER) return candidate;
  return validScalar(createHash('sha256').update(candidate).digest());
}
