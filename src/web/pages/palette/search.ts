import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { customers } from '#contract/customers.ts';
import { invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { useCurrency } from '#web/lib/session/session.ts';

const DEBOUNCE_MS = 200;
const MAX_RESULTS = 5;
const MAX_UNPAID = 8;

/**
 * Invoices and customers found by the server. The results before stay while the next are on their way. `unpaid` finds invoices
 * alone that wait for payment, the first of them without a word typed.
 */
export function usePaletteSearch(typed: string, unpaid: boolean) {
  const currency = useCurrency();
  const search = useDebounced(typed.trim());
  const found = useQuery({
    queryKey: ['palette.search', currency, unpaid, search],
    queryFn: ({ signal }) => (unpaid ? findUnpaid(currency, search, signal) : find(currency, search, signal)),
    enabled: unpaid || search !== '',
    placeholderData: keepPreviousData,
    // Failures show at once; the next letter tries again.
    retry: false,
  });
  const wanted = unpaid || typed.trim() !== '';
  return {
    invoices: wanted ? (found.data?.invoices ?? []) : [],
    customers: wanted ? (found.data?.customers ?? []) : [],
    searching: wanted && (search !== typed.trim() || found.isFetching),
    failed: wanted && found.isError,
  };
}

async function find(currency: Currency, search: string, signal: AbortSignal) {
  const input = { params: { currency }, query: { search, limit: MAX_RESULTS } };
  const [bills, people] = await Promise.all([
    call(invoices.list, input, { signal }),
    call(customers.list, input, { signal }),
  ]);
  return { invoices: bills.data, customers: people.data.customers };
}

async function findUnpaid(currency: Currency, search: string, signal: AbortSignal) {
  const query = { status: 'unpaid' as const, limit: MAX_UNPAID, ...(search ? { search } : {}) };
  const { data } = await call(invoices.list, { params: { currency }, query }, { signal });
  return { invoices: data, customers: [] };
}

function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
