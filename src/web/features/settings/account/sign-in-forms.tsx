import { useMutation } from '@tanstack/react-query';
import { account } from '#contract/account.ts';
import { identity } from '#contract/identity.ts';
import { call, messageOf, toastFailure } from '#web/lib/api.ts';
import { EmailField, PasswordField } from '#web/lib/forms/fields.tsx';
import { Form } from '#web/lib/forms/form.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Section } from '../layout.tsx';
import { texts } from './texts.ts';
import { useAccountChange } from './api.ts';
import type { Owner } from './owner.ts';

const labels = texts.account;
const formClass = 'grid justify-items-stretch gap-5 sm:grid-cols-2';

/** Another address, which counts once its message is opened. */
export function EmailSection({ owner }: { owner: Owner }) {
  const form = useForm(account.changeEmail.body, { email: '' });
  const asking = useAccountChange((body: { email: string }) => call(account.changeEmail, { body }));
  const done = () => {
    toast.success(labels.emailSent(form.values.email));
    form.reset();
  };
  const refuse = (error: unknown) => {
    if (!form.showErrors(error)) toastFailure(error, messageOf(error, labels.emailFailed));
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
      <Form
        form={form}
        onSubmit={(body) => asking.mutateAsync(body)}
        onSuccess={done}
        onError={refuse}
        className={formClass}
      >
        <EmailField form={form} name="email" label={labels.newEmail} maxLength={254} required />
        <Button type="submit" variant="outline" pending={form.submitting} className="sm:justify-self-start">
          {labels.changeEmail}
        </Button>
      </Form>
    </Section>
  );
}

/** A new password; every other device is signed out. */
export function PasswordSection({ owner }: { owner: Owner }) {
  const form = useForm(account.changePassword.body, { currentPassword: '', newPassword: '' });
  const changing = useAccountChange((body: { currentPassword: string; newPassword: string }) =>
    call(account.changePassword, { body }),
  );
  const done = () => {
    toast.success(labels.passwordChanged);
    form.reset();
  };
  const refuse = (error: unknown) => {
    if (!form.showErrors(error)) toastFailure(error, messageOf(error, labels.passwordFailed));
  };
  return (
    <Section title={labels.passwordTitle} text={labels.passwordText}>
      {owner.hasPassword ? (
        <Form
          form={form}
          onSubmit={(body) => changing.mutateAsync(body)}
          onSuccess={done}
          onError={refuse}
          className={formClass}
        >
          {/* For password managers, which save a password under a name. */}
          <input type="text" name="username" autoComplete="username" value={owner.email} readOnly hidden />
          <PasswordField
            form={form}
            name="currentPassword"
            label={labels.current}
            autoComplete="current-password"
            required
          />
          <PasswordField
            form={form}
            name="newPassword"
            label={labels.next}
            autoComplete="new-password"
            required
          />
          <Button type="submit" variant="outline" pending={form.submitting} className="sm:justify-self-start">
            {labels.changePassword}
          </Button>
        </Form>
      ) : (
        <NoPassword owner={owner} />
      )}
    </Section>
  );
}

/** Somebody who came with Google: how to get a password. */
function NoPassword({ owner }: { owner: Owner }) {
  const asking = useMutation({
    mutationFn: () => call(identity.forgotPassword, { body: { email: owner.email } }),
    onSuccess: () => toast.success(labels.linkSent(owner.email)),
    onError: (error) => toastFailure(error, labels.linkFailed),
  });
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">{labels.noPassword}</p>
      <Button
        variant="outline"
        pending={asking.isPending}
        disabled={asking.isSuccess}
        onClick={() => asking.mutate()}
      >
        {labels.sendLink}
      </Button>
    </div>
  );
}
