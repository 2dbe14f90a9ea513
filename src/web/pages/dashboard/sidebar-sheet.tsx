import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { useFocusReturn } from '#web/ui/focus-return.ts';
import { SidebarContent, type SidebarProps } from './sidebar.tsx';
import { texts } from './texts.ts';

type SheetProps = SidebarProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** The sidebar below 768 px: a sheet over the page, whose code is fetched when it is first opened. */
export function SidebarSheet({ open, onOpenChange, ...props }: SheetProps) {
  const focusReturn = useFocusReturn(open);
  const navigated = useRef(false);
  const onNavigate = () => {
    navigated.current = true;
    onOpenChange(false);
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-enter bg-[rgb(10_11_30/0.55)] data-[state=closed]:animate-leave" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            navigated.current = false;
            focusReturn.onOpenAutoFocus(event);
          }}
          onCloseAutoFocus={(event) => {
            // The page or palette that was gone to takes the focus itself.
            if (navigated.current) event.preventDefault();
            else focusReturn.onCloseAutoFocus(event);
          }}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] animate-side-in flex-col overflow-y-auto border-line border-r bg-surface px-3.5 pt-4.5 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-e3 outline-none data-[state=closed]:animate-side-out"
        >
          <Dialog.Title className="sr-only">{texts.sidebar.sheet}</Dialog.Title>
          <SidebarContent {...props} onNavigate={onNavigate} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
