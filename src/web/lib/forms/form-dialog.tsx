import { type ComponentProps, type RefObject, useEffect, useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/states.tsx';
import { OFFLINE_MESSAGE, useOnline } from '../offline/connectivity.ts';
import { Form, type FormProps } from './form.tsx';
import { focusError } from './use-form.ts';

const FIRST = '[role="radio"][aria-checked="true"], input:not([aria-hidden])';

type FormDialogProps<T extends object, A> = FormProps<T, A> &
  Omit<ComponentProps<typeof Dialog>, 'open' | 'footer' | 'canClose' | 'className' | 'children'> & {
    /** Words of the button that submits. */
    submit: string;
    cancel?: string;
    danger?: boolean;
    disabled?: boolean;
    /** Nothing leaves it, neither Esc nor its buttons. */
    locked?: boolean;
    /** Nothing is submitted without a connection, and the dialog says so. */
    online?: boolean;
    /** Focus for the first control, or one that is wrong. */
    focusFirst?: boolean;
  };

/** A dialog around one form, with the buttons that leave and submit it. */
export function FormDialog<T extends object, A>({
  title,
  description,
  width,
  top,
  continues = false,
  onClose,
  submit,
  cancel,
  danger = false,
  disabled = false,
  locked = false,
  online: needsNetwork = false,
  focusFirst = false,
  children,
  ...rest
}: FormDialogProps<T, A>) {
  const { form } = rest;
  const id = useId();
  const offline = !useOnline() && needsNetwork;
  useFirstFocus(form.ref, focusFirst);
  return (
    <Dialog
      open
      {...{ title, description, width, top, continues, onClose }}
      canClose={() => !locked}
      footer={
        <DialogButtons onCancel={onClose} cancel={cancel} locked={locked}>
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger' : 'primary'}
            pending={form.submitting}
            disabled={disabled || offline}
          >
            {submit}
          </Button>
        </DialogButtons>
      }
    >
      <Form id={id} autoComplete="off" className="grid gap-5" {...rest}>
        {offline && <Notice tone="warn">{OFFLINE_MESSAGE}</Notice>}
        {children}
      </Form>
    </Dialog>
  );
}

function useFirstFocus(form: RefObject<HTMLFormElement | null>, wanted: boolean) {
  useEffect(() => {
    if (!wanted) return;
    // The dialog takes the focus first, to give it back later.
    const frame = requestAnimationFrame(() => focusError(form.current, FIRST));
    return () => cancelAnimationFrame(frame);
  }, [form, wanted]);
}
