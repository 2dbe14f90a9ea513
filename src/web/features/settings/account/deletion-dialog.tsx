import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { account } from '#contract/account.ts';
import { ApiError } from '#contract/client.ts';
import { call, messageOf, toastFailure } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/format.ts';
import { PasswordField, TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { errorsIn, errorsOf } from '#web/lib/forms/rules.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { setFlashMessage } from '#web/lib/notifications/flash-message.ts';
import { goToLogin } from '#web/lib/session/login-redirect.ts';
import { endSession } from '#web/lib/session/session.ts';
import { Notice } from '#web/ui/states.tsx';
import { texts } from './texts.ts';
import { twoFactorQuery } from './api.ts';
import type { Owner } from './owner.ts';

const { confirm } = account.requestDeletion.body.shape;
// The code is the server's to judge: it may be none, six digits or a recovery code.
const deletionSchema = z.object({ confirm, code: z.string(), password: z.string() });

const words = texts.deletion;

/** The email typed out and, with two-factor on, a code, beside it the password where the server asks for it. */
export function DeletionDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const twoFactor = useQuery(twoFactorQuery);
  const { form, asking, asksPassword } = useDeletion(owner);
  return (
    <FormDialog
      form={form}
      title={words.dialog}
      description={words.explain}
      width="sm"
      submit={words.submit}
      danger
      onClose={onClose}
      onSubmit={(values) => asking.mutateAsync(values)}
    >
      <TextField
        form={form}
        name="confirm"
        label={<span className="wrap-anywhere">{words.confirm(owner.email)}</span>}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      {isMoneyLeft(asking.error) && (
        <Notice tone="warn">
          {asking.error.message}.{' '}
          <Link to="/dashboard/withdrawal" className="font-semibold underline underline-offset-4">
            {words.toWithdrawals}
          </Link>
        </Notice>
      )}
      {twoFactor.data?.enabled && (
        <TextField
          form={form}
          name="code"
          label={words.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
        />
      )}
      {asksPassword && (
        <PasswordField
          form={form}
          name="password"
          label={words.password}
          autoComplete="current-password"
          required
        />
      )}
    </FormDialog>
  );
}

function useDeletion({ email }: Owner) {
  const [asksPassword, setAsksPassword] = useState(false);
  const form = useForm(
    (values) => ({
      ...errorsIn(deletionSchema, values),
      ...(values.confirm.trim().toLowerCase() === email.toLowerCase() ? {} : { confirm: words.confirmWrong }),
    }),
    { confirm: '', code: '', password: '' },
    'submit',
  );
  const asking = useMutation({
    mutationFn: async ({ confirm, code, password }: typeof form.values) => {
      const body = { confirm, ...(code && { code }), ...(password && { password }) };
      return (await call(account.requestDeletion, { body })).data;
    },
    onSuccess: ({ deletedAt }) => {
      setFlashMessage('success', words.done(formatDay(deletedAt)));
      endSession('logout');
      void goToLogin();
    },
    onError: (error) => {
      if (errorsOf<typeof form.values>(error).password) setAsksPassword(true);
      if (!isMoneyLeft(error) && !form.showErrors(error)) toastFailure(error, messageOf(error, words.failed));
    },
  });
  return { form, asking, asksPassword };
}

const isMoneyLeft = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'conflict';
