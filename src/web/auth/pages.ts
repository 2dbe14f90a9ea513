import type { ComponentType } from 'react';

/** A page of the entry: what its document says of it, and how its code is fetched. */
type AuthPage = {
  title: string;
  description: string;
  /** The module below, as the build's manifest names it. */
  module: string;
  load: () => Promise<ComponentType>;
  /** Somebody already signed in has nothing to do here. */
  forStrangers?: true;
};

export const authPages: Record<string, AuthPage> = {
  '/auth/signup': {
    title: 'Create an Account',
    description: 'Open a free Duewell account: send invoices and be paid into your own bank account.',
    module: 'auth/signup.tsx',
    load: async () => (await import('./signup.tsx')).SignupPage,
    forStrangers: true,
  },
  '/auth/login': {
    title: 'Log in',
    description: 'Log in to Duewell to send invoices and see who has paid.',
    module: 'auth/login.tsx',
    load: async () => (await import('./login.tsx')).LoginPage,
    forStrangers: true,
  },
  '/auth/verify': {
    title: 'Verify your email',
    description: 'Confirm the email address of your Duewell account.',
    module: 'auth/verify.tsx',
    load: async () => (await import('./verify.tsx')).VerifyPage,
  },
  '/auth/forgot-password': {
    title: 'Forgot password',
    description: 'Ask for a link to choose a new password for your Duewell account.',
    module: 'auth/forgot-password.tsx',
    load: async () => (await import('./forgot-password.tsx')).ForgotPasswordPage,
  },
  '/auth/reset-password': {
    title: 'Choose a new password',
    description: 'Choose a new password for your Duewell account.',
    module: 'auth/reset-password.tsx',
    load: async () => (await import('./reset-password.tsx')).ResetPasswordPage,
  },
  '/auth/google': {
    title: 'Sign in with Google',
    description: 'Finish signing in to Duewell with your Google account.',
    module: 'auth/google.tsx',
    load: async () => (await import('./google.tsx')).GooglePage,
  },
};
