import { ABOUT_ACCOUNT, type EmailContent } from './types.ts';

type LinkFacts = { firstName: string; url: string };

export const verification = ({ firstName, url }: LinkFacts): EmailContent => ({
  subject: 'Confirm your email address',
  content: {
    heading: `Welcome, ${firstName}`,
    paragraphs: ['Please confirm that this is your email address. The link works once, for 24 hours.'],
    button: { label: 'Confirm my address', url },
    footer: 'If you did not sign up to Duewell, ignore this message.',
  },
});

export const passwordReset = ({ firstName, url }: LinkFacts): EmailContent => ({
  subject: 'Choose a new password',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      'Somebody asked to choose a new password for your account. The link works once, for 30 minutes.',
    ],
    button: { label: 'Choose a new password', url },
    footer: 'If it was not you, ignore this message: your password stays as it is.',
  },
});

export const passwordChanged = ({ firstName }: { firstName: string }): EmailContent => ({
  subject: 'Your password was changed',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      'The password of your account was just changed, and every device was logged out.',
      'If it was not you, choose a new password at once with the link "Forgot password" on the log-in page.',
    ],
    footer: ABOUT_ACCOUNT,
  },
});
