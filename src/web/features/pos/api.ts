import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { invoices } from '#contract/invoices.ts';
import { type counter as counterSchema, payments } from '#contract/payments.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';

export type PosStatus = z.output<typeof counterSchema>;

const WAITING_POLL_MS = 10_000;
const SETTLED_POLL_MS = 30_000;

/** The payment status of an invoice: polled, for live events can get lost, and never from a cache. */
export const posStatusQuery = (currency: Currency, id: string) =>
  queryOptions({
    // News of payments make it be read again.
    queryKey: ['payments.counter', currency, id],
    queryFn: async ({ signal }) =>
      (await call(payments.counter, { params: { currency, id } }, { signal })).data,
    refetchInterval: ({ state }) => pollIntervalFor(state.data?.state),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchOnMount: 'always',
    staleTime: 0,
    gcTime: 0,
    // The next question comes by itself soon enough.
    retry: false,
  });

/** Milliseconds until the next question. */
export const pollIntervalFor = (state: PosStatus['state'] | undefined): number =>
  state === 'safe' || state === 'cancelled' ? SETTLED_POLL_MS : WAITING_POLL_MS;

/** The code a customer scans to pay, as an image address. */
export const payCodeQuery = (currency: Currency, id: string) =>
  queryOptions({
    queryKey: ['invoices.payCode', currency, id],
    queryFn: async ({ signal }) =>
      (await call(invoices.detail, { params: { currency, id } }, { signal })).data.qrCode,
    staleTime: Number.POSITIVE_INFINITY,
  });
