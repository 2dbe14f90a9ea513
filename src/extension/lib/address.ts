declare const __SERVICE_URL__: string;

const LOCAL = ['localhost', '127.0.0.1'];

/** The address that was chosen when the extension was built. */
export const presetAddress = (): string => __SERVICE_URL__;

/** An address as typed, as the origin it names; null where it is none we would send a token to. */
export function readAddress(typed: string): string | null {
  const text = typed.trim();
  const full = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(full)) return null;
  const { protocol, hostname, origin, username } = new URL(full);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOCAL.includes(hostname));
  return isSafe && username === '' ? origin : null;
}
