import { Fragment, type ReactNode } from 'react';
import { DropdownMenu, MenuItem, MenuSeparator } from './menu.tsx';

export type RowAction = { label: string; icon: ReactNode; run: () => void; danger?: boolean };

type ActionsMenuProps = { label: string; actions: readonly RowAction[]; trigger: ReactNode };

/** The menu of a row, open as soon as it is there. */
export function ActionsMenu({ label, actions, trigger }: ActionsMenuProps) {
  return (
    <DropdownMenu label={label} defaultOpen trigger={trigger}>
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
