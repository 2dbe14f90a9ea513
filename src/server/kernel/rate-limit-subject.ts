import ipaddr from 'ipaddr.js';

const PREFIX_BITS = 64;

/**
 * Subject of a rate limit for an address: an IPv6 client usually holds a whole /64, so that prefix counts.
 * Parts of a subject that are no such address stay as they are.
 */
export function rateLimitSubject(subject: string): string {
  if (!subject.includes(':')) return subject;
  return subject.split(' ').map(networkOf).join(' ');
}

function networkOf(part: string): string {
  const address = part.split('%')[0] ?? part;
  if (!ipaddr.IPv6.isValid(address)) return part;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const bytes = parsed.toByteArray().map((byte, at) => (at < PREFIX_BITS / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${PREFIX_BITS}`;
}
