import { type ReactNode, useEffect, useRef } from 'react';
import { type PinHandle, PinInput } from '#web/ui/pin-input.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useForm } from '../forms/use-form.ts';
import { useOnline } from '../offline/connectivity.ts';
import { texts } from './texts.ts';
import { type PinConfirmedCall, usePinConfirmedCall } from './use-pinned-call.ts';

type PinDialogProps<T> = PinConfirmedCall<T> & {
  title: string;
  text?: string;
  confirm: string;
  /** Repeats what is about to happen. */
  children: ReactNode;
  onClose: () => void;
};

/** Summarizes the debit, and requires the PIN. */
export function PinDialog<T>({ title, text, confirm, children, onClose, ...pinned }: PinDialogProps<T>) {
  const online = useOnline();
  const form = useForm(() => ({}), { pin: '' });
  const boxes = useRef<PinHandle>(null);
  const { send, problem, locked } = usePinConfirmedCall(pinned, () => {
    form.reset();
    boxes.current?.focus();
  });
  useEffect(() => {
    // Locked boxes lose the focus, and with it the reader.
    if (locked) form.ref.current?.closest<HTMLElement>('[role=dialog]')?.focus();
  }, [locked, form.ref]);
  const ready = form.values.pin.length === 4 && online && !locked;
  return (
    <FormDialog
      form={form}
      title={title}
      description={text}
      width="sm"
      submit={confirm}
      cancel={texts.back}
      disabled={!ready}
      locked={form.submitting}
      online
      focusFirst
      onClose={onClose}
      onSubmit={({ pin }) => (ready ? send(pin) : undefined)}
    >
      {children}
      <PinInput label={texts.ask} handle={boxes} {...form.bind('pin')} disabled={locked} error={problem} />
    </FormDialog>
  );
}
