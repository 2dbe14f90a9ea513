export const texts = {
  enterCode: 'Enter the code from your authenticator app',
  codeHint: '6 digits from your authenticator app, or one of your recovery codes',
  signingIn: 'Signing you in',
  googleFailed: 'Google could not sign you in',
  googleNoCode: 'Google sent nothing to sign you in with. Try again.',
};
