import { Link, useNavigate } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import type * as z from 'zod/mini';
import { identity, signup } from '#contract/identity.ts';
import { call, messageOf } from '../../lib/api.ts';
import { showFieldErrors, useContractForm } from '../../lib/form.ts';
import { usePage } from '../../lib/page.ts';
import { queryClient } from '../../lib/query-client.ts';
import { startSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Input, PasswordInput } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { authEmail } from './auth-email.ts';
import { AuthHeading, linkClass } from './auth-heading.tsx';

type Signup = z.output<typeof signup>;

const empty: Signup = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  preferredCurrency: 'NGN',
  referralCode: '',
  agreed: false,
};

const currencies = [
  { value: 'NGN', label: 'NGN, Nigeria Naira', start: <Flag currency="NGN" /> },
  { value: 'USD', label: 'USD, US Dollar', start: <Flag currency="USD" /> },
];

export function SignupPage() {
  usePage('Create an Account', { index: true });
  const form = useContractForm<Signup>(signup, empty);
  const submit = useSignup(form);
  const { register, control, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <>
      <AuthHeading title="Create an Account">
        Already have one?{' '}
        <Link to="/auth/login" className={linkClass}>
          Log in
        </Link>
      </AuthHeading>
      <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4">
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
        <div className="grid gap-4 sm:grid-cols-[1.3fr_1fr]">
          <Field label="Preferred currency" error={errors.preferredCurrency?.message} required>
            <Controller
              control={control}
              name="preferredCurrency"
              render={({ field }) => (
                <Select
                  value={field.value}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  options={currencies}
                />
              )}
            />
          </Field>
          <Field label="Referral code" optional error={errors.referralCode?.message}>
            <Input autoComplete="off" {...register('referralCode')} />
          </Field>
        </div>
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
              I agree to the{' '}
              <Link to="/terms" target="_blank" className={linkClass}>
                terms
              </Link>
              , the{' '}
              <Link to="/privacy" target="_blank" className={linkClass}>
                privacy policy
              </Link>{' '}
              and the{' '}
              <Link to="/cookies" target="_blank" className={linkClass}>
                cookie policy
              </Link>
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

function useSignup(form: ReturnType<typeof useContractForm<Signup>>) {
  const navigate = useNavigate();
  return async (values: Signup) => {
    authEmail.keep(values.email);
    try {
      const { token, user } = await call(identity.register, { body: values });
      queryClient.clear();
      startSession(token, user);
      toast.success("Signup successful, we've sent you an email to verify it's you");
      await navigate({ to: '/onboarding' });
    } catch (error) {
      showFieldErrors(form, error);
      toast.error(`Error signing up: ${messageOf(error)}`);
    }
  };
}
