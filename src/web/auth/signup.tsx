import { type FormEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { identity, signup } from '#contract/identity.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { setFlashMessage } from '#web/lib/notifications/flash-message.ts';
import { type PlainForm, usePlainForm } from '#web/lib/plain-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, PasswordInput } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { authEmail } from './auth-email.ts';
import { bind } from './bind.ts';
import { AuthHeading, linkClass } from './components/auth-heading.tsx';
import { CurrencyPicker } from './components/currency-picker.tsx';
import { GoogleButton } from './components/google-button.tsx';
import { prefilledValues } from './prefilled-values.ts';
import { completeSignIn } from './sign-in.ts';
import * as texts from './texts.ts';

type Signup = z.output<typeof signup>;

const initial: Signup = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  preferredCurrency: 'NGN',
  referralCode: '',
  agreed: false,
};

export function SignupPage() {
  const form = usePlainForm<Signup>(signup, { ...initial, ...prefilledValues });
  const { submit, busy } = useSignup(form);
  const { values, errors } = form;
  return (
    <>
      <AuthHeading title={texts.signup.title}>
        {texts.signup.haveOne}{' '}
        <a href="/auth/login" className={linkClass}>
          {texts.shared.logIn}
        </a>
      </AuthHeading>
      <GoogleButton label={texts.signup.google} />
      <form ref={form.form} method="post" noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={texts.signup.firstName} error={errors.firstName} required>
            <Input autoComplete="given-name" {...bind(form, 'firstName')} />
          </Field>
          <Field label={texts.signup.lastName} error={errors.lastName} required>
            <Input autoComplete="family-name" {...bind(form, 'lastName')} />
          </Field>
        </div>
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
          hint={texts.shared.passwordHint}
          required
        >
          <PasswordInput autoComplete="new-password" {...bind(form, 'password')} />
        </Field>
        <CurrencyPicker
          value={values.preferredCurrency}
          onChange={(preferredCurrency) => form.change({ preferredCurrency })}
          error={errors.preferredCurrency}
        />
        <Field label={texts.signup.referralCode} optional error={errors.referralCode}>
          <Input autoComplete="off" {...bind(form, 'referralCode')} />
        </Field>
        <Checkbox
          checked={values.agreed === true}
          onChange={(agreed) => form.change({ agreed })}
          error={errors.agreed}
          className="mt-1"
        >
          {texts.signup.agree.to}
          <Legal path="/terms">{texts.signup.agree.terms}</Legal>
          {texts.signup.agree.the}
          <Legal path="/privacy">{texts.signup.agree.privacy}</Legal> {texts.signup.agree.andThe}
          <Legal path="/cookies">{texts.signup.agree.cookies}</Legal>
        </Checkbox>
        <Button type="submit" size="lg" wide pending={busy} className="mt-2">
          {texts.signup.submit}
        </Button>
      </form>
    </>
  );
}

function Legal({ path, children }: { path: string; children: string }) {
  return (
    <a href={path} target="_blank" rel="noreferrer" className={linkClass}>
      {children}
    </a>
  );
}

function useSignup(form: PlainForm<Signup>) {
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    authEmail.save(form.values.email);
    setBusy(true);
    try {
      const response = await call(identity.register, { body: form.values });
      setFlashMessage('success', texts.signup.done);
      await completeSignIn(response);
    } catch (error) {
      setBusy(false);
      form.showRefusal(error);
      toast.error(texts.signup.failed(messageOf(error)));
    }
  };
  return { submit, busy };
}
