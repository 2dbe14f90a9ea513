import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { areSingleKeysOn } from '#web/lib/preferences/single-key-shortcuts.ts';
import { labels } from '#web/ui/labels.ts';
import { closeToast, shownToasts } from '#web/ui/toast-store.ts';
import { type Command, matchPress } from './keymap.ts';
import { texts } from './texts.ts';

/** How long G waits for its second key. */
const PAIR_MS = 1500;

type Shell = { togglePalette: () => void; toggleSidebar: () => void; openShortcuts: () => void };

/** Handles keyboard shortcuts for the whole app. Each command returns whether it handled the press. */
export function useShortcuts(shell: Shell): void {
  const navigate = useNavigate();
  const latest = useRef(shell);
  latest.current = shell;
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const pending = first && event.timeStamp - first.at < PAIR_MS ? first.key : null;
      const match = matchPress(event, pending);
      first = null;
      if (match === null || (isSingleKey(match) && !allowsSingleKeys(event))) return;
      if (event.repeat && !('command' in match && match.command.kind === 'row')) return;
      if ('first' in match) {
        first = { key: match.first, at: event.timeStamp };
        return;
      }
      if (run(match.command, event)) event.preventDefault();
    };
    const run = (command: Command, event: KeyboardEvent): boolean => {
      if (command.kind === 'go') return go(command);
      if (command.kind === 'palette') return done(latest.current.togglePalette);
      if (command.kind === 'sidebar') return done(latest.current.toggleSidebar);
      if (command.kind === 'shortcuts') return done(latest.current.openShortcuts);
      return runOnPage(command, event);
    };
    const go = ({ to, search = {} }: Extract<Command, { kind: 'go' }>) => {
      void navigate({ to, search });
      return true;
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [navigate]);
}

function done(work: () => void): true {
  work();
  return true;
}

function runOnPage(command: Command, event: KeyboardEvent): boolean {
  if (command.kind === 'search') return focusSearch();
  if (command.kind === 'submit') return submitForm();
  if (command.kind === 'undo') return !isTyping(event.target) && undo();
  if (command.kind === 'escape') return clearSelectionOrSearch();
  if (command.kind === 'open') return !isLayerOpen() && openRow();
  if (command.kind === 'select') return selectRow(command.extend);
  if (command.kind !== 'row') return false;
  // Arrows scroll the page, or move in a control, unless a row itself has focus.
  const byArrow = event.key.startsWith('Arrow');
  if (byArrow && (isLayerOpen() || currentRow() === null || currentRow() !== document.activeElement))
    return false;
  return stepRow(command.step);
}

const isSingleKey = (match: object) => 'first' in match || ('single' in match && match.single === true);

/** Single keys keep out of text fields and open layers, and can be switched off. */
function allowsSingleKeys({ target }: KeyboardEvent): boolean {
  return areSingleKeysOn() && !isTyping(target) && !isLayerOpen();
}

const TYPED = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
const NOT_TYPED = ['checkbox', 'radio', 'button', 'submit', 'range', 'color', 'file'];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.matches(TYPED)) return false;
  return !(target instanceof HTMLInputElement && NOT_TYPED.includes(target.type));
}

const SEARCH = 'main [data-page-search], main input[type="search"], main [role="searchbox"]';
// One that is on its way out no longer counts.
const LAYERS = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([data-state="closed"])`)
  .join();

/** Whether a dialog, menu or list lies over the page; single keys are its own then. */
function isLayerOpen(): boolean {
  return document.querySelector(LAYERS) !== null;
}

function searchBox(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(SEARCH);
}

function focusSearch(): boolean {
  const box = searchBox();
  box?.focus();
  box?.select();
  return box !== null;
}

/** With nothing open: clears the selection, else the search. */
function clearSelectionOrSearch(): boolean {
  if (isLayerOpen()) return false;
  const clear =
    document.querySelector<HTMLElement>('[data-clear-selection]') ??
    searchBox()?.parentElement?.querySelector<HTMLElement>(`button[aria-label="${labels.clearSearch}"]`);
  clear?.click();
  return clear !== null && clear !== undefined;
}

/** Sends the form that has focus, or the one of the dialog on top; a step without a form has a marked button. */
function submitForm(): boolean {
  const focused = document.activeElement?.closest('form');
  const layer = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  const form = focused ?? layer?.querySelector('form');
  const button = layer?.querySelector<HTMLElement>('[data-submit]');
  if (button) button.click();
  else form?.requestSubmit();
  return Boolean(button ?? form);
}

/** Runs the Undo of the message that is up. */
function undo(): boolean {
  const undoToast = shownToasts().find(({ action }) => action?.label === texts.undo);
  if (!undoToast) return false;
  undoToast.action?.run();
  closeToast(undoToast.id, 'acted');
  return true;
}

/** Rows that J and K walk: those of the topmost list on the page, skeletons left out. */
const ROWS = 'main [data-row], main tbody tr:not([aria-hidden])';
/** The element Enter opens: the row's marked control, else its first link or button that is no checkbox. */
const OPENER = '[data-row-open], a[href], button:not([role="checkbox"])';
const CHECKBOX = '[role="checkbox"], input[type="checkbox"]';

/** The row that has focus, or holds what has. */
function currentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROWS) ?? null;
}

/** Moves focus a row down or up; from elsewhere to the first or last. Tells whether there was one. */
function stepRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.checkVisibility());
  const here = currentRow();
  const at = here ? rows.indexOf(here) : -1;
  const next = at === -1 ? rows.at(step === 1 ? 0 : -1) : rows[at + step];
  if (!next) return at !== -1;
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Opens the row itself; a control in it does its own work on Enter. */
function openRow(): boolean {
  const row = currentRow();
  if (!row || document.activeElement !== row) return false;
  const opener = row.querySelector<HTMLElement>(OPENER);
  opener?.click();
  return opener !== null;
}

/** Ticks the row; with `extend` everything up to it from the one ticked before. */
function selectRow(extend: boolean): boolean {
  const tick = currentRow()?.querySelector<HTMLElement>(CHECKBOX);
  tick?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: extend }));
  return tick !== null && tick !== undefined;
}
