import { type RefObject, useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { texts } from '../texts.ts';

type SaveBarProps = {
  dirty: boolean;
  pending: boolean;
  onUndo: () => void;
  onSave: () => void;
  /** Where the form's own buttons are: while they are in view, the bar is not needed. */
  buttons: RefObject<HTMLElement | null>;
};

/** Undo and Save of a long form, floating while its own buttons are out of sight. */
export function SaveBar({ dirty, pending, onUndo, onSave, buttons }: SaveBarProps) {
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
