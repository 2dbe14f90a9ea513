import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { credentials, identity } from '#contract/identity.ts';
import { call, messageOf } from '../../lib/api.ts';
import { useContractForm } from '../../lib/form.ts';
import { usePage } from '../../lib/page.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionCurrency, startSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, PasswordInput } from '../../ui/input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { authEmail } from './auth-email.ts';
import { AuthHeading, linkClass } from './auth-heading.tsx';

type Credentials = z.output<typeof credentials>;

export function LoginPage() {
  usePage('Log in', { index: true });
  const form = useContractForm<Credentials>(credentials, { email: authEmail.read(), password: '' });
  const submit = useLogin(() => form.setFocus('password', { shouldSelect: true }));
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <>
      <AuthHeading title="Welcome back">
        New here?{' '}
        <Link to="/auth/signup" className={linkClass}>
          Create an account
        </Link>
      </AuthHeading>
      <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4">
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
            <Link to="/auth/forgot-password" className={linkClass}>
              Forgot password?
            </Link>
          }
        >
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <Button type="submit" size="lg" wide pending={isSubmitting} className="mt-2">
          Log in
        </Button>
      </form>
    </>
  );
}

function useLogin(tryAgain: () => void) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const { redirect } = useSearch({ strict: false });
  return async (values: Credentials) => {
    authEmail.keep(values.email);
    try {
      const { token, user } = await call(identity.login, {
        body: { ...values, preferredCurrency: sessionCurrency() },
      });
      queryClient.clear();
      startSession(token, user);
      if (!user.isBusinessRegistered) return await navigate({ to: '/onboarding' });
      if (isOwnPath(redirect)) return history.push(redirect);
      await navigate({ to: '/dashboard' });
    } catch (error) {
      toast.error(`Error logging in: ${messageOf(error)}`);
      setTimeout(tryAgain);
    }
  };
}

/** A way back inside this service only: never to an address somebody put into the link. */
function isOwnPath(path: string | undefined): path is string {
  return path !== undefined && /^\/(dashboard|onboarding)(?![\w-])/.test(path);
}
