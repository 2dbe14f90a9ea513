import type { ComponentType } from 'react';
import type { documents } from './texts.ts';

/** A page of the entry, and how its code is fetched. */
type AuthPage = {
  /** The module below, as the build's manifest names it, and `documents` the page's words. */
  module: keyof typeof documents;
  load: () => Promise<ComponentType>;
  /** Somebody already signed in has nothing to do here. */
  guestsOnly?: true;
};

export const authPages: Record<string, AuthPage> = {
  '/auth/signup': {
    module: 'auth/signup.tsx',
    load: async () => (await import('./signup.tsx')).SignupPage,
    guestsOnly: true,
  },
  '/auth/login': {
    module: 'auth/login.tsx',
    load: async () => (await import('./login.tsx')).LoginPage,
    guestsOnly: true,
  },
  '/auth/verify': {
    module: 'auth/verify.tsx',
    load: async () => (await import('./verify.tsx')).VerifyPage,
  },
  '/auth/forgot-password': {
    module: 'auth/forgot-password.tsx',
    load: async () => (await import('./forgot-password.tsx')).ForgotPasswordPage,
  },
  '/auth/reset-password': {
    module: 'auth/reset-password.tsx',
    load: async () => (await import('./reset-password.tsx')).ResetPasswordPage,
  },
  '/auth/google': {
    module: 'auth/google.tsx',
    load: async () => (await import('./google.tsx')).GooglePage,
  },
};
