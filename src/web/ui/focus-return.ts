import { useLayoutEffect, useRef } from 'react';

/**
 * The openers of each open dialog, so that a dialog opened from a closing one can return focus further back.
 */
const openerStacks = new WeakMap<EventTarget, HTMLElement[]>();

/** Gives focus back to what opened a dialog: its button, or the button of the menu or sheet it was chosen in. */
export function useFocusReturn(open: boolean) {
  const openers = useRef<HTMLElement[]>([]);
  // The dialog's content mounts after this, so nothing in it can have taken the focus yet.
  useLayoutEffect(() => {
    if (open) openers.current = openersOf(document.activeElement);
  }, [open]);
  return {
    onOpenAutoFocus: ({ target }: Event) => {
      if (target) openerStacks.set(target, openers.current);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      openers.current.find((opener) => opener.isConnected)?.focus({ preventScroll: true });
    },
  };
}

/** Focus for the dialog itself, which reads out its title; its cross would show its tooltip, which Esc then closes first. */
export function focusPanel(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLElement) event.target.focus({ preventScroll: true });
}

function openersOf(opener: Element | null): HTMLElement[] {
  if (!(opener instanceof HTMLElement) || opener === document.body) return [];
  const menu = opener.closest('[role="menu"]');
  const menuButton = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
  const around = opener.closest('[role="dialog"], [role="alertdialog"]');
  return [opener, ...(menuButton ? [menuButton] : []), ...((around && openerStacks.get(around)) ?? [])];
}
