import { createHash } from 'node:crypto';
import type { extensionBrowsers } from '#contract/extension.ts';

/** How long a code can be turned into a session. */
export const EXTENSION_CODE_MS = 60_000;
const LANDING = 'connected';
const CHROME_ID = /^[a-p]{32}$/;

export type ExtensionAddress = { browser: (typeof extensionBrowsers)[number]; redirectUri: string };

/** The only addresses a code is ever sent to: each browser gives every extension one that nothing else can read. */
export const extensionAddresses = (ids: readonly string[]): ExtensionAddress[] =>
  ids.map((id) =>
    CHROME_ID.test(id)
      ? { browser: 'Chrome', redirectUri: `https://${id}.chromiumapp.org/${LANDING}` }
      : { browser: 'Firefox', redirectUri: `https://${firefoxName(id)}.extensions.allizom.org/${LANDING}` },
  );

// Firefox names an extension's address by the SHA-1 of its id; it protects nothing.
const firefoxName = (id: string) => createHash('sha1').update(id).digest('hex');

/** PKCE challenge of a verifier (S256). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
