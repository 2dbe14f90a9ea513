import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { api } from '#contract/index.ts';
import type { newAcceptance } from '#contract/quote-answers.ts';
import { createClient } from '#contract/client.ts';
import { eventually, type Owner, sampleInvoice, type TestApp } from '../../../../tests/harness.ts';

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

/** For tests: the codes that were mailed to an address, in their order. */
export async function codesTo({ store }: Pick<TestApp, 'store'>, to: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select body_text as text from kept_mails
    where to_address = ${to} and subject like 'Your code for%' order by id`.execute(store.db);
  return rows.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '');
}

/** For tests: asks for a code as the page does, and gives the one that was mailed. */
export async function mailedCode(
  app: Pick<TestApp, 'url' | 'store'>,
  publicId: string,
  to: string,
): Promise<string> {
  const call = customerOf(app);
  const before = (await codesTo(app, to)).length;
  const { data } = await call(api.quotes.publicRead, { params: { publicId } });
  await call(api.quotes.sendCode, { params: { publicId }, body: { revisionHash: data.revisionHash } });
  return eventually(async () => (await codesTo(app, to))[before]);
}
