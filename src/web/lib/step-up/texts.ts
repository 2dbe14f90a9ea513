import type { ProofMethod } from '#contract/step-up.ts';

/** UI texts of step-up authentication. */
export const texts = {
  title: 'Confirm that it is you',
  text: 'This touches your money or who can sign in, so we ask once more. For ten minutes we do not ask again.',
  confirm: 'Confirm',
  cancelled: 'You did not confirm, so nothing was changed',
  password: 'Your password',
  totp: 'Code from your authenticator app',
  totpHint: 'Six digits. A recovery code works too.',
  mailed: 'Code from our message',
  mailedText:
    'Your account has no password, so we send a code to your e-mail address. It works for ten minutes.',
  send: 'Send me a code',
  again: 'Send another code',
  sent: 'We have sent you a code. Look into your mailbox.',
  passkeyText: 'Your device asks for your fingerprint, your face or its own code.',
  passkeyButton: 'Use a passkey',
  needed: { password: 'Enter your password', code: 'Enter the code' },
  failed: 'That did not work. Please try again.',
  instead: {
    passkey: 'Use a passkey instead',
    password: 'Use your password instead',
    totp: 'Use your authenticator app instead',
    email_code: 'Use a code by e-mail instead',
  } satisfies Record<ProofMethod, string>,
};
