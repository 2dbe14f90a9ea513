import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { SearchParams } from './search-params.ts';

type Params = Record<string, string>;

/**
 * Screen state that lives in the address: filters, search, the open record. What equals its default is left out of the
 * address. `push` makes Back return to the state before (for opening a record); filters replace.
 */
export function useUrlState<P extends Params>(
  defaults: P,
): [P, (change: Partial<P>, options?: { push?: boolean }) => void] {
  const search: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = { ...defaults };
  for (const key in state) state[key] = (search[key] ?? state[key]) as P[typeof key];
  const set = (change: Partial<P>, { push = false } = {}) =>
    void navigate({
      to: '.',
      search: (before: SearchParams) => withoutDefaults({ ...before, ...change }, defaults),
      replace: !push,
      resetScroll: false,
    });
  return [state, set];
}

/**
 * A dialog's state, of what a press opened over a page; null while it is closed. Its `name`, its own on the page, stands in the address, so
 * that Back closes it and stays. The state itself is kept nowhere: a reload or Forward opens nothing.
 */
export function useOpened<T = true>(name: string): [T | null, (next: T | null) => void] {
  const [{ open }, setUrl] = useUrlState({ open: '' });
  const [held, setHeld] = useState<T | null>(null);
  useEffect(() => {
    if (open !== name) setHeld(null);
  }, [open, name]);
  const set = (next: T | null) => {
    setHeld(() => next);
    setUrl({ open: next === null ? '' : name }, { push: next !== null && open !== name });
  };
  return [open === name ? held : null, set];
}

const withoutDefaults = (params: SearchParams, defaults: Params): SearchParams =>
  Object.fromEntries(Object.entries(params).filter(([key, value]) => value && value !== defaults[key]));
