import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SearchText } from './search-params.ts';

type Params = Record<string, string>;

/**
 * Screen state that lives in the address: filters, search, the open record. What equals its default is left out of the
 * address. `push` makes Back return to the state before (for opening a record); filters replace.
 */
export function useUrlState<P extends Params>(
  defaults: P,
): [P, (change: Partial<P>, how?: { push?: boolean }) => void] {
  const search: SearchText = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = { ...defaults };
  for (const key of Object.keys(defaults) as (keyof P & string)[]) {
    const given = search[key];
    if (given !== undefined) state[key] = given as P[typeof key];
  }
  const set = (change: Partial<P>, how: { push?: boolean } = {}) => {
    void navigate({
      to: '.',
      search: (before: SearchText) => withoutDefaults({ ...before, ...change }, defaults),
      replace: !how.push,
      resetScroll: false,
    });
  };
  return [state, set];
}

function withoutDefaults(params: SearchText, defaults: Params): SearchText {
  const kept: SearchText = {};
  for (const [key, value] of Object.entries(params)) {
    if (value !== undefined && value !== '' && value !== defaults[key]) kept[key] = value;
  }
  return kept;
}
