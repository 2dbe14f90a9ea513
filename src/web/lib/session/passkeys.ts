import type * as z from 'zod/mini';
import type { Answer } from '#contract/endpoint.ts';
import type { newPasskey, passkeys, signing, usedPasskey } from '#contract/passkeys.ts';

type RegistrationOptions = Answer<typeof passkeys.begin>['data'];
type AuthenticationOptions = z.output<typeof signing>;
type CredentialResponse<R> = { id: string; rawId: string; type: 'public-key'; response: R };

/** Has the browser make a passkey. Null where its person did not go through with it. */
export const createPasskey = (
  optionsJSON: RegistrationOptions,
): Promise<z.output<typeof newPasskey> | null> =>
  nullIfCancelled(async () => toCredential(await (await browser()).startRegistration({ optionsJSON })));

/** Has the browser sign with a passkey. Null where its person did not go through with it. */
export const signWithPasskey = (
  optionsJSON: AuthenticationOptions,
): Promise<z.output<typeof usedPasskey> | null> =>
  nullIfCancelled(async () => toCredential(await (await browser()).startAuthentication({ optionsJSON })));

const browser = () => import('@simplewebauthn/browser');

// Extension results are not part of the contract.
const toCredential = <R extends object>({ id, rawId, type, response }: CredentialResponse<R>) => ({
  id,
  rawId,
  type,
  response,
  clientExtensionResults: {},
});

/** The refusal of a browser that keeps a passkey of this account already. */
export const isAlreadyRegistered = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

// A cancelled or timed-out browser prompt needs no error message.
async function nullIfCancelled<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
      return null;
    throw error;
  }
}
