import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import * as z from 'zod/mini';
import { account } from '#contract/account.ts';
import { call, messageOf, toastFailure } from '../../lib/api.ts';
import { carryToast } from '../../lib/carried-toast.ts';
import { formatDay } from '../../lib/format.ts';
import { goToLogin } from '../../lib/login-page.ts';
import { usePlainForm } from '../../lib/plain-form.ts';
import { saveFile } from '../../lib/save-file.ts';
import { endSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, PasswordInput } from '../../ui/input.tsx';
import { twoFactorQuery, useAccountChange } from './account-api.ts';
import type { Owner } from './owner.ts';
import { Section } from './settings-layout.tsx';
import { NoPassword } from './sign-in-forms.tsx';
import { texts } from './texts.ts';

/** Everything that is kept, as a file. */
export function DataSection() {
  const words = texts.data;
  const download = useAccountChange(() => saveFile(account.exportData, {}));
  return (
    <Section title={words.title} text={words.text}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{words.explain}</p>
        <Button
          look="outline"
          pending={download.isPending}
          onClick={() =>
            download.mutate(undefined, { onError: (error) => toastFailure(error, words.failed) })
          }
        >
          <Download aria-hidden />
          {words.download}
        </Button>
      </div>
    </Section>
  );
}

/** Leaving, with days to think about it. */
export function DeletionSection({ owner }: { owner: Owner }) {
  const [open, setOpen] = useState(false);
  const words = texts.deletion;
  return (
    <Section title={words.title} text={words.text}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{words.explain}</p>
        <Button look="outline" className="border-bad! text-bad!" onClick={() => setOpen(true)}>
          {words.start}
        </Button>
      </div>
      {open && <DeletionDialog owner={owner} onClose={() => setOpen(false)} />}
    </Section>
  );
}

const { confirm, password } = account.requestDeletion.body.shape;
// The code is the server's to judge: it may be none, six digits or a recovery code.
const deletionSchema = z.object({ confirm, password, code: z.string() });

type Values = { confirm: string; password: string; code: string };

function DeletionDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const words = texts.deletion;
  const formId = useId();
  const twoFactor = useQuery(twoFactorQuery);
  const { values, errors, form, change, check, showRefusal } = usePlainForm<Values>(deletionSchema, {
    confirm: '',
    password: '',
    code: '',
  });
  const [wrong, setWrong] = useState(false);
  const asking = useMutation({
    mutationFn: async () => {
      const { code, ...body } = values;
      return (await call(account.requestDeletion, { body: code ? { ...body, code } : body })).data;
    },
    onSuccess: ({ deletedAt }) => {
      carryToast('success', words.done(formatDay(deletedAt)));
      endSession('logout');
      void goToLogin();
    },
    onError: (error) => {
      if (!showRefusal(error)) toastFailure(error, messageOf(error, words.failed));
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
      <Button look="outline" onClick={onClose} className="max-md:flex-1">
        {texts.cancel}
      </Button>
      {owner.hasPassword && (
        <Button
          look="danger"
          type="submit"
          form={formId}
          pending={asking.isPending}
          className="max-md:flex-1"
        >
          {words.submit}
        </Button>
      )}
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
      {owner.hasPassword ? (
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
          <Field label={words.password} error={errors.password} required>
            <PasswordInput
              autoComplete="current-password"
              value={values.password}
              onChange={(event) => change({ password: event.target.value })}
            />
          </Field>
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
      ) : (
        <NoPassword owner={owner} />
      )}
    </Dialog>
  );
}
