import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type customer, customers, type newCustomer } from '#contract/customers.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { Currency } from '#core/money.ts';
import { call, toastFailure } from '#web/lib/api.ts';
import { downloadAndSave } from '#web/lib/files/download.ts';
import { refreshModules } from '#web/lib/query-client.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import type { Sort } from './sorting.ts';
import { texts } from './texts.ts';

export type Customer = z.output<typeof customer>;
/** A customer of the list, with what it owes. */
export type ListedCustomer = Answer<typeof customers.list>['data']['customers'][number];
export type CustomerForm = z.output<typeof newCustomer>;
type CustomerEdit = Partial<
  CustomerForm & Pick<Customer, 'language' | 'whatsappConsent' | 'remindersOff' | 'withholdingKind' | 'notes'>
>;

const PAGE_SIZE = 50;
/** Modules whose figures change with a customer. */
const AFFECTED_MODULES = ['customers', 'analytics', 'dashboard', 'activities'];

type Pages = InfiniteData<Answer<typeof customers.list>, string>;
type CachedLists = [readonly unknown[], Pages | undefined][];

const listKey = ['customers.list'] as const;

/** Active customers, page by page. */
export const customerListQuery = (currency: Currency, search: string, sort: Sort) =>
  infiniteQueryOptions({
    queryKey: [...listKey, currency, search, sort],
    queryFn: ({ pageParam, signal }) =>
      call(
        customers.list,
        { params: { currency }, query: { search, sort, limit: PAGE_SIZE, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** The customer who already has an email address or a phone number (E.164); null when nobody has. */
export const customerWithQuery = (currency: Currency, contact: string) =>
  queryOptions({
    queryKey: ['customers.with', currency, contact],
    queryFn: async ({ signal }) => {
      const query = { search: contact, limit: 20 };
      const { data } = await call(customers.list, { params: { currency }, query }, { signal });
      return data.customers.find(({ email, phone }) => email === contact || phone === contact) ?? null;
    },
    retry: false,
  });

/** Adds a customer once, however often the same form is sent. */
export function useAddCustomer() {
  const queries = useQueryClient();
  const currency = useCurrency();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ form, idempotencyKey }: { form: CustomerForm; idempotencyKey: string }) =>
      call(customers.create, { params: { currency }, body: form }, { idempotencyKey }),
    onSuccess: () => refreshCustomers(queries),
  });
}

/** Changes a customer on screen at once, and back should the server refuse. */
export function useEditCustomer() {
  const queries = useQueryClient();
  const currency = useCurrency();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, form }: { id: string; form: CustomerEdit }) =>
      call(customers.update, { params: { currency, id }, body: form }),
    onMutate: ({ id, form }) =>
      updateOptimistically(queries, (shown) => shown.map((one) => (one.id === id ? edited(one, form) : one))),
    onError: (_error, _edit, previous) => rollback(queries, previous),
    onSettled: () => void refreshCustomers(queries),
  });
}

const edited = (before: ListedCustomer, { phone, ...form }: CustomerEdit): ListedCustomer => ({
  ...before,
  ...form,
  ...(phone === undefined ? {} : { phone: phone || null }),
});

/** The emails and phone numbers of every active customer. */
export const knownContacts = (currency: Currency) =>
  queryOptions({
    queryKey: ['customers.contacts', currency],
    queryFn: async ({ signal }) => {
      const contacts: string[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const query = cursor ? { cursor } : {};
        const { data, page } = await call(customers.list, { params: { currency }, query }, { signal });
        contacts.push(...data.customers.flatMap(({ email, phone }) => [email, phone ?? '']));
        cursor = page.nextCursor;
      }
      return contacts.filter(Boolean);
    },
    select: asSet,
  });

const asSet = (contacts: string[]): ReadonlySet<string> => new Set(contacts);

/** Takes a customer off the list at once, and puts it back should the server refuse. */
export function useDeleteCustomer() {
  const queries = useQueryClient();
  const currency = useCurrency();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: Pick<Customer, 'id'>) => call(customers.remove, { params: { currency, id } }),
    onMutate: ({ id }) => updateOptimistically(queries, (shown) => shown.filter((one) => one.id !== id)),
    onError: (_error, _removed, previous) => rollback(queries, previous),
    onSettled: () => void refreshCustomers(queries),
  });
}

/** Exports the full list as a spreadsheet file. */
export function useExportCustomers() {
  const currency = useCurrency();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => downloadAndSave(customers.export, { params: { currency } }),
    onError: (error) => toastFailure(error, texts.exportFailed),
  });
}

/** Reads again whatever shows customers or counts them. */
export function refreshCustomers(queries: QueryClient): Promise<void> {
  return refreshModules(queries, AFFECTED_MODULES);
}

async function updateOptimistically(
  queries: QueryClient,
  change: (shown: ListedCustomer[]) => ListedCustomer[],
): Promise<CachedLists> {
  await queries.cancelQueries({ queryKey: listKey });
  const previous = queries.getQueriesData<Pages>({ queryKey: listKey });
  queries.setQueriesData<Pages>({ queryKey: listKey }, (list) =>
    isPaged(list) ? changePages(list, change) : list,
  );
  return previous;
}

/** Other screens may keep lists of another shape under the same name. */
function isPaged(list: Pages | undefined): list is Pages {
  return Array.isArray(list?.pages);
}

function changePages(list: Pages, change: (shown: ListedCustomer[]) => ListedCustomer[]): Pages {
  const changed = list.pages.map(({ data }) => change(data.customers));
  const removed = list.pages.reduce(
    (sum, { data }, at) => sum + data.customers.length - (changed[at]?.length ?? 0),
    0,
  );
  const pages = list.pages.map((one, at) => ({
    ...one,
    data: { customers: changed[at] ?? [] },
    page: { ...one.page, total: one.page.total - removed },
  }));
  return { ...list, pages };
}

function rollback(queries: QueryClient, previous: CachedLists | undefined): void {
  for (const [key, list] of previous ?? []) queries.setQueryData(key, list);
}
