import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type PinHandle, PinInput } from '#web/ui/pin-input.tsx';
import { Notice } from '#web/ui/states.tsx';
import { OFFLINE_MESSAGE, useOnline } from '../offline/connectivity.ts';
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
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const boxes = useRef<PinHandle>(null);
  const [pin, setPin] = useState('');
  const { send, pending, problem, locked } = usePinConfirmedCall(pinned, () => {
    setPin('');
    boxes.current?.focus();
  });
  useEffect(() => {
    // The dialog takes the focus first, to give it back later.
    const frame = requestAnimationFrame(() => boxes.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  useEffect(() => {
    // Locked boxes lose the focus, and with it the reader.
    if (locked) form.current?.closest<HTMLElement>('[role=dialog]')?.focus();
  }, [locked]);
  const ready = pin.length === 4 && online && !locked;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (ready) void send(pin);
  };
  const footer = (
    <>
      <Button variant="outline" disabled={pending} onClick={onClose} className="max-md:flex-1">
        {texts.back}
      </Button>
      <Button type="submit" form={formId} pending={pending} disabled={!ready} className="max-md:flex-1">
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      canClose={() => !pending}
      title={title}
      {...(text ? { description: text } : {})}
      width="sm"
      footer={footer}
    >
      <form id={formId} ref={form} onSubmit={submit} noValidate autoComplete="off" className="grid gap-5">
        {children}
        {!online && <Notice tone="warn">{OFFLINE_MESSAGE}</Notice>}
        <PinInput
          label={texts.ask}
          handle={boxes}
          value={pin}
          onChange={setPin}
          disabled={locked}
          error={problem}
        />
      </form>
    </Dialog>
  );
}
