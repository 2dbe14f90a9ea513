import { useBlocker } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '../lazy.tsx';
import { getSession } from '../session/session.ts';
import { texts } from '../texts.ts';
import { Form, type FormProps } from './form.tsx';

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

const AlertDialog = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).AlertDialog);

/** Asks before a page with unsaved changes is left, inside the app and out of it. */
function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // A session that has ended leaves at once: nothing could be saved any more.
    shouldBlockFn: ({ current, next }) =>
      dirty && current.pathname !== next.pathname && getSession().token !== null,
    enableBeforeUnload: () => dirty && getSession().token !== null,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <AlertDialog
      open
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      title={texts.leave.title}
      text={texts.leave.text}
      confirm={texts.leave.leave}
      cancel={texts.leave.stay}
      danger
    />
  );
}

type SaveBarProps = {
  dirty: boolean;
  pending: boolean;
  onUndo: () => void;
  onSave: () => void;
  /** Where the form's own buttons are: while they are in view, the bar is not needed. */
  buttons: RefObject<HTMLElement | null>;
};

/** Undo and Save of a long form, floating while its own buttons are out of sight. */
function SaveBar({ dirty, pending, onUndo, onSave, buttons }: SaveBarProps) {
  const inView = useInView(buttons);
  if (!dirty || inView) return null;
  return (
    <section
      aria-label={texts.save.label}
      className="fixed bottom-5 left-1/2 z-30 flex w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 animate-rise items-center gap-2.5 rounded-card border border-line bg-surface py-2.5 pr-2.5 pl-4.5 shadow-e3 max-md:bottom-[calc(5.25rem+env(safe-area-inset-bottom))]"
    >
      <p role="status" className="min-w-0 flex-1 font-medium text-15">
        {texts.save.text}
      </p>
      <Button variant="outline" size="sm" onClick={onUndo}>
        {texts.save.undo}
      </Button>
      <Button size="sm" pending={pending} onClick={onSave}>
        {texts.save.save}
      </Button>
    </section>
  );
}

function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    if (!element.current) return;
    const watch = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return inView;
}
