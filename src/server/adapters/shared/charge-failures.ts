import type { ChargeFailure, ChargeState } from '#server/kernel/ports/saved-cards.ts';

// Banks and providers word the same refusals differently; the first that fits counts.
const wordings: [RegExp, ChargeFailure][] = [
  [/insufficient|not enough|not sufficient|exceeds.{0,40}(limit|balance)/i, 'funds'],
  [/authenticat|\botp\b|3-?d ?-?secure|enter (your )?pin|requires? (action|pin)/i, 'holder'],
  [
    /stolen|lost|pick.?up|closed|expired|expiry|invalid (card|token|authorization)|restricted|revoked|revocation|not (reusable|permitted|valid)|no longer|deactivated|(token|card|authorization).{0,40}(not found|does not exist)|(token|card|authorization)( code)? is invalid|no such/i,
    'card',
  ],
  [/do not hono|declin|refused|not approved/i, 'declined'],
];

/** The kind of a refusal by its words; one nobody knows is taken for trouble that may pass. */
export const failureOf = (words: string): ChargeFailure =>
  wordings.find(([pattern]) => pattern.test(words))?.[1] ?? 'issuer';

const MOST = 200;

/** A conclusive refusal in the words of the bank or the provider. */
export const refusedCharge = (words: string | null | undefined): ChargeState => {
  const reason =
    words
      ?.replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, MOST) || 'The bank gave no reason';
  return { state: 'failed', reason, failure: failureOf(reason) };
};

/** A charge of which nothing is known for certain. */
export const unknownCharge = (reason: string): ChargeState => ({ state: 'unknown', reason });

/** `2030-04` from a month and a year of two or four digits; null for what is none. */
export function expiryOf(month: string | number, year: string | number): string | null {
  const [at, full] = [Number(month), Number(year) < 100 ? Number(year) + 2000 : Number(year)];
  if (!Number.isInteger(at) || at < 1 || at > 12 || !Number.isInteger(full) || full > 9999) return null;
  return `${full}-${String(at).padStart(2, '0')}`;
}
