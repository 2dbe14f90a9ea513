import { business } from '#contract/business.ts';
import { createClient } from '#contract/client.ts';
import { extension as calls } from '#contract/extension.ts';
import { identity } from '#contract/identity.ts';
import { codeIn, newProofKey, randomText } from './proof-key.ts';
import { serviceOf } from './service.ts';
import {
  type Connection,
  deleteConnection,
  readChosenAddress,
  readConnection,
  saveConnection,
} from './storage.ts';
import { extension } from './web-extension.ts';

export type Connected = { ok: true } | { ok: false; reason: 'denied' | 'failed' };

const REDIRECT_PATH = 'connected';

/** Has the owner let this extension in, in a window of the service itself. */
export async function connect(): Promise<Connected> {
  const address = await readChosenAddress();
  const [key, state] = [await newProofKey(), randomText()];
  const redirectUri = extension.identity.getRedirectURL(REDIRECT_PATH);
  const query = new URLSearchParams({ redirect_uri: redirectUri, state, code_challenge: key.challenge });
  const redirectedTo = await extension.identity
    .launchWebAuthFlow({ url: `${address}/connect-extension?${query}`, interactive: true })
    // Closing the window rejects the promise.
    .catch(() => undefined);
  const code = codeIn(redirectedTo, { redirectUri, state });
  if (!code) return { ok: false, reason: 'denied' };
  try {
    await open(address, { code, codeVerifier: key.verifier, redirectUri, state });
    return { ok: true };
  } catch {
    return { ok: false, reason: 'failed' };
  }
}

type Proof = { code: string; codeVerifier: string; redirectUri: string; state: string };

async function open(address: string, proof: Proof): Promise<void> {
  const { token, user } = await createClient({ baseUrl: address })(calls.exchange, { body: proof });
  const connection: Connection = {
    address,
    token,
    userId: user.id,
    email: user.email,
    currency: user.currency,
    businessName: user.firstName,
  };
  const { data } = await serviceOf(connection).call(business.getProfile, { params: { userId: user.id } });
  await saveConnection({ ...connection, businessName: data.businessName });
}

/** Ends the session at the service and forgets it here, also where the service cannot be reached. */
export async function disconnect(): Promise<void> {
  const connection = await readConnection();
  if (connection)
    await serviceOf(connection)
      .call(identity.logout, {})
      .catch(() => undefined);
  await deleteConnection();
}
