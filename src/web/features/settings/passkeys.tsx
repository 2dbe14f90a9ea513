import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type * as z from 'zod/mini';
import { type passkey, passkeys } from '#contract/passkeys.ts';
import { deviceName } from '#core/device-name.ts';
import { call, messageOf, toastFailure } from '../../lib/api.ts';
import { formatAgo, formatDay } from '../../lib/format.ts';
import { late } from '../../lib/late.tsx';
import { hasPasskeys, isKeptAlready, makePasskey } from '../../lib/passkeys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import { toast } from '../../ui/toast-store.ts';
import { passkeysQuery, useAccountChange } from './account-api.ts';
import { passkeyTexts as words } from './passkey-texts.ts';
import { QueryLook } from './query-look.tsx';
import { Section } from './settings-layout.tsx';
import { texts } from './texts.ts';

const AlertDialog = late(async () => (await import('../../ui/dialog.tsx')).AlertDialog);

type Passkey = z.output<typeof passkey>;
type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** Signing in without a password. */
export function PasskeysSection() {
  const list = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title={words.title} text={words.text}>
      <QueryLook read={list} failed={words.failed} lines={1}>
        {(kept) => (
          <div className="grid gap-4">
            {kept.length > 0 && (
              <ul>
                {kept.map((one) => (
                  <PasskeyRow key={one.id} passkey={one} onOpen={setOpen} />
                ))}
              </ul>
            )}
            {hasPasskeys() ? (
              <Button
                look={kept.length > 0 ? 'outline' : 'primary'}
                className="justify-self-start"
                onClick={() => setOpen({ kind: 'add' })}
              >
                {words.add}
              </Button>
            ) : (
              <p className="text-muted">{words.unsupported}</p>
            )}
          </div>
        )}
      </QueryLook>
      {open?.kind === 'add' && <AddDialog onClose={close} />}
      {open?.kind === 'rename' && <RenameDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog passkey={open.passkey} onClose={close} />}
    </Section>
  );
}

type RowProps = { passkey: Passkey; onOpen: (open: Open) => void };

function PasskeyRow({ passkey: one, onOpen }: RowProps) {
  const used = one.lastUsedAt ? words.lastUsed(formatAgo(one.lastUsedAt, new Date())) : words.neverUsed;
  return (
    <li className="flex items-center gap-3.5 border-line border-t py-3 first:border-t-0 first:pt-0">
      <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="wrap-anywhere">{one.name}</span>
          {one.suspended && <Badge tone="bad">{words.suspended}</Badge>}
          {one.backedUp && <Badge tone="neutral">{words.synced}</Badge>}
        </span>
        <span className="block text-13 text-muted">
          {one.suspended ? words.suspendedText : `${words.since(formatDay(one.createdAt))}, ${used}`}
        </span>
      </span>
      <RowActions
        label={words.actions(one.name)}
        title={one.name}
        actions={[
          { label: words.rename, icon: <Pencil />, run: () => onOpen({ kind: 'rename', passkey: one }) },
          {
            label: words.remove,
            icon: <Trash2 />,
            danger: true,
            run: () => onOpen({ kind: 'remove', passkey: one }),
          },
        ]}
      />
    </li>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const adding = useAccountChange(async (name: string) => {
    const { data } = await call(passkeys.begin, {});
    const made = await makePasskey(data);
    if (!made) return null;
    return (await call(passkeys.add, { body: { name, passkey: made } })).data.passkey;
  });
  const add = (name: string) =>
    adding.mutate(name, {
      onSuccess: (kept) => {
        if (!kept) return;
        toast.success(words.added(kept.name));
        onClose();
      },
      onError: (error) =>
        toastFailure(error, isKeptAlready(error) ? words.keptAlready : messageOf(error, words.failedChange)),
    });
  return (
    <NameDialog
      title={words.addTitle}
      text={words.addText}
      submit={words.goOn}
      begin={deviceName(navigator.userAgent)}
      pending={adding.isPending}
      onName={add}
      onClose={onClose}
    />
  );
}

type OneProps = { passkey: Passkey; onClose: () => void };

function RenameDialog({ passkey: one, onClose }: OneProps) {
  const renaming = useAccountChange((name: string) =>
    call(passkeys.rename, { params: { id: one.id }, body: { name } }),
  );
  const rename = (name: string) =>
    renaming.mutate(name, {
      onSuccess: onClose,
      onError: (error) => toastFailure(error, messageOf(error, words.failedChange)),
    });
  return (
    <NameDialog
      title={words.renameTitle}
      submit={words.save}
      begin={one.name}
      pending={renaming.isPending}
      onName={rename}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ passkey: one, onClose }: OneProps) {
  const removing = useAccountChange(() => call(passkeys.remove, { params: { id: one.id } }));
  const remove = () =>
    removing.mutate(undefined, {
      onSuccess: () => toast.success(words.removed),
      onError: (error) => toastFailure(error, messageOf(error, words.failedChange)),
      onSettled: onClose,
    });
  return (
    <AlertDialog
      open
      onClose={onClose}
      onConfirm={remove}
      title={words.removeTitle(one.name)}
      text={words.removeText}
      confirm={words.remove}
      pending={removing.isPending}
    />
  );
}

type NameDialogProps = {
  title: string;
  text?: string;
  submit: string;
  begin: string;
  pending: boolean;
  onName: (name: string) => void;
  onClose: () => void;
};

function NameDialog({ title, text, submit, begin, pending, onName, onClose }: NameDialogProps) {
  const formId = useId();
  const [name, setName] = useState(begin);
  const [wrong, setWrong] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setWrong(name.trim() === '');
    if (name.trim() !== '' && !pending) onName(name.trim());
  };
  const footer = (
    <>
      <Button look="outline" onClick={onClose} className="max-md:flex-1">
        {texts.cancel}
      </Button>
      <Button type="submit" form={formId} pending={pending} className="max-md:flex-1">
        {submit}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      {...(text ? { description: text } : {})}
      width="sm"
      footer={footer}
    >
      <form id={formId} onSubmit={send} noValidate>
        <Field label={words.name} hint={words.nameHint} error={wrong ? words.nameNeeded : undefined} required>
          <Input maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
