import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { refreshInvoices } from '#web/lib/invoices/delivery.ts';
import { readJson, storage } from '#web/lib/storage.ts';
import type { InvoiceLink } from '../markdown/tokens.ts';
import { cardTexts } from './texts.ts';
import { type CardValues, toInvoice } from './rules.ts';

const STORAGE_KEY = 'chat:created';
const MAX_STORED = 50;
const createdByMessage = z.record(z.string(), z.object({ id: z.string(), number: z.string() }));

/**
 * Creates a card that has no proposal, because too little was read for one, the way the form would: once, however often the
 * button is pressed or the page loaded again.
 */
export function useDirectCreation(messageId: string) {
  const [created, setCreated] = useState<InvoiceLink | null>(() => readCreated()[messageId] ?? null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const queries = useQueryClient();

  /** Answers the refusal; null when it is created. */
  const create = async (values: CardValues, currency: Currency): Promise<unknown> => {
    setPending(true);
    setFailure(null);
    try {
      const { data } = await call(
        invoices.create,
        { params: { currency }, body: toInvoice(values) },
        { idempotencyKey: `chat:${messageId}` },
      );
      const invoice = { id: data.id, number: data.invoiceNumber };
      saveCreated(messageId, invoice);
      setCreated(invoice);
      return null;
    } catch (error) {
      setFailure(failureText(error));
      return error;
    } finally {
      setPending(false);
      void refreshInvoices(queries);
    }
  };
  return { create, made: created, pending, failure, setFailure };
}

function failureText(error: unknown): string {
  if (error instanceof ApiError && error.code === 'idempotency_key_reused') return cardTexts.already;
  const reason = messageOf(error, '');
  return reason === '' ? cardTexts.failed : `${cardTexts.failed}: ${reason}`;
}

function readCreated(): Record<string, InvoiceLink> {
  const stored = createdByMessage.safeParse(readJson(STORAGE_KEY));
  return stored.success ? stored.data : {};
}

function saveCreated(messageId: string, invoice: InvoiceLink): void {
  const all = Object.entries({ ...readCreated(), [messageId]: invoice }).slice(-MAX_STORED);
  storage.write(STORAGE_KEY, JSON.stringify(Object.fromEntries(all)));
}
