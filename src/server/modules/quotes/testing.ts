import type * as z from 'zod/mini';
import { api } from '#contract/index.ts';
import type { newAcceptance } from '#contract/quote-answers.ts';
import { createClient } from '#contract/client.ts';
import { type Owner, sampleInvoice, type TestApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;

/** For tests: the body of a quote for two trays and fifty small chops; `more` changes it. */
export function sampleQuote(more: Record<string, unknown> = {}) {
  const { dueDate: _none, ...rest } = sampleInvoice();
  const usual = { kind: 'quote', validDays: 14, dueDays: 7, onAcceptance: 'draft' } as const;
  return { ...rest, ...usual, discount: undefined, ...more };
}

/** For tests: a quote that was sent, and the id of its public page. */
export async function sentQuote(owner: Owner, more: Record<string, unknown> = {}) {
  const draft = await owner.call(api.quotes.create, { params, body: sampleQuote(more) });
  const { data } = await owner.call(api.quotes.send, { params: { ...params, id: draft.data.id } });
  return { ...data, publicId: data.pageUrl?.split('/').at(-1) ?? '' };
}

/** For tests: a customer without an account. */
export const customerOf = (app: Pick<TestApp, 'url'>) => createClient({ baseUrl: app.url });

/** For tests: accepts what the page shows now. */
export async function accept(
  app: Pick<TestApp, 'url'>,
  publicId: string,
  more: Partial<z.input<typeof newAcceptance>> = {},
) {
  const call = customerOf(app);
  const { data } = await call(api.quotes.publicRead, { params: { publicId } });
  return call(api.quotes.accept, {
    params: { publicId },
    body: { name: 'Chief Okafor', mayAccept: true, revisionHash: data.revisionHash, ...more },
  });
}
