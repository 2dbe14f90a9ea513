import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { readJson, storage } from '#web/lib/storage.ts';
import type { Made } from '../markdown/tokens.ts';
import { readTouched } from '../proposal/invalidate-queries.ts';
import { cardTexts } from '../texts.ts';
import { type CardValues, toInvoice } from './rules.ts';

const KEPT = 'chat:created';
const MOST_KEPT = 50;
const madeByMessage = z.record(z.string(), z.object({ id: z.string(), number: z.string() }));

/**
 * Creates a card that has no proposal, because too little was read for one, the way the form would: once, however often the
 * button is pressed or the page loaded again.
 */
export function usePlainCreation(messageId: string) {
  const [made, setMade] = useState<Made | null>(() => keptMade()[messageId] ?? null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const queries = useQueryClient();

  /** Answers the refusal; null when it is created. */
  const create = async (wanted: CardValues, currency: Currency): Promise<unknown> => {
    setPending(true);
    setFailure(null);
    try {
      const { data } = await call(
        invoices.create,
        { params: { currency }, body: toInvoice(wanted) },
        { idempotencyKey: `chat:${messageId}` },
      );
      const now = { id: data.id, number: data.invoiceNumber };
      keepMade(messageId, now);
      setMade(now);
      return null;
    } catch (error) {
      setFailure(wordsFor(error));
      return error;
    } finally {
      setPending(false);
      readTouched(queries);
    }
  };
  return { create, made, pending, failure, setFailure };
}

function wordsFor(error: unknown): string {
  if (error instanceof ApiError && error.code === 'idempotency_key_reused') return cardTexts.already;
  const told = messageOf(error, '');
  return told === '' ? cardTexts.failed : `${cardTexts.failed}: ${told}`;
}

function keptMade(): Record<string, Made> {
  const kept = madeByMessage.safeParse(readJson(KEPT));
  return kept.success ? kept.data : {};
}

function keepMade(messageId: string, made: Made): void {
  const all = Object.entries({ ...keptMade(), [messageId]: made }).slice(-MOST_KEPT);
  storage.write(KEPT, JSON.stringify(Object.fromEntries(all)));
}
