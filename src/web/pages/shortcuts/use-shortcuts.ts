import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { areSingleKeysOn } from '#web/lib/preferences/single-key-shortcuts.ts';
import { type Command, matchPress } from './keymap.ts';
import { clearSelectionOrSearch, focusSearch, isLayerOpen, submitForm, undo } from './page-actions.ts';
import { currentRow, openRow, selectRow, stepRow } from './row-navigation.ts';

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
