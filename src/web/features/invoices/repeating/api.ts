import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { CallInput } from '#contract/endpoint.ts';
import { type newPlan, type planDetail, plans } from '#contract/plans.ts';
import type { Currency } from '#core/money.ts';
import { call, requestKeys } from '#web/lib/api.ts';
import { refreshInvoices } from '#web/lib/invoices/delivery.ts';
import { useCurrency } from '#web/lib/session/session.ts';

export type PlanDetail = z.output<typeof planDetail>;
export type Plan = z.output<typeof plans.list.response>['data'][number];
export type NewPlan = z.output<typeof newPlan>;
export type Rhythm = NewPlan['rhythm'];
export type Schedule = CallInput<typeof plans.preview>['body'];

/** Repeating invoices: running ones first, by their next day. */
export const planList = (currency: Currency) =>
  queryOptions({
    queryKey: ['plans.list', currency],
    queryFn: async ({ signal }) => (await call(plans.list, { params: { currency } }, { signal })).data,
  });

/** One of them, with its next days and what it made. */
export const planQuery = (currency: Currency, id: string) =>
  queryOptions({
    queryKey: ['plans.detail', currency, id],
    queryFn: async ({ signal }) => (await call(plans.detail, { params: { currency, id } }, { signal })).data,
  });

/** The next days of a schedule; those of the one before stay while they come. */
export const previewQuery = (currency: Currency, schedule: Schedule) =>
  queryOptions({
    queryKey: ['plans.preview', currency, schedule],
    queryFn: async ({ signal }) =>
      (await call(plans.preview, { params: { currency }, body: schedule }, { signal })).data.dates,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Keeps a new one, or changes the one with an id. */
export function useSavePlan(id: string | undefined) {
  const currency = useCurrency();
  return usePlanChange((body: NewPlan, idempotencyKey) =>
    id === undefined
      ? call(plans.create, { params: { currency }, body }, { idempotencyKey })
      : call(plans.update, { params: { currency, id }, body }, { idempotencyKey }),
  );
}

/** An act with a plan; of its days the one with a number is meant. */
export type PlanAct = { act: 'pause' | 'resume' | 'end' } | { act: 'issue' | 'skip'; number: number };

/** Does it. Its caller tells a refusal. */
export function usePlanAct({ id, currency }: Pick<Plan, 'id' | 'currency'>) {
  const params = { currency, id };
  return usePlanChange((asked: PlanAct, idempotencyKey) =>
    'number' in asked
      ? call(plans[asked.act], { params, body: { number: asked.number } }, { idempotencyKey })
      : call(plans[asked.act], { params }),
  );
}

function usePlanChange<Asked extends object>(
  change: (asked: Asked, idempotencyKey: string) => Promise<{ message?: string; data: PlanDetail }>,
) {
  const queries = useQueryClient();
  const [keyFor] = useState(requestKeys);
  return useMutation({
    networkMode: 'always',
    mutationFn: (asked: Asked) => change(asked, keyFor(asked)),
    onSuccess: ({ data }) => queries.setQueryData(planQuery(data.currency, data.id).queryKey, data),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['plans.list'] });
      void refreshInvoices(queries);
    },
  });
}
