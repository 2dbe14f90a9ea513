import { useState } from 'react';
import type * as z from 'zod/mini';
import { identity } from '#contract/identity.ts';
import { call, messageOf } from '../lib/api.ts';
import { useContractForm } from '../lib/form.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { toast } from '../ui/toast-store.ts';
import { authEmail } from './auth-email.ts';
import { AuthHeading, linkClass } from './auth-heading.tsx';
import { typedEarly } from './typed-early.ts';

type Request = z.output<typeof identity.forgotPassword.body>;

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState('');
  const form = useContractForm<Request>(identity.forgotPassword.body, {
    email: typedEarly.email ?? authEmail.read(),
  });
  const { errors, isSubmitting } = form.formState;
  const submit = async (body: Request) => {
    try {
      await call(identity.forgotPassword, { body });
      setSentTo(body.email);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  if (sentTo !== '') return <Sent email={sentTo} />;
  return (
    <>
      <AuthHeading title="Forgot your password?">We will send you a link to choose a new one.</AuthHeading>
      <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4">
        <Field label="Email" error={errors.email?.message} required>
          <Input
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('email')}
          />
        </Field>
        <Button type="submit" size="lg" wide pending={isSubmitting} className="mt-2">
          Send the link
        </Button>
        <a href="/auth/login" className={`justify-self-center ${linkClass}`}>
          Back to Login
        </a>
      </form>
    </>
  );
}

function Sent({ email }: { email: string }) {
  return (
    <div role="status">
      <AuthHeading title="Check your email">
        If {email} has an account here, a link to choose a new password is on its way. It works once, for a
        short time.
      </AuthHeading>
      <a href="/auth/login" className={buttonClass({ look: 'outline', size: 'lg', wide: true })}>
        Back to Login
      </a>
    </div>
  );
}
