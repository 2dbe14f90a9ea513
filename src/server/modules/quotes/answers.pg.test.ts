import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { newOwner, type Owner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';
import { accept, customerOf, mailedCode, sampleQuote, sentQuote } from './testing.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp();
  owner = await newOwner(app);
});
afterAll(() => app.close());

const at = (id: string) => ({ params: { ...params, id } });
const items = (rate: number) => [{ description: 'Roof', quantity: 1_000_000, rate: minor(rate) }];
const offer = (rate: number) => ({ taxRate: 0, items: items(rate) });

/** `done`, or the code of the refusal. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => refusalOf(Promise.reject(error)).then(({ code }) => code),
  );

async function result(id: string) {
  const { data: quote } = await owner.call(api.quotes.detail, at(id));
  const made = await app.system.db
    .selectFrom('invoices as i')
    .innerJoin('quotes as q', 'q.invoice_id', 'i.id')
    .select('i.total_minor')
    .where('q.id', '=', id)
    .execute();
  return { quote, invoices: made.map(({ total_minor }) => total_minor) };
}

const invoiceCount = async () =>
  (
    await app.system.db
      .selectFrom('invoices')
      .select('id')
      .where('business_id', '=', owner.businessId)
      .execute()
  ).length;

test('an acceptance while the quote is changed, withdrawn, declined and turned into an invoice', async () => {
  for (let round = 0; round < 10; round++) {
    const before = await invoiceCount();
    const quote = await sentQuote(owner, offer(1000_00));
    const { data: read } = await customerOf(app)(api.quotes.publicRead, {
      params: { publicId: quote.publicId },
    });
    const { revisionHash } = read;
    const answers = await Promise.all([
      outcome(accept(app, quote.publicId, { revisionHash })),
      outcome(owner.call(api.quotes.update, { ...at(quote.id), body: sampleQuote({ ...offer(2000_00) }) })),
      outcome(accept(app, quote.publicId, { revisionHash, name: 'Second Person' })),
      round % 2 === 0
        ? outcome(owner.call(api.quotes.withdraw, at(quote.id)))
        : outcome(owner.call(api.quotes.toInvoice, at(quote.id))),
      round % 3 === 0
        ? outcome(customerOf(app)(api.quotes.decline, { params: { publicId: quote.publicId }, body: {} }))
        : 'done',
    ]);
    const { quote: now, invoices } = await result(quote.id);
    expect(answers.every((answer) => ['done', 'quote_changed', 'quote_closed'].includes(answer))).toBe(true);
    const accepted = now.acceptance !== null;
    // Nobody saw revision 2, so only 1 can have been accepted on the page.
    if (accepted) expect(now.acceptance).toMatchObject({ revision: 1 });
    expect(answers[0] === 'done').toBe(accepted);
    // Refused they may be for different reasons: it was changed first, then withdrawn.
    expect(answers[2] === 'done').toBe(accepted);
    expect(await invoiceCount()).toBe(before + invoices.length);
    expect(invoices.length).toBe(now.status === 'accepted' ? 1 : 0);
    if (invoices.length > 0) expect(invoices).toEqual([now.revision === 1 ? 1000_00 : 2000_00]);
  }
});

test('accepted by several and made an invoice by its owner at once, it is one invoice', async () => {
  const before = await invoiceCount();
  const quote = await sentQuote(owner, offer(1000_00));
  await Promise.all([
    ...Array.from({ length: 5 }, () => outcome(accept(app, quote.publicId))),
    ...Array.from({ length: 3 }, () => owner.call(api.quotes.toInvoice, at(quote.id))),
  ]);
  expect((await result(quote.id)).invoices).toEqual([1000_00]);
  expect(await invoiceCount()).toBe(before + 1);
});

test('a code used by several at once is one acceptance, and of many guesses five are compared', async () => {
  const to = 'chief@okafor.test';
  const asking = () => sentQuote(owner, { ...offer(1000_00), clientEmail: to, askCode: true });
  const quote = await asking();
  const code = await mailedCode(app, quote.publicId, to);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => outcome(accept(app, quote.publicId, { code }))),
  );
  expect(new Set(answers)).toEqual(new Set(['done']));
  expect((await result(quote.id)).invoices).toEqual([1000_00]);
  const guessed = await asking();
  const right = await mailedCode(app, guessed.publicId, to);
  const wrong = right === '000000' ? '000001' : '000000';
  const guesses = Array.from({ length: 8 }, () => outcome(accept(app, guessed.publicId, { code: wrong })));
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(['wrong_code']));
  expect(await outcome(accept(app, guessed.publicId, { code: right }))).toBe('wrong_code');
  expect((await result(guessed.id)).invoices).toEqual([]);
});

test('the last moment: an acceptance and the extension of a quote that has ended', async () => {
  const quote = await sentQuote(owner, { ...offer(1000_00), validDays: 1 });
  const day = 86_400_000;
  app.advance(3 * day);
  const validUntil = new Date(app.config.clock().getTime() + 5 * day).toISOString().slice(0, 10);
  const [accepted] = await Promise.all([
    outcome(accept(app, quote.publicId)),
    owner.call(api.quotes.extend, { ...at(quote.id), body: { validUntil } }),
  ]);
  const { quote: now, invoices } = await result(quote.id);
  expect(['done', 'quote_closed']).toContain(accepted);
  expect(now.status).toBe(accepted === 'done' ? 'accepted' : 'sent');
  expect(invoices).toHaveLength(accepted === 'done' ? 1 : 0);
});
