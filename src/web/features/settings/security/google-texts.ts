/** UI texts of Google sign-in in the settings. */
export const googleTexts = {
  title: 'Google',
  text: 'Signing in with a Google account. It stays connected when you change your email address.',
  since: (accounts: number, date: string) =>
    accounts === 1 ? `Connected since ${date}.` : `${accounts} Google accounts, the first since ${date}.`,
  onlyWayIn:
    'It is your only way in, so it cannot be disconnected yet. Add a passkey above, or set a password under Account.',
  disconnect: 'Disconnect',
  askTitle: 'Disconnect Google?',
  askText: (email: string) =>
    `No Google account opens this one any more. Devices that are signed in stay so. Whoever signs in with a Google account of ${email} connects it again, and you are told by email.`,
  done: 'Google is disconnected',
  failed: 'That did not work. Please try again.',
};
