import { Ellipsis } from 'lucide-react';
import { cloneElement, lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { IconButton } from './icon-button.tsx';
import type { RowAction } from './row-actions-menu.tsx';

const loadMenu = () => import('./row-actions-menu.tsx');
const ActionsMenu = lazy(async () => ({ default: (await loadMenu()).ActionsMenu }));
const ActionsSheet = lazy(async () => ({
  default: (await import('./row-actions-sheet.tsx')).ActionsSheet,
}));

type RowActionsProps = {
  /** The button's accessible name, such as "Actions for INV-0042". */
  label: string;
  /** Heads the sheet on phones, such as the record's name. */
  title: string;
  actions: readonly RowAction[];
};

const phone = '(max-width: 767.98px)';

/**
 * The actions of one row: a menu, or a bottom sheet on phones. Dangerous actions stand apart at the end. Both
 * are loaded on hover or focus.
 */
export function RowActions(props: RowActionsProps) {
  const isPhone = useSyncExternalStore(followPhone, () => matchMedia(phone).matches);
  return isPhone ? <SheetOnDemand {...props} /> : <MenuOnDemand {...props} />;
}

function followPhone(listener: () => void): () => void {
  const query = matchMedia(phone);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const trigger = (label: string) => (
  <IconButton label={label} size="sm" className="text-muted hover:text-ink">
    <Ellipsis aria-hidden />
  </IconButton>
);

function MenuOnDemand({ label, actions }: RowActionsProps) {
  const [wanted, setWanted] = useState(false);
  const closed = cloneElement(trigger(label), {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: loadMenu,
    onFocus: loadMenu,
    onClick: () => setWanted(true),
  });
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <ActionsMenu label={label} actions={actions} trigger={trigger(label)} />
    </Suspense>
  );
}

function SheetOnDemand({ label, title, actions }: RowActionsProps) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <IconButton
        label={label}
        aria-haspopup="dialog"
        aria-expanded={open === true}
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden />
      </IconButton>
      <Suspense fallback={null}>
        {open !== null && (
          <ActionsSheet title={title} actions={actions} open={open} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
