import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { labels } from './labels.ts';

type DialogButtonsProps = {
  onCancel: () => void;
  cancel?: string | undefined;
  locked?: boolean;
  children: ReactNode;
};

/** The foot of a dialog: the way out, and beside it the button that does what the dialog is for. */
export function DialogButtons({ onCancel, cancel = labels.cancel, locked, children }: DialogButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3 max-md:flex-1 max-md:[&>*]:flex-1">
      <Button variant="outline" disabled={locked} onClick={onCancel}>
        {cancel}
      </Button>
      {children}
    </div>
  );
}
