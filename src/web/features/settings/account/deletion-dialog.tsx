import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import * as z from 'zod/mini';
import { account } from '#contract/account.ts';
import { ApiError } from '#contract/client.ts';
import { call, messageOf, toastFailure } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/format.ts';
import { setFlashMessage } from '#web/lib/notifications/flash-message.ts';
import { usePlainForm } from '#web/lib/plain-form.ts';
import { goToLogin } from '#web/lib/session/login-redirect.ts';
import { endSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/states.tsx';
import { texts } from '../texts.ts';
import { twoFactorQuery } from './api.ts';
import type { Owner } from './owner.ts';

const { confirm } = account.requestDeletion.body.shape;
// The code is the server's to judge: it may be none, six digits or a recovery code.
const deletionSchema = z.object({ confirm, code: z.string() });

type Values = { confirm: string; code: string };

/** The e-mail typed out and, where it is on, a code. */
export function DeletionDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const words = texts.deletion;
  const formId = useId();
  const twoFactor = useQuery(twoFactorQuery);
  const { values, errors, form, change, check, showRefusal } = usePlainForm<Values>(deletionSchema, {
    confirm: '',
    code: '',
  });
  const [wrong, setWrong] = useState(false);
  const asking = useMutation({
    mutationFn: async () => {
      const { code, ...body } = values;
      return (await call(account.requestDeletion, { body: code ? { ...body, code } : body })).data;
    },
    onSuccess: ({ deletedAt }) => {
      setFlashMessage('success', words.done(formatDay(deletedAt)));
      endSession('logout');
      void goToLogin();
    },
    onError: (error) => {
      if (!isMoneyLeft(error) && !showRefusal(error)) toastFailure(error, messageOf(error, words.failed));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const same = values.confirm.trim().toLowerCase() === owner.email.toLowerCase();
    setWrong(!same);
    if (check() && same && !asking.isPending) asking.mutate();
  };
  const footer = (
    <>
      <Button variant="outline" onClick={onClose} className="max-md:flex-1">
        {texts.cancel}
      </Button>
      <Button
        variant="danger"
        type="submit"
        form={formId}
        pending={asking.isPending}
        className="max-md:flex-1"
      >
        {words.submit}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.dialog}
      description={words.explain}
      width="sm"
      footer={footer}
    >
      <form id={formId} ref={form} onSubmit={submit} noValidate className="grid gap-5">
        <Field
          label={<span className="wrap-anywhere">{words.confirm(owner.email)}</span>}
          error={wrong ? words.confirmWrong : errors.confirm}
          required
        >
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={values.confirm}
            onChange={(event) => {
              setWrong(false);
              change({ confirm: event.target.value });
            }}
          />
        </Field>
        {isMoneyLeft(asking.error) && (
          <Notice tone="warn">
            {asking.error.message}.{' '}
            <Link to="/dashboard/withdrawal" className="font-semibold underline underline-offset-4">
              {words.toWithdrawals}
            </Link>
          </Notice>
        )}
        {twoFactor.data?.enabled && (
          <Field label={words.code} error={errors.code} required>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              value={values.code}
              onChange={(event) => change({ code: event.target.value })}
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}

const isMoneyLeft = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'conflict';
