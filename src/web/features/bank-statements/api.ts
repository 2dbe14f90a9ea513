import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  bankStatements,
  type lineStates,
  type statement,
  type statementLine,
  type statementPreview,
} from '#contract/bank-statements.ts';
import { createClient } from '#contract/client.ts';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { call, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { refreshPayments } from '#web/lib/claims/api.ts';
import { expireSession, isSessionEnd, sessionEndMessage } from '#web/lib/session/expiry.ts';
import { getSession } from '#web/lib/session/session.ts';
import { texts } from './texts.ts';

export type Statement = z.output<typeof statement>;
export type StatementLine = z.output<typeof statementLine>;
export type Suggestion = StatementLine['suggestions'][number];
export type Preview = z.output<typeof statementPreview>;
export type LineState = (typeof lineStates)[number];
export type Match = CallInput<typeof bankStatements.record>['body']['matches'][number];

const STATEMENTS = 50;
const LINES = 100;
const INVOICES = 50;

/** Statements that were kept, the newest first, page by page. */
export const statementList = (currency: Currency) =>
  infiniteQueryOptions({
    queryKey: ['payments.statements', currency],
    queryFn: ({ pageParam, signal }) =>
      call(
        bankStatements.list,
        { params: { currency }, query: { limit: STATEMENTS, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
  });

/** Lines of a statement in one state with some words in them, page by page. */
export const statementLines = (currency: Currency, id: string, state: LineState, search = '') =>
  infiniteQueryOptions({
    queryKey: ['payments.statementLines', currency, id, state, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        bankStatements.lines,
        { params: { currency, id }, query: { state, search, limit: LINES, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
  });

/** Invoices a line can be put on by hand: the first of those whose number or customer holds some words. */
export const unpaidInvoices = (currency: Currency, search: string) =>
  queryOptions({
    queryKey: ['invoices.forStatement', currency, search],
    queryFn: async ({ signal }) => {
      const query = { status: 'unpaid', sort: 'dueDate', limit: INVOICES, search } as const;
      return (await call(invoices.list, { params: { currency }, query }, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });

/** Sends a file with its fields. Throws `ApiError`; a refused token ends the session first. */
export async function sendFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { file, fields }: { file: File; fields: Record<string, string> },
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file, file.name);
  const { token } = getSession();
  const client = createClient({
    fetch: (path, init) =>
      fetch(path, { ...init, body: form, headers: token ? { Authorization: `Bearer ${token}` } : {} }),
  });
  try {
    return await client(endpoint, input);
  } catch (error) {
    if (isSessionEnd(error)) expireSession(sessionEndMessage(Object(error).data));
    throw error;
  }
}

export function useRecord(currency: Currency, id: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ matches, key }: { matches: Match[]; key: string }) =>
      call(bankStatements.record, { params: { currency, id }, body: { matches } }, { idempotencyKey: key }),
    onSettled: () => refreshPayments(queries),
  });
}

type Aside = { lineId: string; ignored: boolean; note?: string };

/** Marks a line as no sale, or takes that back. */
export function useIgnore(currency: Currency) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ lineId, ...body }: Aside) =>
      call(
        bankStatements.ignore,
        { params: { currency, id: lineId }, body },
        { idempotencyKey: newIdempotencyKey() },
      ),
    onError: (error) => toastFailure(error, texts.failed),
    onSettled: () => refreshPayments(queries),
  });
}

export function useThrowAway(currency: Currency) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) =>
      call(bankStatements.remove, { params: { currency, id } }, { idempotencyKey: newIdempotencyKey() }),
    onSettled: () => refreshPayments(queries),
  });
}
