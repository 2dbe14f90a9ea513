import { type FormEvent, useState } from 'react';
import { identity } from '#contract/identity.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { usePlainForm } from '#web/lib/plain-form.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useLastEmail } from './auth-email.ts';
import { bind } from './bind.ts';
import { AuthHeading, linkClass } from './components/auth-heading.tsx';
import { prefilledValues } from './prefilled-values.ts';
import * as texts from './texts.ts';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState('');
  const [sending, setSending] = useState(false);
  const form = usePlainForm(identity.forgotPassword.body, { email: prefilledValues.email ?? '' });
  useLastEmail(form);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    setSending(true);
    try {
      await call(identity.forgotPassword, { body: form.values });
      setSentTo(form.values.email);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setSending(false);
  };
  if (sentTo !== '') return <Sent email={sentTo} />;
  return (
    <>
      <AuthHeading title={texts.forgotPassword.title}>{texts.forgotPassword.text}</AuthHeading>
      <form ref={form.form} method="post" noValidate onSubmit={submit} className="grid gap-4">
        <Field label={texts.shared.email} error={form.errors.email} required>
          <Input
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...bind(form, 'email')}
          />
        </Field>
        <Button type="submit" size="lg" wide pending={sending} className="mt-2">
          {texts.forgotPassword.submit}
        </Button>
        <a href="/auth/login" className={`justify-self-center ${linkClass}`}>
          {texts.shared.backToLogin}
        </a>
      </form>
    </>
  );
}

function Sent({ email }: { email: string }) {
  return (
    <div role="status">
      <AuthHeading title={texts.forgotPassword.sent.title}>
        {texts.forgotPassword.sent.text(email)}
      </AuthHeading>
      <a href="/auth/login" className={buttonClass({ variant: 'outline', size: 'lg', wide: true })}>
        {texts.shared.backToLogin}
      </a>
    </div>
  );
}
