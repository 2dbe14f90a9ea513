import { X } from 'lucide-react';
import { AlertDialog as RadixAlert, Dialog as Radix } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { focusPanel, useFocusReturn } from './focus-return.ts';
import { IconButton } from './icon-button.tsx';
import { labels } from './labels.ts';

const overlayClass =
  'fixed inset-0 z-40 bg-[rgb(10_11_30/0.55)] animate-enter data-[state=closed]:animate-leave';
const panelClass =
  'fixed z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] flex-col overflow-hidden border border-line bg-surface shadow-e3 outline-none ' +
  'left-1/2 top-1/2 -translate-x-1/2 -translate-y-1/2 rounded-panel animate-enter data-[state=closed]:animate-leave ' +
  'max-md:inset-x-0 max-md:bottom-0 max-md:top-auto max-md:w-full max-md:translate-x-0 max-md:translate-y-0 max-md:rounded-b-none max-md:max-h-[92dvh] max-md:animate-sheet-in max-md:data-[state=closed]:animate-sheet-out';

const still = 'animate-none max-md:animate-none';

const widths = { sm: 'md:max-w-[27rem]', md: 'md:max-w-[36rem]', lg: 'md:max-w-[800px]' };

/** A toast counts as a layer above the dialog and hears Esc first: without this each one would cost another press. */
function onUnusedEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
}

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  /** sm 432 px, md 576 px, lg 800 px; a sheet from below on phones. */
  width?: keyof typeof widths;
  /** Stays in view under the scrolling body. */
  footer?: ReactNode;
  /** Between title and body, such as a progress bar. */
  top?: ReactNode;
  /** Takes the place of the dialog before it, as the next step of one sheet: nothing moves in. */
  continues?: boolean;
  /** Asked before Esc, the backdrop or the cross closes; false keeps it open. */
  canClose?: () => boolean;
  /** For a place of its own, such as a drawer at the edge. */
  className?: string;
  children: ReactNode;
};

export function Dialog({
  open,
  onClose,
  title,
  description,
  width = 'md',
  footer,
  top,
  continues = false,
  canClose = () => true,
  className,
  children,
}: DialogProps) {
  const focusReturn = useFocusReturn(open);
  const leave = () => {
    if (canClose()) onClose();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && leave()}>
      <Radix.Portal>
        <Radix.Overlay className={cn(overlayClass, continues && still)} />
        <Radix.Content
          {...focusReturn}
          onKeyDown={onUnusedEscape(leave)}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus(event);
            focusPanel(event);
          }}
          className={cn(panelClass, widths[width], continues && still, className)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="flex items-start gap-4 px-6 pt-5 pb-4 max-md:px-4.5">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-2xl">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-15 text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={labels.close} className="-my-1.5 -mr-2">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          {top && <div className="px-6 pb-4 max-md:px-4.5">{top}</div>}
          <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-6 max-md:px-4.5">{children}</div>
          {footer && (
            <footer className="flex flex-wrap items-center justify-end gap-3 border-line border-t px-6 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-md:px-4.5">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type AlertDialogProps = {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  text: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  pending?: boolean;
};

/** Asks before what cannot be undone. Focus starts on Cancel. */
export function AlertDialog({
  open,
  onClose,
  onConfirm,
  title,
  text,
  confirm,
  cancel = labels.cancel,
  danger = false,
  pending = false,
}: AlertDialogProps) {
  const focusReturn = useFocusReturn(open);
  return (
    <RadixAlert.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixAlert.Portal>
        <RadixAlert.Overlay className={overlayClass} />
        <RadixAlert.Content
          {...focusReturn}
          onKeyDown={onUnusedEscape(onClose)}
          className={cn(
            panelClass,
            widths.sm,
            'p-6 max-md:p-4.5 max-md:pb-[max(1.25rem,env(safe-area-inset-bottom))]',
          )}
        >
          <RadixAlert.Title className="text-xl">{title}</RadixAlert.Title>
          <RadixAlert.Description className="mt-2 text-muted">{text}</RadixAlert.Description>
          <div className="mt-6 flex justify-end gap-3 max-md:[&>*]:flex-1">
            <RadixAlert.Cancel asChild>
              <Button variant="outline">{cancel}</Button>
            </RadixAlert.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  );
}
