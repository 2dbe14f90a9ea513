import type { ProofMethod } from '#contract/step-up.ts';

/** UI texts of step-up authentication. */
export const texts = {
  titles: {
    passkey: 'Use your passkey',
    password: 'Enter your password',
    totp: 'Enter a code',
    email_code: 'Enter a code',
  } satisfies Record<ProofMethod, string>,
  text: "We ask because this affects your money or your account. We won't ask again for 10 minutes.",
  confirm: 'Confirm',
  cancelled: 'You did not confirm, so nothing changed',
  password: 'Your password',
  totp: 'Code from your authenticator app',
  totpHint: 'Six digits. A recovery code works too.',
  mailed: 'Code from our message',
  mailedText:
    'Your account has no password, so we send a code to your email address. It works for ten minutes.',
  send: 'Send me a code',
  again: 'Send another code',
  sent: 'We have sent you a code. Look into your mailbox.',
  passkeyText: 'Your device asks for your fingerprint, your face or its own code.',
  passkeyTooNew: (from: string) =>
    `Your passkey is too new for this: a passkey has to be a day old. You can use it from: ${from}.`,
  passkeyButton: 'Use a passkey',
  needed: { password: 'Enter your password', code: 'Enter the code' },
  failed: 'That did not work. Please try again.',
  instead: {
    passkey: 'Use a passkey instead',
    password: 'Use your password instead',
    totp: 'Use your authenticator app instead',
    email_code: 'Use a code by email instead',
  } satisfies Record<ProofMethod, string>,
};
