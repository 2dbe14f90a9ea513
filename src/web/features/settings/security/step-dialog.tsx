import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { texts } from '../texts.ts';

type StepDialogProps = {
  title: string;
  text?: string;
  formId: string;
  submit: string;
  pending: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog around one form, which its second button sends. */
export function StepDialog({ title, text, formId, submit, pending, onClose, children }: StepDialogProps) {
  const footer = (
    <>
      <Button variant="outline" onClick={onClose} className="max-md:flex-1">
        {texts.cancel}
      </Button>
      <Button type="submit" form={formId} pending={pending} className="max-md:flex-1">
        {submit}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      {...(text ? { description: text } : {})}
      width="sm"
      footer={footer}
    >
      {children}
    </Dialog>
  );
}
