import { useNavigate, useSearch } from '@tanstack/react-router';
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
  for (const key of Object.keys(defaults) as (keyof P & string)[]) {
    const value = search[key];
    if (value !== undefined) state[key] = value as P[typeof key];
  }
  const set = (change: Partial<P>, options: { push?: boolean } = {}) => {
    void navigate({
      to: '.',
      search: (before: SearchParams) => withoutDefaults({ ...before, ...change }, defaults),
      replace: !options.push,
      resetScroll: false,
    });
  };
  return [state, set];
}

function withoutDefaults(params: SearchParams, defaults: Params): SearchParams {
  const result: SearchParams = {};
  for (const [key, value] of Object.entries(params)) {
    if (value !== undefined && value !== '' && value !== defaults[key]) result[key] = value;
  }
  return result;
}
