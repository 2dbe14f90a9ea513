import type { connections } from '#contract/connections.ts';
import type { passkeys } from '#contract/passkeys.ts';
import type { stepUp } from '#contract/step-up.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { inBrowser } from './browser-cookie.ts';
import { disconnectGoogle } from './commands/google.ts';
import { removePasskey, renamePasskey } from './commands/passkeys.ts';
import {
  addPasskey,
  beginPasskey,
  beginProofByPasskey,
  beginSignIn,
  signInByPasskey,
} from './flows/passkeys.ts';
import { emailProofCode, verifyStepUp } from './flows/step-up-verify.ts';
import { requireProof } from './flows/step-up.ts';
import { disableTwoFactorWithPasskey } from './flows/two-factor.ts';
import { presentPasskey, presentSignedIn } from './present.ts';
import { googleConnectionOf } from './queries/google.ts';
import { factorsOf, passkeysOf } from './queries/passkeys.ts';
import { proofOffer, proofUntil, stateOf } from './rules/factors.ts';

export const routes: Handlers<typeof passkeys> = {
  list: async (scope) => {
    const rows = await passkeysOf(scope.db, scope.actor.userId);
    return { data: { passkeys: rows.map(presentPasskey) } };
  },
  begin: async (scope) => ({ data: await beginPasskey(scope) }),
  add: async (scope, { body }) => ({
    message: 'Passkey added',
    data: { passkey: presentPasskey(await addPasskey(scope, body.name, body.passkey)) },
  }),
  rename: async (scope, { params, body }) => ({
    message: 'Passkey renamed',
    data: {
      passkey: presentPasskey(await scope.transact((ctx) => renamePasskey(ctx, params.id, body.name))),
    },
  }),
  remove: async (scope, { params }) => {
    await requireProof(scope, undefined, 'switch_off');
    await scope.transact((ctx) => removePasskey(ctx, params.id));
    return { message: 'Passkey removed', data: null };
  },
  disableTwoFactor: async (scope, { body }) => {
    await disableTwoFactorWithPasskey(scope, body.passkey);
    return { message: 'Two-factor is off', data: null };
  },
  beginSignIn: async (scope) => ({ data: await beginSignIn(scope) }),
  signIn: async (scope, { body }, raw) => ({
    message: 'Login successful',
    ...presentSignedIn(
      await inBrowser(scope, raw, (browser) => signInByPasskey(scope, body.passkey, browser)),
    ),
  }),
};

export const stepUpRoutes: Handlers<typeof stepUp> = {
  state: async (scope, { query: { operation = 'change' } }) => {
    const account = await factorsOf(scope.db, scope.actor.userId);
    const until = proofUntil(stateOf(account), operation, scope.actor, scope.now);
    return { data: { ...proofOffer(account, operation, scope.now), until } };
  },
  prove: async (scope, { body }) => ({ message: 'Thank you', data: await verifyStepUp(scope, body) }),
  sendCode: async (scope) => {
    await emailProofCode(scope);
    return { message: 'We have sent you a code', data: null };
  },
  beginPasskey: async (scope, { query }) => ({ data: await beginProofByPasskey(scope, query.operation) }),
};

export const connectionRoutes: Handlers<typeof connections> = {
  list: async (scope) => ({
    data: { google: await googleConnectionOf(scope.db, scope.actor.userId) },
  }),
  disconnectGoogle: async (scope) => {
    await requireProof(scope, undefined, 'switch_off');
    await scope.transact(disconnectGoogle);
    return { message: 'Google can no longer open your account', data: null };
  },
};
