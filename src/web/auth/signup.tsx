import { Controller, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { identity, signup } from '#contract/identity.ts';
import { call, messageOf } from '../lib/api.ts';
import { carryToast } from '../lib/carried-toast.ts';
import { showFieldErrors, useContractForm } from '../lib/form.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Input, PasswordInput } from '../ui/input.tsx';
import { toast } from '../ui/toast-store.ts';
import { authEmail } from './auth-email.ts';
import { AuthHeading, linkClass } from './auth-heading.tsx';
import { CurrencyPicker } from './currency-picker.tsx';
import { GoogleButton } from './google-button.tsx';
import { enter } from './sign-in.ts';
import { typedEarly } from './typed-early.ts';

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
  const form = useContractForm<Signup>(signup, { ...initial, ...typedEarly });
  const submit = useSignup(form);
  const { register, control, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <>
      <AuthHeading title="Create an Account">
        Already have one?{' '}
        <a href="/auth/login" className={linkClass}>
          Log in
        </a>
      </AuthHeading>
      <GoogleButton label="Sign up with Google" />
      <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" error={errors.firstName?.message} required>
            <Input autoComplete="given-name" {...register('firstName')} />
          </Field>
          <Field label="Surname" error={errors.lastName?.message} required>
            <Input autoComplete="family-name" {...register('lastName')} />
          </Field>
        </div>
        <Field label="Email" error={errors.email?.message} required>
          <Input
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...register('email')}
          />
        </Field>
        <Field label="Password" error={errors.password?.message} hint="At least 6 characters" required>
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <CurrencyPicker error={errors.preferredCurrency?.message} field={register('preferredCurrency')} />
        <Field label="Referral code" optional error={errors.referralCode?.message}>
          <Input autoComplete="off" {...register('referralCode')} />
        </Field>
        <Controller
          control={control}
          name="agreed"
          render={({ field }) => (
            <Checkbox
              checked={field.value === true}
              onChange={field.onChange}
              error={errors.agreed?.message}
              className="mt-1"
            >
              I agree to the <Legal path="/terms">terms</Legal>, the{' '}
              <Legal path="/privacy">privacy policy</Legal> and the{' '}
              <Legal path="/cookies">cookie policy</Legal>
            </Checkbox>
          )}
        />
        <Button type="submit" size="lg" wide pending={isSubmitting} className="mt-2">
          Create my free account
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

function useSignup(form: UseFormReturn<Signup>) {
  return async (values: Signup) => {
    authEmail.keep(values.email);
    try {
      const { token, user } = await call(identity.register, { body: values });
      carryToast('success', "Signup successful, we've sent you an email to verify it's you");
      await enter(token, user);
    } catch (error) {
      showFieldErrors(form, error);
      toast.error(`Error signing up: ${messageOf(error)}`);
    }
  };
}
