import { useState } from 'react';
import { identity } from '#contract/identity.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { EmailField } from '#web/lib/forms/fields.tsx';
import { Form } from '#web/lib/forms/form.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useLastEmail } from './auth-email.ts';
import { AuthHeading, linkClass } from './components/auth-heading.tsx';
import { prefilledValues } from './prefilled-values.ts';
import * as texts from './texts.ts';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState('');
  const form = useForm(identity.forgotPassword.body, { email: prefilledValues.email ?? '' }, 'blur');
  useLastEmail(form);
  if (sentTo !== '') return <Sent email={sentTo} />;
  return (
    <>
      <AuthHeading title={texts.forgotPassword.title}>{texts.forgotPassword.text}</AuthHeading>
      <Form
        form={form}
        method="post"
        onSubmit={(body) => call(identity.forgotPassword, { body })}
        onSuccess={() => setSentTo(form.values.email)}
        onError={(error) => toast.error(messageOf(error))}
        className="grid gap-4"
      >
        <EmailField form={form} name="email" label={texts.shared.email} required />
        <Button type="submit" size="lg" wide pending={form.submitting} className="mt-2">
          {texts.forgotPassword.submit}
        </Button>
        <a href="/auth/login" className={`justify-self-center ${linkClass}`}>
          {texts.shared.backToLogin}
        </a>
      </Form>
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
