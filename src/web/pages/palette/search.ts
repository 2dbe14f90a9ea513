import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { customers } from '#contract/customers.ts';
import { invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { useCurrency } from '#web/lib/session/session.ts';

const SETTLE_MS = 200;
const SHOWN = 5;

/** Invoices and customers found by the server. The results before stay while the next are on their way. */
export function useFound(typed: string) {
  const currency = useCurrency();
  const search = useSettled(typed.trim());
  const found = useQuery({
    queryKey: ['palette.search', currency, search],
    queryFn: ({ signal }) => find(currency, search, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Failures show at once; the next letter tries again.
    retry: false,
  });
  const wanted = typed.trim() !== '';
  return {
    invoices: wanted ? (found.data?.invoices ?? []) : [],
    customers: wanted ? (found.data?.customers ?? []) : [],
    searching: wanted && (search !== typed.trim() || found.isFetching),
    failed: wanted && found.isError,
  };
}

async function find(currency: Currency, search: string, signal: AbortSignal) {
  const input = { params: { currency }, query: { search, limit: SHOWN } };
  const [bills, people] = await Promise.all([
    call(invoices.list, input, { signal }),
    call(customers.list, input, { signal }),
  ]);
  return { invoices: bills.data, customers: people.data.customers };
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
