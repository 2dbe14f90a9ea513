import { passkeys } from '#contract/passkeys.ts';
import { call } from '#web/lib/api.ts';
import { signWithPasskey } from '#web/lib/session/passkeys.ts';
import { completeSignIn } from './sign-in.ts';

/** Logs in by whichever passkey the browser's person chooses; does nothing where they do not. Throws `ApiError`. */
export async function signInByPasskey(): Promise<void> {
  const { data } = await call(passkeys.beginSignIn, {});
  const passkey = await signWithPasskey(data);
  if (!passkey) return;
  await completeSignIn(await call(passkeys.signIn, { body: { passkey } }));
}
