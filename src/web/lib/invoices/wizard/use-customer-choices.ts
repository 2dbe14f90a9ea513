import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { customers } from '#contract/customers.ts';
import type { Currency } from '#core/money.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';
import { call } from '../../api.ts';
import { useDebouncedSearch } from '../../lists/debounced-search.ts';
import { useCurrency } from '../../session/session.ts';
import type { Purpose } from './purpose.ts';

const FOUND = 50;

const read = (currency: Currency, search: string, signal: AbortSignal) =>
  call(
    customers.list,
    { params: { currency }, query: search === '' ? {} : { search, limit: FOUND } },
    { signal },
  );

const choices = (currency: Currency, search: string) =>
  queryOptions({
    queryKey: ['customers.choices', currency, search],
    queryFn: ({ signal }) => read(currency, search, signal),
    placeholderData: search === '' ? undefined : keepPreviousData,
  });

/**
 * Active customers to choose from, the chosen one among them. Of more than one answer holds, those that are typed for are asked
 * of the server: `finding` is given to the box.
 */
export function useCustomerChoices(chosen = '') {
  const currency = useCurrency();
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const [, onType] = useDebouncedSearch(search, setSearch);
  const all = useQuery(choices(currency, ''));
  const isPart = typeof all.data?.page.nextCursor === 'string';
  const isSearched = isPart && search !== '';
  const found = useQuery({ ...choices(currency, search), enabled: isSearched });
  const { data, isPending, isError, refetch } = isSearched ? found : all;
  const shown = data?.data.customers ?? [];
  const kept = knownOf(queries, currency)
    .filter(({ id }) => id === chosen)
    .slice(0, 1);
  const known = shown.some(({ id }) => id === chosen) ? shown : [...kept, ...shown];
  return { known, isPending, isError, refetch, finding: isPart ? { onType } : {} };
}

/** All that were read. */
const knownOf = (queries: QueryClient, currency: Currency) =>
  queries
    .getQueriesData<Awaited<ReturnType<typeof read>>>({ queryKey: ['customers.choices', currency] })
    .flatMap(([, list]) => list?.data.customers ?? []);

/** The purpose the customer of a draft keeps tax for: as its invoice says where it stands already, else as they usually do. */
export function useKeptKind(customerId: string, keeps: Purpose['keeps']): WithholdingKind | null {
  const { known } = useCustomerChoices(customerId);
  if (keeps?.customerId === customerId) return keeps.kind;
  return known.find(({ id }) => id === customerId)?.withholdingKind ?? null;
}
