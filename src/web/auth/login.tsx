import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { credentials, identity } from '#contract/identity.ts';
import { call, messageOf } from '../lib/api.ts';
import { useContractForm } from '../lib/form.ts';
import { sessionCurrency } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input, PasswordInput } from '../ui/input.tsx';
import { toast } from '../ui/toast-store.ts';
import { authEmail } from './auth-email.ts';
import { AuthHeading, linkClass } from './auth-heading.tsx';
import { GoogleButton } from './google-button.tsx';
import { enter } from './sign-in.ts';
import { texts } from './texts.ts';
import { CodeField } from './two-factor.tsx';
import { typedEarly } from './typed-early.ts';

type Credentials = z.output<typeof credentials>;

export function LoginPage() {
  const form = useContractForm<Credentials>(credentials, {
    email: typedEarly.email ?? authEmail.read(),
    password: typedEarly.password ?? '',
  });
  const { submit, needsCode } = useLogin(form);
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <>
      <AuthHeading title="Welcome back">
        New here?{' '}
        <a href="/auth/signup" className={linkClass}>
          Create an account
        </a>
      </AuthHeading>
      <GoogleButton label="Log in with Google" />
      <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4">
        <Field label="Email" error={errors.email?.message} required>
          <Input
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...register('email')}
          />
        </Field>
        <Field
          label="Password"
          error={errors.password?.message}
          required
          aside={
            <a href="/auth/forgot-password" className={linkClass}>
              Forgot password?
            </a>
          }
        >
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        {needsCode && <CodeField error={errors.code?.message} field={register('code')} />}
        <Button type="submit" size="lg" wide pending={isSubmitting} className="mt-2">
          Log in
        </Button>
      </form>
    </>
  );
}

function useLogin(form: UseFormReturn<Credentials>) {
  const [needsCode, setNeedsCode] = useState(false);
  const focusSoon = (field: 'password' | 'code') =>
    setTimeout(() => form.setFocus(field, { shouldSelect: true }));
  const submit = async ({ email, password, code }: Credentials) => {
    if (needsCode && !code) return form.setError('code', { message: texts.enterCode }, { shouldFocus: true });
    authEmail.keep(email);
    try {
      const body = { email, password, preferredCurrency: sessionCurrency(), ...(code && { code }) };
      const { token, user } = await call(identity.login, { body });
      await enter(token, user);
    } catch (error) {
      const asked = error instanceof ApiError ? error.code : '';
      if (asked === 'two_factor_required') {
        setNeedsCode(true);
        return void focusSoon('code');
      }
      toast.error(`Error logging in: ${messageOf(error)}`);
      if (asked === 'wrong_code') form.setError('code', { message: messageOf(error) });
      focusSoon(asked === 'wrong_code' ? 'code' : 'password');
    }
  };
  return { submit, needsCode };
}
