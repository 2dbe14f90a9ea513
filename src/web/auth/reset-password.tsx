import { type FormEvent, useEffect, useState } from 'react';
import { identity } from '#contract/identity.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { setFlashMessage } from '#web/lib/notifications/flash-message.ts';
import { usePlainForm } from '#web/lib/plain-form.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { bind } from './bind.ts';
import { AuthHeading } from './components/auth-heading.tsx';
import { prefilledValues } from './prefilled-values.ts';
import * as texts from './texts.ts';

export function ResetPasswordPage() {
  // The address is unknown when the page is made, so the form stands until it is known to be of no use.
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => setToken(new URLSearchParams(location.search).get('token') ?? ''), []);
  return token === '' ? <NoToken /> : <ResetForm token={token ?? ''} />;
}

function ResetForm({ token }: { token: string }) {
  const [saving, setSaving] = useState(false);
  const form = usePlainForm(identity.resetPassword.body, {
    token: '',
    password: prefilledValues.password ?? '',
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...form.values, token };
    if (!form.check(body)) return;
    setSaving(true);
    try {
      await call(identity.resetPassword, { body });
      setFlashMessage('success', texts.resetPassword.done);
      location.assign('/auth/login');
    } catch (error) {
      form.showRefusal(error);
      toast.error(messageOf(error));
      setSaving(false);
    }
  };
  return (
    <>
      <AuthHeading title={texts.resetPassword.title}>{texts.resetPassword.text}</AuthHeading>
      <form ref={form.form} method="post" noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label={texts.resetPassword.password}
          error={form.errors.password}
          hint={texts.shared.passwordHint}
          required
        >
          <PasswordInput autoComplete="new-password" {...bind(form, 'password')} />
        </Field>
        <Button type="submit" size="lg" wide pending={saving} className="mt-2">
          {texts.resetPassword.submit}
        </Button>
      </form>
    </>
  );
}

function NoToken() {
  return (
    <>
      <AuthHeading title={texts.resetPassword.noToken.title}>{texts.resetPassword.noToken.text}</AuthHeading>
      <a href="/auth/forgot-password" className={buttonClass({ size: 'lg', wide: true })}>
        {texts.resetPassword.noToken.askAgain}
      </a>
    </>
  );
}
