import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormProps } from './form.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { SaveBar } from './save-bar.tsx';

type SaveFormProps<T extends object, A> = FormProps<T, A> & {
  save: string;
  undo: string;
  /** The side of its buttons; the one that saves stands at the edge. */
  buttons?: 'start' | 'end';
};

/** A form of a page, saved as one: its buttons follow the screen, and leaving with changes asks first. */
export function SaveForm<T extends object, A>({
  save,
  undo,
  buttons = 'end',
  children,
  ...rest
}: SaveFormProps<T, A>) {
  const { dirty, submitting, reset, ref } = rest.form;
  const place = useRef<HTMLDivElement>(null);
  const both = [
    <Button key="undo" variant="outline" disabled={!dirty} onClick={() => reset()}>
      {undo}
    </Button>,
    <Button key="save" type="submit" pending={submitting} disabled={!dirty}>
      {save}
    </Button>,
  ];
  return (
    <>
      <Form {...rest}>
        {children}
        <div
          ref={place}
          className={
            buttons === 'end'
              ? 'flex flex-wrap justify-end gap-3 max-md:[&>*]:flex-1'
              : 'flex flex-wrap gap-3 sm:col-span-2 max-md:[&>*]:flex-1'
          }
        >
          {buttons === 'end' ? both : both.toReversed()}
        </div>
      </Form>
      <SaveBar
        dirty={dirty}
        pending={submitting}
        onUndo={() => reset()}
        onSave={() => ref.current?.requestSubmit()}
        buttons={place}
      />
      <LeaveGuard dirty={dirty} />
    </>
  );
}
