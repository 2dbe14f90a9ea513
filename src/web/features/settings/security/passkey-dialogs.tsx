import { type FormEvent, useId, useState } from 'react';
import type * as z from 'zod/mini';
import { type passkey, passkeys } from '#contract/passkeys.ts';
import { deviceName } from '#core/device-name.ts';
import { call, messageOf, toastFailure } from '#web/lib/api.ts';
import { createPasskey, isAlreadyRegistered } from '#web/lib/session/passkeys.ts';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useAccountChange } from '../account/api.ts';
import { passkeyTexts as labels } from './passkey-texts.ts';
import { StepDialog } from './step-dialog.tsx';

type Passkey = z.output<typeof passkey>;

/** Names a passkey and has the browser make it. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const adding = useAccountChange(async (name: string) => {
    const { data } = await call(passkeys.begin, {});
    const credential = await createPasskey(data);
    if (!credential) return null;
    return (await call(passkeys.add, { body: { name, passkey: credential } })).data.passkey;
  });
  const add = (name: string) =>
    adding.mutate(name, {
      onSuccess: (added) => {
        if (!added) return;
        toast.success(labels.added(added.name));
        onClose();
      },
      onError: (error) =>
        toastFailure(
          error,
          isAlreadyRegistered(error) ? labels.keptAlready : messageOf(error, labels.failedChange),
        ),
    });
  return (
    <NameDialog
      title={labels.addTitle}
      text={labels.addText}
      submit={labels.goOn}
      initialName={deviceName(navigator.userAgent)}
      pending={adding.isPending}
      onName={add}
      onClose={onClose}
    />
  );
}

type OneProps = { passkey: Passkey; onClose: () => void };

export function RenameDialog({ passkey: one, onClose }: OneProps) {
  const renaming = useAccountChange((name: string) =>
    call(passkeys.rename, { params: { id: one.id }, body: { name } }),
  );
  const rename = (name: string) =>
    renaming.mutate(name, {
      onSuccess: onClose,
      onError: (error) => toastFailure(error, messageOf(error, labels.failedChange)),
    });
  return (
    <NameDialog
      title={labels.renameTitle}
      submit={labels.save}
      initialName={one.name}
      pending={renaming.isPending}
      onName={rename}
      onClose={onClose}
    />
  );
}

export function RemoveDialog({ passkey: one, onClose }: OneProps) {
  const removing = useAccountChange(() => call(passkeys.remove, { params: { id: one.id } }));
  const remove = () =>
    removing.mutate(undefined, {
      onSuccess: () => toast.success(labels.removed),
      onError: (error) => toastFailure(error, messageOf(error, labels.failedChange)),
      onSettled: onClose,
    });
  return (
    <AlertDialog
      open
      onClose={onClose}
      onConfirm={remove}
      title={labels.removeTitle(one.name)}
      text={labels.removeText}
      confirm={labels.remove}
      pending={removing.isPending}
    />
  );
}

type NameDialogProps = {
  title: string;
  text?: string;
  submit: string;
  initialName: string;
  pending: boolean;
  onName: (name: string) => void;
  onClose: () => void;
};

function NameDialog({ title, text, submit, initialName, pending, onName, onClose }: NameDialogProps) {
  const formId = useId();
  const [name, setName] = useState(initialName);
  const [wrong, setWrong] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setWrong(name.trim() === '');
    if (name.trim() !== '' && !pending) onName(name.trim());
  };
  return (
    <StepDialog title={title} text={text} formId={formId} submit={submit} pending={pending} onClose={onClose}>
      <form id={formId} onSubmit={send} noValidate>
        <Field
          label={labels.name}
          hint={labels.nameHint}
          error={wrong ? labels.nameNeeded : undefined}
          required
        >
          <Input maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </StepDialog>
  );
}
