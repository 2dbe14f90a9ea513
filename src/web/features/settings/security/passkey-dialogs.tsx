import type * as z from 'zod/mini';
import { type passkey, passkeys } from '#contract/passkeys.ts';
import { deviceName } from '#core/device-name.ts';
import { call, messageOf, toastFailure } from '#web/lib/api.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { createPasskey, isAlreadyRegistered } from '#web/lib/session/passkeys.ts';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useAccountChange } from '../account/api.ts';
import { passkeyTexts as labels } from './passkey-texts.ts';

type Passkey = z.output<typeof passkey>;

/** Names a passkey and has the browser make it. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const adding = useAccountChange(async (name: string) => {
    const { data } = await call(passkeys.begin, {});
    const credential = await createPasskey(data);
    if (!credential) return null;
    return (await call(passkeys.add, { body: { name, passkey: credential } })).data.passkey;
  });
  return (
    <NameDialog
      title={labels.addTitle}
      description={labels.addText}
      submit={labels.goOn}
      initialName={deviceName(navigator.userAgent)}
      onClose={onClose}
      onName={(name) => adding.mutateAsync(name)}
      onSuccess={(added) => {
        if (!added) return;
        toast.success(labels.added(added.name));
        onClose();
      }}
      onError={(error) =>
        toastFailure(
          error,
          isAlreadyRegistered(error) ? labels.keptAlready : messageOf(error, labels.failedChange),
        )
      }
    />
  );
}

type OneProps = { passkey: Passkey; onClose: () => void };

export function RenameDialog({ passkey: one, onClose }: OneProps) {
  const renaming = useAccountChange((name: string) =>
    call(passkeys.rename, { params: { id: one.id }, body: { name } }),
  );
  return (
    <NameDialog
      title={labels.renameTitle}
      submit={labels.save}
      initialName={one.name}
      onClose={onClose}
      onName={(name) => renaming.mutateAsync(name)}
      onSuccess={onClose}
      onError={(error) => toastFailure(error, messageOf(error, labels.failedChange))}
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

type NameDialogProps<A> = {
  title: string;
  description?: string;
  submit: string;
  initialName: string;
  onName: (name: string) => Promise<A>;
  onSuccess: (answer: A) => void;
  onError: (error: unknown) => void;
  onClose: () => void;
};

const nameNeeded = ({ name }: { name: string }) => (name.trim() === '' ? { name: labels.nameNeeded } : {});

function NameDialog<A>({ initialName, onName, ...dialog }: NameDialogProps<A>) {
  const form = useForm(nameNeeded, { name: initialName }, 'submit');
  return (
    <FormDialog form={form} width="sm" onSubmit={({ name }) => onName(name.trim())} {...dialog}>
      <TextField form={form} name="name" label={labels.name} hint={labels.nameHint} maxLength={60} required />
    </FormDialog>
  );
}
