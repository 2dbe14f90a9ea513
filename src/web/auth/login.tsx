import { useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { credentials, identity } from '#contract/identity.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { EmailField, PasswordField } from '#web/lib/forms/fields.tsx';
import { Form } from '#web/lib/forms/form.tsx';
import { type FormHandle, useForm } from '#web/lib/forms/use-form.ts';
import { sessionCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { authEmail, useLastEmail } from './auth-email.ts';
import { AuthHeading, linkClass } from './components/auth-heading.tsx';
import { GoogleButton } from './components/google-button.tsx';
import { PasskeyButton } from './components/passkey-button.tsx';
import { CodeField } from './components/two-factor.tsx';
import { prefilledValues } from './prefilled-values.ts';
import { completeSignIn } from './sign-in.ts';
import * as texts from './texts.ts';

type Credentials = z.output<typeof credentials>;

export function LoginPage() {
  const form = useForm<Credentials>(
    credentials,
    { email: prefilledValues.email ?? '', password: prefilledValues.password ?? '', code: '' },
    'blur',
  );
  useLastEmail(form);
  const { needsCode, send, refuse } = useLogin(form);
  return (
    <>
      <AuthHeading title={texts.login.title}>
        {texts.login.newHere}{' '}
        <a href="/auth/signup" className={linkClass}>
          {texts.login.signUp}
        </a>
      </AuthHeading>
      <GoogleButton label={texts.login.google} />
      <Form form={form} method="post" onSubmit={send} onError={refuse} className="grid gap-4">
        <EmailField form={form} name="email" label={texts.shared.email} required />
        <PasswordField
          form={form}
          name="password"
          label={texts.shared.password}
          autoComplete="current-password"
          required
          aside={
            <a href="/auth/forgot-password" className={linkClass}>
              {texts.login.forgot}
            </a>
          }
        />
        {needsCode && <CodeField form={form} />}
        <Button type="submit" size="lg" wide pending={form.submitting} className="mt-2">
          {texts.shared.logIn}
        </Button>
      </Form>
      <PasskeyButton />
    </>
  );
}

function useLogin(form: FormHandle<Credentials>) {
  const [needsCode, setNeedsCode] = useState(false);
  const focusSoon = (name: 'password' | 'code') =>
    setTimeout(() => {
      const field = form.ref.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
      field?.focus();
      field?.select();
    });
  const refuse = (error: unknown) => {
    const reason = error instanceof ApiError ? error.code : '';
    if (reason === 'two_factor_required') setNeedsCode(true);
    else toast.error(texts.login.failed(messageOf(error)));
    if (reason === 'wrong_code') form.setErrors({ code: messageOf(error) });
    if (reason !== 'two_factor_required') focusSoon(reason === 'wrong_code' ? 'code' : 'password');
  };
  const send = ({ code, ...known }: Credentials) => {
    if (needsCode && !code) return form.setErrors({ code: texts.twoFactor.enterCode });
    authEmail.save(known.email);
    const body = { ...known, preferredCurrency: sessionCurrency(), ...(code && { code }) };
    return call(identity.login, { body }).then((entered) => completeSignIn(entered));
  };
  return { needsCode, send, refuse };
}
