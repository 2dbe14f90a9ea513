import type * as z from 'zod/mini';
import { identity, signup } from '#contract/identity.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { EmailField, PasswordField, TextField } from '#web/lib/forms/fields.tsx';
import { Form } from '#web/lib/forms/form.tsx';
import { type FormHandle, useForm } from '#web/lib/forms/use-form.ts';
import { setFlashMessage } from '#web/lib/notifications/flash-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { authEmail } from './auth-email.ts';
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
  const form = useForm<Signup>(signup, { ...initial, ...prefilledValues }, 'blur');
  const send = (body: Signup) => {
    authEmail.save(body.email);
    return call(identity.register, { body }).then((response) => {
      setFlashMessage('success', texts.signup.done);
      return completeSignIn(response);
    });
  };
  const refuse = (error: unknown) => {
    form.showErrors(error);
    toast.error(texts.signup.failed(messageOf(error)));
  };
  return (
    <>
      <AuthHeading title={texts.signup.title}>
        {texts.signup.haveOne}{' '}
        <a href="/auth/login" className={linkClass}>
          {texts.shared.logIn}
        </a>
      </AuthHeading>
      <GoogleButton label={texts.signup.google} />
      <Form form={form} method="post" onSubmit={send} onError={refuse} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            form={form}
            name="firstName"
            label={texts.signup.firstName}
            autoComplete="given-name"
            required
          />
          <TextField
            form={form}
            name="lastName"
            label={texts.signup.lastName}
            autoComplete="family-name"
            required
          />
        </div>
        <EmailField form={form} name="email" label={texts.shared.email} required />
        <PasswordField
          form={form}
          name="password"
          label={texts.shared.password}
          hint={texts.shared.passwordHint}
          autoComplete="new-password"
          required
        />
        <CurrencyPicker {...form.bind('preferredCurrency')} error={form.errors.preferredCurrency} />
        <TextField
          form={form}
          name="referralCode"
          label={texts.signup.referralCode}
          autoComplete="off"
          optional
        />
        <AgreeCheckbox form={form} />
        <Button type="submit" size="lg" wide pending={form.submitting} className="mt-2">
          {texts.signup.submit}
        </Button>
      </Form>
    </>
  );
}

function AgreeCheckbox({ form }: { form: FormHandle<Signup> }) {
  const { agree } = texts.signup;
  return (
    <Checkbox
      checked={form.values.agreed === true}
      onChange={(agreed) => form.change({ agreed })}
      error={form.errors.agreed}
      className="mt-1"
    >
      {agree.to}
      <Legal path="/terms">{agree.terms}</Legal>
      {agree.the}
      <Legal path="/privacy">{agree.privacy}</Legal> {agree.andThe}
      <Legal path="/cookies">{agree.cookies}</Legal>
    </Checkbox>
  );
}

function Legal({ path, children }: { path: string; children: string }) {
  return (
    <a href={path} target="_blank" rel="noreferrer" className={linkClass}>
      {children}
    </a>
  );
}
