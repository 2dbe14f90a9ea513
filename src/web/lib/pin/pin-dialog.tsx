import { Link, useBlocker } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { type PinHandle, PinInput } from '#web/ui/pin-input.tsx';
import { SheetSteps } from '#web/ui/sheet-steps.tsx';
import { Notice } from '#web/ui/states.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useForm } from '../forms/use-form.ts';
import { useOnline } from '../offline/connectivity.ts';
import { texts } from './texts.ts';
import { type ChangedName, type PinConfirmedCall, usePinConfirmedCall } from './use-pinned-call.ts';

type PinDialogProps<T> = PinConfirmedCall<T> & {
  title: string;
  text?: string;
  confirm: string;
  /** Steps of the same sheet before it, and the PIN that was chosen there: nobody types it a third time. */
  stepsBefore?: number;
  chosenPin?: string;
  /** Repeats what is about to happen; told whether a bank gives another name than it shows. */
  children: ReactNode | ((isRenamed: boolean) => ReactNode);
  onClose: () => void;
};

/** Summarizes the debit, and requires the PIN. */
export function PinDialog<T>(props: PinDialogProps<T>) {
  const { title, text, confirm, stepsBefore = 0, chosenPin = '', children, onClose, ...pinned } = props;
  const online = useOnline();
  const form = useForm(() => ({}), { pin: chosenPin });
  const boxes = useRef<PinHandle>(null);
  const { send, problem, locked, names } = usePinConfirmedCall(pinned, () => {
    form.reset({ pin: '' });
    boxes.current?.focus();
  });
  // While the answer is on its way Back is held as Esc is: it would leave nobody to tell it.
  useBlocker({
    shouldBlockFn: ({ action }) => action === 'BACK' && form.submitting,
    enableBeforeUnload: false,
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
      top={stepsBefore > 0 && <SheetSteps step={stepsBefore + 1} of={stepsBefore + 1} />}
      continues={stepsBefore > 0}
      submit={names.length > 0 ? texts.names.agree(names.length) : confirm}
      cancel={texts.back}
      disabled={!ready}
      locked={form.submitting}
      online
      focusFirst
      onClose={onClose}
      onSubmit={({ pin }) => (ready ? send(pin) : undefined)}
    >
      {typeof children === 'function' ? children(names.length > 0) : children}
      {names.length > 0 && <ChangedNames key={keyOf(names)} names={names} />}
      <div className="grid justify-items-start gap-2">
        <PinInput label={texts.ask} handle={boxes} {...form.bind('pin')} disabled={locked} error={problem} />
        {!form.submitting && (
          <Link to="/dashboard/settings/security" className={buttonClass({ variant: 'link', size: 'sm' })}>
            {texts.forgot}
          </Link>
        )}
      </div>
    </FormDialog>
  );
}

const keyOf = (names: readonly ChangedName[]) => names.map(({ accountName }) => accountName).join();

/** The names the banks give now beside those shown before; sending again agrees to them. */
function ChangedNames({ names }: { names: readonly ChangedName[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box} role="alert">
      <Notice tone="warn" icon={<TriangleAlert aria-hidden />}>
        <p className="font-semibold">{texts.names.changed(names.length)}</p>
        <ul className="mt-2 grid gap-2">
          {names.map(({ path, payee, previousName, accountName }) => (
            <li key={path} className="wrap-anywhere">
              {payee !== null && <p className="font-semibold">{payee}</p>}
              <p>{texts.names.before(previousName)}</p>
              <p>{texts.names.now(accountName)}</p>
            </li>
          ))}
        </ul>
        <p className="mt-2">{texts.names.check}</p>
      </Notice>
    </div>
  );
}
