import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { identity } from '#contract/identity.ts';
import { call, messageOf } from '../lib/api.ts';
import { carryToast } from '../lib/carried-toast.ts';
import { showFieldErrors, useContractForm } from '../lib/form.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/input.tsx';
import { toast } from '../ui/toast-store.ts';
import { AuthHeading } from './auth-heading.tsx';

type Reset = z.output<typeof identity.resetPassword.body>;

export function ResetPasswordPage() {
  // The address is unknown when the page is made, so the form stands until it is known to be of no use.
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => setToken(new URLSearchParams(location.search).get('token') ?? ''), []);
  return token === '' ? <NoToken /> : <ResetForm token={token ?? ''} />;
}

function ResetForm({ token }: { token: string }) {
  const form = useContractForm<Reset>(identity.resetPassword.body, { token, password: '' });
  const { errors, isSubmitting } = form.formState;
  const { setValue } = form;
  useEffect(() => setValue('token', token), [setValue, token]);
  const submit = async (body: Reset) => {
    try {
      await call(identity.resetPassword, { body });
      carryToast('success', 'Password changed. Log in with the new one.');
      location.assign('/auth/login');
    } catch (error) {
      showFieldErrors(form, error);
      toast.error(messageOf(error));
    }
  };
  return (
    <>
      <AuthHeading title="Choose a new password">Use one that you have nowhere else.</AuthHeading>
      <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4">
        <Field label="New password" error={errors.password?.message} hint="At least 6 characters" required>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Button type="submit" size="lg" wide pending={isSubmitting} className="mt-2">
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
