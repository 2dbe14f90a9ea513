import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Currency } from '#core/money.ts';
import { isOnline } from '#web/lib/offline/connectivity.ts';
import { savesData } from '#web/lib/preferences/save-data.ts';
import { useCurrency } from '#web/lib/session/session.ts';

/** After the page itself has long been there. */
const START_DELAY_MS = 5000;
const STALE_MS = 10 * 60_000;

/** Prefetches the three main lists, so that they can be read offline even before they were opened. */
export function usePrefetchLists(): void {
  const queries = useQueryClient();
  const currency = useCurrency();
  useEffect(() => {
    // Only with the worker do pages open without a network at all.
    if (savesData() || !navigator.serviceWorker?.controller) return;
    const timer = setTimeout(() => {
      if (isOnline()) void prefetchLists(queries, currency).catch(() => undefined);
    }, START_DELAY_MS);
    return () => clearTimeout(timer);
  }, [queries, currency]);
}

async function prefetchLists(queries: QueryClient, currency: Currency): Promise<void> {
  const [invoices, filters, customers, orders, payments] = await Promise.all([
    import('#web/features/invoices/api.ts'),
    import('#web/features/invoices/filters.tsx'),
    import('#web/features/customers/api.ts'),
    import('#web/features/customers/sorting.ts'),
    import('#web/features/payments/api.ts'),
  ]);
  const staleTime = STALE_MS;
  const first = { search: '', status: 'all', method: 'all', period: '30' };
  await Promise.all([
    queries.prefetchInfiniteQuery({ ...invoices.invoiceList(currency, filters.defaultFilters), staleTime }),
    queries.prefetchInfiniteQuery({
      ...customers.customerListQuery(currency, '', orders.NEWEST_FIRST),
      staleTime,
    }),
    queries.prefetchInfiniteQuery({ ...payments.paymentList(currency, first), staleTime }),
    queries.prefetchQuery({ ...payments.paymentMetrics(currency), staleTime }),
    queries.prefetchQuery({ ...payments.unpaidInvoices(currency), staleTime }),
  ]);
}
