import { type FormEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { credentials, identity } from '#contract/identity.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { type PlainForm, usePlainForm } from '#web/lib/plain-form.ts';
import { sessionCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, PasswordInput } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { authEmail, useLastEmail } from './auth-email.ts';
import { bind } from './bind.ts';
import { AuthHeading, linkClass } from './components/auth-heading.tsx';
import { GoogleButton } from './components/google-button.tsx';
import { PasskeyButton } from './components/passkey-button.tsx';
import { CodeField } from './components/two-factor.tsx';
import { prefilledValues } from './prefilled-values.ts';
import { completeSignIn } from './sign-in.ts';
import * as texts from './texts.ts';

type Credentials = z.output<typeof credentials>;

export function LoginPage() {
  const form = usePlainForm<Credentials>(credentials, {
    email: prefilledValues.email ?? '',
    password: prefilledValues.password ?? '',
    code: '',
  });
  useLastEmail(form);
  const { submit, needsCode, busy } = useLogin(form);
  const { errors } = form;
  return (
    <>
      <AuthHeading title={texts.login.title}>
        {texts.login.newHere}{' '}
        <a href="/auth/signup" className={linkClass}>
          {texts.login.signUp}
        </a>
      </AuthHeading>
      <GoogleButton label={texts.login.google} />
      <form ref={form.form} method="post" noValidate onSubmit={submit} className="grid gap-4">
        <Field label={texts.shared.email} error={errors.email} required>
          <Input
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...bind(form, 'email')}
          />
        </Field>
        <Field
          label={texts.shared.password}
          error={errors.password}
          required
          aside={
            <a href="/auth/forgot-password" className={linkClass}>
              {texts.login.forgot}
            </a>
          }
        >
          <PasswordInput autoComplete="current-password" {...bind(form, 'password')} />
        </Field>
        {needsCode && <CodeField error={errors.code} field={{ ...bind(form, 'code'), autoFocus: true }} />}
        <Button type="submit" size="lg" wide pending={busy} className="mt-2">
          {texts.shared.logIn}
        </Button>
      </form>
      <PasskeyButton />
    </>
  );
}

function useLogin(form: PlainForm<Credentials>) {
  const [needsCode, setNeedsCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const focusSoon = (name: 'password' | 'code') =>
    setTimeout(() => {
      const field = form.form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
      field?.focus();
      field?.select();
    });
  const refuse = (error: unknown) => {
    const reason = error instanceof ApiError ? error.code : '';
    if (reason === 'two_factor_required') setNeedsCode(true);
    else toast.error(texts.login.failed(messageOf(error)));
    if (reason === 'wrong_code') form.tell({ code: messageOf(error) });
    if (reason !== 'two_factor_required') focusSoon(reason === 'wrong_code' ? 'code' : 'password');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { code, ...known } = form.values;
    if (!form.check()) return;
    if (needsCode && !code) return form.tell({ code: texts.twoFactor.enterCode });
    authEmail.save(known.email);
    setBusy(true);
    try {
      const body = { ...known, preferredCurrency: sessionCurrency(), ...(code && { code }) };
      await completeSignIn(await call(identity.login, { body }));
    } catch (error) {
      setBusy(false);
      refuse(error);
    }
  };
  return { submit, needsCode, busy };
}
