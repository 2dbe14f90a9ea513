import { Ellipsis } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { cn } from './cn.ts';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from './menu.tsx';

export type RowAction = { label: string; icon: ReactNode; run: () => void; danger?: boolean };

type RowActionsProps = {
  /** The button's accessible name, such as "Actions for INV-0042". */
  label: string;
  /** Heads the sheet on phones, such as the record's name. */
  title: string;
  actions: readonly RowAction[];
};

const phone = '(max-width: 767.98px)';

/** What can be done with one row: a menu, or a sheet from below on phones. Dangerous actions stand apart at the end. */
export function RowActions(props: RowActionsProps) {
  const isPhone = useSyncExternalStore(followPhone, () => matchMedia(phone).matches);
  return isPhone ? <ActionsSheet {...props} /> : <ActionsMenu {...props} />;
}

function followPhone(listener: () => void): () => void {
  const query = matchMedia(phone);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function ActionsMenu({ label, actions }: RowActionsProps) {
  return (
    <DropdownMenu
      label={label}
      trigger={
        <IconButton label={label} size="sm" className="text-muted hover:text-ink">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {actions.map((action, index) => (
        <Fragment key={action.label}>
          {action.danger && index > 0 && <MenuSeparator />}
          <MenuItem icon={action.icon} danger={action.danger ?? false} onSelect={action.run}>
            {action.label}
          </MenuItem>
        </Fragment>
      ))}
    </DropdownMenu>
  );
}

function ActionsSheet({ label, title, actions }: RowActionsProps) {
  const [open, setOpen] = useState(false);
  const choose = (action: RowAction) => {
    setOpen(false);
    action.run();
  };
  return (
    <>
      <IconButton label={label} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <Ellipsis aria-hidden />
      </IconButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} width="sm">
        <SheetItems actions={actions} onChoose={choose} />
      </Dialog>
    </>
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
