import { type FormEvent, useEffect, useState } from 'react';
import { identity } from '#contract/identity.ts';
import { call, messageOf } from '../lib/api.ts';
import { carryToast } from '../lib/carried-toast.ts';
import { usePlainForm } from '../lib/plain-form.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/input.tsx';
import { toast } from '../ui/toast-store.ts';
import { AuthHeading } from './auth-heading.tsx';
import { bind } from './bind.ts';
import { typedEarly } from './typed-early.ts';

export function ResetPasswordPage() {
  // The address is unknown when the page is made, so the form stands until it is known to be of no use.
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => setToken(new URLSearchParams(location.search).get('token') ?? ''), []);
  return token === '' ? <NoToken /> : <ResetForm token={token ?? ''} />;
}

function ResetForm({ token }: { token: string }) {
  const [saving, setSaving] = useState(false);
  const form = usePlainForm(identity.resetPassword.body, { token: '', password: typedEarly.password ?? '' });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...form.values, token };
    if (!form.check(body)) return;
    setSaving(true);
    try {
      await call(identity.resetPassword, { body });
      carryToast('success', 'Password changed. Log in with the new one.');
      location.assign('/auth/login');
    } catch (error) {
      form.showRefusal(error);
      toast.error(messageOf(error));
      setSaving(false);
    }
  };
  return (
    <>
      <AuthHeading title="Choose a new password">Use one that you have nowhere else.</AuthHeading>
      <form ref={form.form} method="post" noValidate onSubmit={submit} className="grid gap-4">
        <Field label="New password" error={form.errors.password} hint="At least 6 characters" required>
          <PasswordInput autoComplete="new-password" {...bind(form, 'password')} />
        </Field>
        <Button type="submit" size="lg" wide pending={saving} className="mt-2">
          Save password
        </Button>
      </form>
    </>
  );
}

function NoToken() {
  return (
    <>
      <AuthHeading title="This link is not complete">
        Open it again from the message, or ask for a new one.
      </AuthHeading>
      <a href="/auth/forgot-password" className={buttonClass({ size: 'lg', wide: true })}>
        Ask for a new link
      </a>
    </>
  );
}
