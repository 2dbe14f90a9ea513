import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { account } from '#contract/account.ts';
import { identity } from '#contract/identity.ts';
import { call, messageOf, toastFailure } from '#web/lib/api.ts';
import { usePlainForm } from '#web/lib/plain-form.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, PasswordInput } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Section } from '../layout.tsx';
import { texts } from '../texts.ts';
import { useAccountChange } from './api.ts';
import type { Owner } from './owner.ts';

const labels = texts.account;
const formClass = 'grid justify-items-stretch gap-5 sm:grid-cols-2';

/** Another address, which counts once its message is opened. */
export function EmailSection({ owner }: { owner: Owner }) {
  const { values, errors, form, change, left, check, showRefusal, reset } = usePlainForm(
    account.changeEmail.body,
    { email: '' },
  );
  const submission = useAccountChange((body: { email: string }) => call(account.changeEmail, { body }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (submission.isPending || !check()) return;
    submission.mutate(values, {
      onSuccess: () => {
        toast.success(labels.emailSent(values.email));
        reset();
      },
      onError: (error) => {
        if (!showRefusal(error)) toastFailure(error, messageOf(error, labels.emailFailed));
      },
    });
  };
  return (
    <Section
      title={labels.email}
      text={<span className="wrap-anywhere">{labels.emailText(owner.email)}</span>}
      aside={
        !owner.isEmailVerified && (
          <p className="mt-2">
            <Badge tone="warn">{labels.unverified}</Badge>
          </p>
        )
      }
    >
      <form ref={form} onSubmit={submit} noValidate className={formClass}>
        <Field label={labels.newEmail} error={errors.email} required>
          <Input
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={values.email}
            onBlur={() => values.email !== '' && left('email')}
            onChange={(event) => change({ email: event.target.value })}
          />
        </Field>
        <Button
          type="submit"
          variant="outline"
          pending={submission.isPending}
          className="sm:justify-self-start"
        >
          {labels.changeEmail}
        </Button>
      </form>
    </Section>
  );
}

/** A new password; every other device is signed out. */
export function PasswordSection({ owner }: { owner: Owner }) {
  const { values, errors, form, change, left, check, showRefusal, reset } = usePlainForm(
    account.changePassword.body,
    { currentPassword: '', newPassword: '' },
  );
  const changing = useAccountChange((body: { currentPassword: string; newPassword: string }) =>
    call(account.changePassword, { body }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changing.isPending || !check()) return;
    changing.mutate(values, {
      onSuccess: () => {
        toast.success(labels.passwordChanged);
        reset();
      },
      onError: (error) => {
        if (!showRefusal(error)) toastFailure(error, messageOf(error, labels.passwordFailed));
      },
    });
  };
  return (
    <Section title={labels.passwordTitle} text={labels.passwordText}>
      {owner.hasPassword ? (
        <form ref={form} onSubmit={submit} noValidate className={formClass}>
          {/* For password managers, which save a password under a name. */}
          <input type="text" name="username" autoComplete="username" value={owner.email} readOnly hidden />
          <Field label={labels.current} error={errors.currentPassword} required>
            <PasswordInput
              autoComplete="current-password"
              value={values.currentPassword}
              onChange={(event) => change({ currentPassword: event.target.value })}
            />
          </Field>
          <Field label={labels.next} error={errors.newPassword} required>
            <PasswordInput
              autoComplete="new-password"
              value={values.newPassword}
              onBlur={() => values.newPassword !== '' && left('newPassword')}
              onChange={(event) => change({ newPassword: event.target.value })}
            />
          </Field>
          <Button
            type="submit"
            variant="outline"
            pending={changing.isPending}
            className="sm:justify-self-start"
          >
            {labels.changePassword}
          </Button>
        </form>
      ) : (
        <NoPassword owner={owner} />
      )}
    </Section>
  );
}

/** Somebody who came with Google: how to get a password. */
export function NoPassword({ owner }: { owner: Owner }) {
  const request = useMutation({
    mutationFn: () => call(identity.forgotPassword, { body: { email: owner.email } }),
    onSuccess: () => toast.success(labels.linkSent(owner.email)),
    onError: (error) => toastFailure(error, labels.linkFailed),
  });
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">{labels.noPassword}</p>
      <Button
        variant="outline"
        pending={request.isPending}
        disabled={request.isSuccess}
        onClick={() => request.mutate()}
      >
        {labels.sendLink}
      </Button>
    </div>
  );
}
