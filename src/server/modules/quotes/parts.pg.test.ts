import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import {
  major,
  newOwner,
  type Owner,
  refusalOf,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { sampleQuote, sentQuote } from './testing.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await sharedApp();
  owner = await newOwner(app);
});
afterAll(() => app.close());

const at = (id: string) => ({ params: { ...params, id } });
const offer = { taxRate: 0, items: [{ description: 'Roof', quantity: 1_000_000, rate: major(1000) }] };

/** `done`, or the code of the refusal. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => refusalOf(Promise.reject(error)).then(({ code }) => code),
  );

test('two parts, the whole and a change of one quote at once: never more than the quote', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await sentQuote(owner, offer);
    const part = () => outcome(owner.call(api.quotes.invoicePart, { ...at(id), body: { percent: 6000 } }));
    const calls = [
      part,
      () => outcome(owner.call(api.quotes.toInvoice, at(id))),
      part,
      () =>
        outcome(owner.call(api.quotes.update, { ...at(id), body: sampleQuote({ ...offer, notes: 'New' }) })),
    ];
    const shifted = [...calls.slice(round % 4), ...calls.slice(0, round % 4)];
    const answers = await Promise.all(shifted.map((call) => call()));
    const known = ['done', 'conflict', 'quote_closed', 'invalid_input'];
    expect(answers.filter((answer) => !known.includes(answer))).toEqual([]);
    const { data: quote } = await owner.call(api.quotes.detail, at(id));
    expect(quote.status).toBe('accepted');
    const invoices = quote.parts.length + (quote.invoiceId === null ? 0 : 1);
    expect(invoices).toBe(1);
    expect(quote.invoicedAmount).toBe(quote.invoiceId === null ? major(600) : major(1000));
  }
});

test('one line asked for by three at once, its part deleted meanwhile: never more of it than the quote has', async () => {
  const items = [{ description: 'Sheets', quantity: 3_000_000, rate: major(1000) }];
  for (let round = 0; round < 10; round++) {
    const { id } = await sentQuote(owner, { taxRate: 750, items });
    const two = { lines: [{ item: 0, quantity: 2_000_000 }] };
    const part = () => outcome(owner.call(api.quotes.invoicePart, { ...at(id), body: two }));
    const { data: made } = await owner.call(api.quotes.invoicePart, { ...at(id), body: two });
    const [first = { invoiceId: '' }] = made.parts;
    const remove = () =>
      outcome(owner.call(api.invoices.remove, { params, body: { invoiceId: first.invoiceId } }));
    const calls = [part, remove, part, part];
    const shifted = [...calls.slice(round % 4), ...calls.slice(0, round % 4)];
    const answers = await Promise.all(shifted.map((call) => call()));
    expect(answers.filter((answer) => !['done', 'invalid_input'].includes(answer))).toEqual([]);
    const { data: quote } = await owner.call(api.quotes.detail, at(id));
    const standing = quote.parts.filter(({ isDeleted }) => !isDeleted).length;
    expect(standing).toBeLessThanOrEqual(1);
    expect(quote.linesLeft).toEqual([standing === 1 ? 1_000_000 : 3_000_000]);
  }
});
