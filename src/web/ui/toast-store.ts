import { useSyncExternalStore } from 'react';

type ToastKind = 'success' | 'error' | 'info';

export type ToastOptions = {
  text?: string;
  /** A button in the toast, such as Undo; the toast then stays 8 seconds. */
  action?: { label: string; run: () => void };
  /** Runs once when the toast leaves without its action: time to make a deletion final. */
  onLeave?: () => void;
  /** How long it stays: the area's number, or 8 seconds with an action, unless given. */
  durationMs?: number;
};

export type Toast = ToastOptions & { id: number; kind: ToastKind; title: string; durationMs: number };

export type ToastArea = { limit: number; durationMs: number; swipeThreshold: number };

export const toastAreas = {
  public: { limit: 3, durationMs: 4000, swipeThreshold: 20 },
  dashboard: { limit: 1, durationMs: 5000, swipeThreshold: 50 },
} satisfies Record<string, ToastArea>;

type State = { shown: readonly Toast[]; waiting: readonly Toast[] };

const ACTION_MS = 8000;
const listeners = new Set<() => void>();
let area: ToastArea = toastAreas.public;
let state: State = { shown: [], waiting: [] };
let nextId = 1;

function update(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Chooses the numbers of the area that is on screen; what is too much there leaves, the oldest first. */
export function setToastArea(next: ToastArea): void {
  area = next;
  const leaving = state.shown
    .filter((toast) => isReplaceable(toast))
    .slice(0, Math.max(0, state.shown.length - area.limit));
  for (const { id } of leaving) closeToast(id);
}

function show(kind: ToastKind, title: string, options: ToastOptions = {}): number {
  const added = {
    ...options,
    id: nextId++,
    kind,
    title,
    durationMs: options.durationMs ?? (options.action ? ACTION_MS : area.durationMs),
  };
  const duplicate = [...state.shown, ...state.waiting].find(
    (toast) => toast.title === title && toast.kind === kind && !toast.action,
  );
  if (duplicate) closeToast(duplicate.id);
  enqueue(added);
  return added.id;
}

/** News that nobody has to read or press: others may take its place. */
function isReplaceable({ kind, action }: Toast): boolean {
  return kind !== 'error' && !action;
}

/**
 * The newest takes the place of the oldest that is only news. Where none is, news waits its turn; an error or an action
 * goes before an older action, which comes back after it with its whole time; errors wait behind errors.
 */
function enqueue(added: Toast): void {
  const { shown, waiting } = state;
  if (shown.length < area.limit) return update({ waiting, shown: [...shown, added] });
  const passing = shown.find(isReplaceable);
  const older = passing ?? (isReplaceable(added) ? undefined : shown.find((toast) => toast.kind !== 'error'));
  if (!older) return update({ shown, waiting: insertByPriority(added, waiting) });
  update({
    shown: [...shown.filter((toast) => toast !== older), added],
    waiting: passing ? waiting : [older, ...waiting],
  });
  passing?.onLeave?.();
}

/** Errors wait before what can be missed. */
function insertByPriority(added: Toast, waiting: readonly Toast[]): Toast[] {
  const before = added.kind === 'error' ? waiting.filter((toast) => toast.kind === 'error') : waiting;
  return [...before, added, ...waiting.filter((toast) => !before.includes(toast))];
}

/** Takes a toast away; the next one waiting comes in. */
export function closeToast(id: number, how: 'left' | 'acted' = 'left'): void {
  const closing = [...state.shown, ...state.waiting].find((toast) => toast.id === id);
  if (!closing) return;
  const shown = state.shown.filter((toast) => toast.id !== id);
  const waiting = state.waiting.filter((toast) => toast.id !== id);
  const next = shown.length < area.limit ? waiting[0] : undefined;
  update(next ? { shown: [...shown, next], waiting: waiting.slice(1) } : { shown, waiting });
  if (how === 'left') closing.onLeave?.();
}

/** Says that something happened. Errors are never pushed out by successes. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  info: (title: string, options?: ToastOptions) => show('info', title, options),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, shownToasts, shownToasts);
}

/** Whether anything is there to show: only then the code that shows it has to be fetched. */
export function useAnyToast(): boolean {
  const any = () => state.shown.length > 0;
  // The build wrote none into the page: one carried over comes right after the page was taken over.
  return useSyncExternalStore(subscribe, any, () => false);
}

/** The toasts on screen now. */
export function shownToasts(): readonly Toast[] {
  return state.shown;
}
