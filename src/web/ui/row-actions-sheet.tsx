import { useEffect, useRef } from 'react';
import { cn } from './cn.ts';
import { Dialog } from './dialog.tsx';
import type { RowAction } from './row-actions-menu.tsx';

type ActionsSheetProps = {
  title: string;
  actions: readonly RowAction[];
  open: boolean;
  onClose: () => void;
};

/** The actions of a row from below, on phones. */
export function ActionsSheet({ title, actions, open, onClose }: ActionsSheetProps) {
  const choose = (action: RowAction) => {
    onClose();
    action.run();
  };
  return (
    <Dialog open={open} onClose={onClose} title={title} width="sm">
      <SheetItems actions={actions} onChoose={choose} />
    </Dialog>
  );
}

type SheetItemsProps = { actions: readonly RowAction[]; onChoose: (action: RowAction) => void };

function SheetItems({ actions, onChoose }: SheetItemsProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The sheet first notes where focus was, to give it back, and takes it to its cross.
    const frame = requestAnimationFrame(() => first.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className="-mx-2.5 grid gap-0.5">
      {actions.map((action, index) => (
        <button
          key={action.label}
          ref={index === 0 ? first : null}
          type="button"
          onClick={() => onChoose(action)}
          className={cn(
            'flex min-h-13 items-center gap-3.5 rounded-control px-2.5 text-start font-medium text-base hover:bg-sunken [&_svg]:size-5',
            action.danger ? 'text-bad' : '[&_svg]:text-muted',
          )}
        >
          {action.icon}
          {action.label}
        </button>
      ))}
    </div>
  );
}
