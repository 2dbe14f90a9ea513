import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'error' | 'info';

export type ToastOptions = {
  text?: string;
  /** A button in the toast, such as Undo; the toast then stays 8 seconds. */
  action?: { label: string; run: () => void };
  /** Runs once when the toast leaves without its action: time to make a deletion final. */
  onLeave?: () => void;
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
    .filter((toast) => toast.kind !== 'error')
    .slice(0, Math.max(0, state.shown.length - area.limit));
  for (const { id } of leaving) closeToast(id);
}

function show(kind: ToastKind, title: string, options: ToastOptions = {}): number {
  const added = {
    ...options,
    id: nextId++,
    kind,
    title,
    durationMs: options.action ? ACTION_MS : area.durationMs,
  };
  const twin = state.shown.find((toast) => toast.title === title && toast.kind === kind && !toast.action);
  if (twin) closeToast(twin.id);
  admit(added);
  return added.id;
}

/** The newest takes the place of the oldest that is no error; where only errors stand, it waits. */
function admit(added: Toast): void {
  if (state.shown.length < area.limit) return update({ ...state, shown: [...state.shown, added] });
  const leaving = state.shown.find((toast) => toast.kind !== 'error');
  if (!leaving) return update({ ...state, waiting: [...state.waiting, added] });
  update({ ...state, shown: [...state.shown.filter((toast) => toast !== leaving), added] });
  leaving.onLeave?.();
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

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state.shown,
  );
}

/** What is on screen now. */
export function shownToasts(): readonly Toast[] {
  return state.shown;
}
