import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { invoices } from '#contract/invoices.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { call, messageOf } from '../../lib/api.ts';
import { readJson, storage } from '../../lib/storage.ts';
import { type CardValues, checkCard, toInvoice, type Words } from './card-rules.ts';
import { cardTexts } from './texts.ts';

/** Modules whose figures change with an invoice. */
const TOUCHED = ['invoices', 'analytics', 'dashboard', 'payments', 'customers', 'activities'];
const KEPT = 'chat:created';
const MOST_KEPT = 50;

const created = z.object({ id: z.string(), number: z.string() });
export type Created = z.output<typeof created>;
const createdByMessage = z.record(z.string(), created);

/** A proposed invoice under correction, and its creation: once, however often the button or the page is loaded again. */
export function useCard(messageId: string, currency: Currency, initial: CardValues) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Words>({});
  const [done, setDone] = useState(() => keptCreated()[messageId] ?? null);
  const [failure, setFailure] = useState<string | null>(null);
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: (wanted: CardValues) =>
      call(
        invoices.create,
        { params: { currency }, body: toInvoice(wanted) },
        { idempotencyKey: `chat:${messageId}` },
      ),
    onSuccess: ({ data }) => {
      const made = { id: data.id, number: data.invoiceNumber };
      keepCreated(messageId, made);
      setDone(made);
    },
    onError: (error) => setFailure(wordsFor(error)),
    onSettled: () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => TOUCHED.includes(String(queryKey[0]).split('.')[0] ?? ''),
      }),
  });
  const change = (next: Partial<CardValues>) => {
    const changed = { ...values, ...next };
    setValues(changed);
    setFailure(null);
    if (Object.keys(errors).length > 0) setErrors(stillWrong(errors, checkCard(changed, today())));
  };
  const create = () => {
    const found = checkCard(values, today());
    setErrors(found);
    const complete = Object.keys(found).length === 0;
    setFailure(complete ? null : cardTexts.incomplete);
    if (complete) creation.mutate(values);
    return complete;
  };
  return { values, change, errors, create, pending: creation.isPending, failure, done };
}

export type Card = ReturnType<typeof useCard>;

const today = () => dateIn(systemClock());

// A message goes as soon as it is no longer true, and none comes while somebody types.
function stillWrong(before: Words, now: Words): Words {
  return Object.fromEntries(Object.entries(now).filter(([field]) => before[field] !== undefined));
}

function wordsFor(error: unknown): string {
  if (error instanceof ApiError && error.code === 'idempotency_key_reused') return cardTexts.already;
  const told = messageOf(error, '');
  return told === '' ? cardTexts.failed : `${cardTexts.failed}: ${told}`;
}

function keptCreated(): Record<string, Created> {
  const kept = createdByMessage.safeParse(readJson(KEPT));
  return kept.success ? kept.data : {};
}

function keepCreated(messageId: string, made: Created): void {
  const all = Object.entries({ ...keptCreated(), [messageId]: made }).slice(-MOST_KEPT);
  storage.write(KEPT, JSON.stringify(Object.fromEntries(all)));
}
