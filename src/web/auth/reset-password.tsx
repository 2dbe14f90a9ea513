import { useEffect, useState } from 'react';
import { identity } from '#contract/identity.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { PasswordField } from '#web/lib/forms/fields.tsx';
import { Form } from '#web/lib/forms/form.tsx';
import { errorsIn } from '#web/lib/forms/rules.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { setFlashMessage } from '#web/lib/notifications/flash-message.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
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
  const { resetPassword } = identity;
  const form = useForm(
    (values) => errorsIn(resetPassword.body, { ...values, token }),
    { password: prefilledValues.password ?? '' },
    'blur',
  );
  const refuse = (error: unknown) => {
    form.showErrors(error);
    toast.error(messageOf(error));
  };
  const done = () => {
    setFlashMessage('success', texts.resetPassword.done);
    location.assign('/auth/login');
  };
  return (
    <>
      <AuthHeading title={texts.resetPassword.title}>{texts.resetPassword.text}</AuthHeading>
      <Form
        form={form}
        method="post"
        onSubmit={({ password }) => call(resetPassword, { body: { token, password } })}
        onSuccess={done}
        onError={refuse}
        className="grid gap-4"
      >
        <PasswordField
          form={form}
          name="password"
          label={texts.resetPassword.password}
          hint={texts.shared.passwordHint}
          autoComplete="new-password"
          required
        />
        <Button type="submit" size="lg" wide pending={form.submitting} className="mt-2">
          {texts.resetPassword.submit}
        </Button>
      </Form>
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
