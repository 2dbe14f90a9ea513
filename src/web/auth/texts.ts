// Imported as a namespace (`import * as texts`): `documents` and `about`, which only the build uses, stay out
// of the browser.

/** Texts shared by several of the pages. */
export const shared = {
  home: 'Duewell, to the front page',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 6 characters',
  logIn: 'Log in',
  backToLogin: 'Back to Login',
  moment: 'This takes a second or two.',
} as const;

/** Document title and description of each page, by the page's module. */
export const documents = {
  'auth/signup.tsx': {
    title: 'Create an Account',
    description: 'Open a free Duewell account: send invoices and be paid into your own bank account.',
  },
  'auth/login.tsx': {
    title: 'Log in',
    description: 'Log in to Duewell to send invoices and see who has paid.',
  },
  'auth/verify.tsx': {
    title: 'Verify your email',
    description: 'Confirm the email address of your Duewell account.',
  },
  'auth/forgot-password.tsx': {
    title: 'Forgot password',
    description: 'Ask for a link to choose a new password for your Duewell account.',
  },
  'auth/reset-password.tsx': {
    title: 'Choose a new password',
    description: 'Choose a new password for your Duewell account.',
  },
  'auth/google.tsx': {
    title: 'Sign in with Google',
    description: 'Finish signing in to Duewell with your Google account.',
  },
} as const;

export const documentTitle = (title: string) => `${title} | Duewell`;

/** Texts of the panel beside the form on wide screens. */
export const about = {
  label: 'About Duewell',
  slogan: 'Do the work. The money will find its way.',
  invoices: {
    title: 'AI-Generated Invoices',
    text: 'Say what you sold, or send a photo of your order book.',
  },
  links: {
    title: 'Seamless Payment Links',
    text: 'Every invoice has a page where your customer pays.',
  },
  analytics: {
    title: 'Smart Analytics & Tracking',
    text: 'See who paid, who is late and what comes next.',
  },
  security: {
    title: 'Secure & Reliable',
    text: 'Your bank details are sealed, and money leaves only with your PIN.',
  },
} as const;

export const signup = {
  title: 'Create an Account',
  haveOne: 'Already have one?',
  google: 'Sign up with Google',
  firstName: 'First name',
  lastName: 'Surname',
  currency: 'Preferred currency',
  currencies: { NGN: 'Nigeria Naira', USD: 'US Dollar' },
  referralCode: 'Referral code',
  agree: {
    to: 'I agree to the ',
    terms: 'terms',
    the: ', the ',
    privacy: 'privacy policy',
    andThe: 'and the ',
    cookies: 'cookie policy',
  },
  submit: 'Create my free account',
  done: "Signup successful, we've sent you an email to verify it's you",
  failed: (reason: string) => `Error signing up: ${reason}`,
} as const;

export const login = {
  passkey: 'Log in with a passkey',
  noPasskey: 'No passkey was used. Log in with your password, then add one under Settings, Security.',
  title: 'Welcome back',
  newHere: 'New here?',
  signUp: 'Create an account',
  google: 'Log in with Google',
  forgot: 'Forgot password?',
  failed: (reason: string) => `Error logging in: ${reason}`,
  accountStays: 'Your account stays. You logged in, so it will not be deleted.',
} as const;

export const twoFactor = {
  code: 'Authentication code',
  codeHint: '6 digits from your authenticator app, or one of your recovery codes',
  enterCode: 'Enter the code from your authenticator app',
  lost: {
    title: 'Lost your phone?',
    code: 'One of your recovery codes works in place of the code.',
    passkey:
      'A passkey logs you in without a code. Then turn two-factor off in the settings, under Security.',
    neither: 'Neither of them? Resetting your password does not help: the code is asked for again.',
    write: {
      before: 'Write to ',
      after:
        ' from the address of your account. Before the code is switched off, somebody checks that it is you. That takes a day or more.',
    },
    ask: 'Ask whoever runs this service for you. Before they switch the code off they have to check that it is you.',
  },
} as const;

export const google = {
  notSetUp: 'Google sign-in is not set up on this service.',
  orEmail: 'or with your email',
  working: 'Signing you in',
  failed: 'Google could not sign you in',
  noCode: 'Google sent nothing to sign you in with. Try again.',
  oneMore: { title: 'One more step', text: 'Your account asks for a second proof that it is you.' },
} as const;

export const verify = {
  starting: { title: 'One moment', text: 'Getting your link ready.' },
  working: 'Verifying your email',
  done: 'Email Verified!',
  opensIn: (left: number) => `Your dashboard opens in ${left} ${left === 1 ? 'second' : 'seconds'}.`,
  toDashboard: 'Go to Dashboard',
  failed: 'Email not verified',
  noToken: 'No verification token found',
  unexpected: 'An unexpected error occurred',
  unknown: 'Failed to verify email',
  emailHint: 'The address you signed up with',
  resend: 'Resend Verification Email',
  resendIn: (wait: number) => `Sent. Try again in ${wait} s`,
  resent: 'Verification email sent',
  resendFailed: 'Error sending verification email',
} as const;

export const forgotPassword = {
  title: 'Forgot your password?',
  text: 'We will send you a link to choose a new one.',
  submit: 'Send the link',
  sent: {
    title: 'Check your email',
    text: (email: string) =>
      `If ${email} has an account here, a link to choose a new password is on its way. It works once, for a short time.`,
  },
} as const;

export const resetPassword = {
  title: 'Choose a new password',
  text: 'Use one that you have nowhere else.',
  password: 'New password',
  submit: 'Save password',
  done: 'Password changed. Log in with the new one.',
  noToken: {
    title: 'This link is not complete',
    text: 'Open it again from the message, or ask for a new one.',
    askAgain: 'Ask for a new link',
  },
} as const;
