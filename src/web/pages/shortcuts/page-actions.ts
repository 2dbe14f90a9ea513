import { labels } from '#web/ui/labels.ts';
import { closeToast, shownToasts } from '#web/ui/toast-store.ts';
import { texts } from './texts.ts';

const SEARCH = 'main [data-page-search], main input[type="search"], main [role="searchbox"]';
// One that is on its way out no longer counts.
const LAYERS = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([data-state="closed"])`)
  .join();

/** Whether a dialog, menu or list lies over the page; single keys are its own then. */
export function isLayerOpen(): boolean {
  return document.querySelector(LAYERS) !== null;
}

function searchBox(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(SEARCH);
}

export function focusSearch(): boolean {
  const box = searchBox();
  box?.focus();
  box?.select();
  return box !== null;
}

/** With nothing open: clears the selection, else the search. */
export function clearSelectionOrSearch(): boolean {
  if (isLayerOpen()) return false;
  const clear =
    document.querySelector<HTMLElement>('[data-clear-selection]') ??
    searchBox()?.parentElement?.querySelector<HTMLElement>(`button[aria-label="${labels.clearSearch}"]`);
  clear?.click();
  return clear !== null && clear !== undefined;
}

/** Sends the form that has focus, or the one of the dialog on top; a step without a form has a marked button. */
export function submitForm(): boolean {
  const focused = document.activeElement?.closest('form');
  const layer = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  const form = focused ?? layer?.querySelector('form');
  const button = layer?.querySelector<HTMLElement>('[data-submit]');
  if (button) button.click();
  else form?.requestSubmit();
  return Boolean(button ?? form);
}

/** Runs the Undo of the message that is up. */
export function undo(): boolean {
  const undoToast = shownToasts().find(({ action }) => action?.label === texts.undo);
  if (!undoToast) return false;
  undoToast.action?.run();
  closeToast(undoToast.id, 'acted');
  return true;
}
