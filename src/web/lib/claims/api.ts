import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { type claim, offlinePayments } from '#contract/offline-payments.ts';
import type { Currency } from '#core/money.ts';
import { toast } from '#web/ui/toast-store.ts';
import { call, newIdempotencyKey, toastFailure } from '../api.ts';
import { refreshModules } from '../query-client.ts';
import { texts } from './texts.ts';

export type Claim = z.output<typeof claim>;

const AT_ONCE = 20;

/** Alerts and screenshots still to be looked into, of one invoice or of all, page by page. */
export const openClaims = (currency: Currency, invoiceId?: string) =>
  infiniteQueryOptions({
    queryKey: ['payments.claims', currency, invoiceId ?? ''],
    queryFn: ({ pageParam, signal }) => {
      const query = { state: 'open', limit: AT_ONCE, cursor: pageParam, invoiceId } as const;
      return call(offlinePayments.claims, { params: { currency }, query }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
  });

type ClaimAnswer = { claim: Claim; keepRestAsCredit?: boolean; confirmDuplicate?: boolean };

/** Records the money of a claim. What has to be asked first is for the caller; other refusals are told. */
export function useConfirmClaim() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ claim: { id, currency }, ...body }: ClaimAnswer) =>
      call(
        offlinePayments.confirmClaim,
        { params: { currency, id }, body },
        { idempotencyKey: newIdempotencyKey() },
      ),
    onSuccess: () => toast.success(texts.confirmed),
    onError: (error) => {
      if (questionOf(error) === null) toastFailure(error, texts.failed);
    },
    onSettled: () => refreshPayments(queries),
  });
}

export function useDismissClaim() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, currency }: Claim) =>
      call(
        offlinePayments.dismissClaim,
        { params: { currency, id } },
        { idempotencyKey: newIdempotencyKey() },
      ),
    onSuccess: () => toast.success(texts.dismissed),
    onError: (error) => toastFailure(error, texts.failed),
    onSettled: () => refreshPayments(queries),
  });
}

type Question = { words: string; answer: Pick<ClaimAnswer, 'keepRestAsCredit' | 'confirmDuplicate'> };

/** The question a refusal puts to the owner; null for one that is final. */
export function questionOf(error: unknown): Question | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'possible_duplicate')
    return { words: error.message, answer: { confirmDuplicate: true } };
  const tooMuch = error.errors.find(({ path }) => path === 'amount');
  return tooMuch ? { words: tooMuch.message, answer: { keepRestAsCredit: true } } : null;
}

const affected = [
  'payments',
  'invoices',
  'reminders',
  'customers',
  'analytics',
  'dashboard',
  'activities',
  'counter',
];

/** Reads again all that money recorded by hand touches. */
export const refreshPayments = (queries: QueryClient): void => void refreshModules(queries, affected);
