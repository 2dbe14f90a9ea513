import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { identity } from '#contract/identity.ts';
import { call, messageOf } from '../../lib/api.ts';
import { showFieldErrors, useContractForm } from '../../lib/form.ts';
import { usePage } from '../../lib/page.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { AuthHeading } from './auth-heading.tsx';

type Reset = z.output<typeof identity.resetPassword.body>;

export function ResetPasswordPage() {
  usePage('Choose a new password');
  const { token = '' } = useSearch({ strict: false });
  return token === '' ? <NoToken /> : <ResetForm token={token} />;
}

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useContractForm<Reset>(identity.resetPassword.body, { token, password: '' });
  const { errors, isSubmitting } = form.formState;
  const submit = async (body: Reset) => {
    try {
      await call(identity.resetPassword, { body });
      toast.success('Password changed. Log in with the new one.');
      await navigate({ to: '/auth/login' });
    } catch (error) {
      showFieldErrors(form, error);
      toast.error(messageOf(error));
    }
  };
  return (
    <>
      <AuthHeading title="Choose a new password">Use one that you have nowhere else.</AuthHeading>
      <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4">
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
      <Link to="/auth/forgot-password" className={buttonClass({ size: 'lg', wide: true })}>
        Ask for a new link
      </Link>
    </>
  );
}
