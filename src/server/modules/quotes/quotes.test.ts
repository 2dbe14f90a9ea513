import { get } from 'node:http';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allowances } from '#contract/allowances.ts';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { anyInvoice } from '#core/invoice/testing.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import {
  eventually,
  major,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  testApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';
import { declineQuote } from './commands/answer.ts';
import { accept, customerOf, sampleQuote, sentQuote } from './testing.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
});

const at = (id: string) => ({ params: { ...params, id } });
const today = () => dateIn(app.config.clock());
const detail = async (id: string) => (await owner.call(api.quotes.detail, at(id))).data;
const invoiceOf = async (id: string) => (await owner.call(api.invoices.detail, at(id))).data;
const invoices = async () => (await owner.call(api.invoices.list, { params })).data;
const mails = async (to: string) => {
  const { rows } = await sql<{ subject: string; text: string }>`select subject, body_text as text
    from kept_mails where to_address = ${to} order by id`.execute(app.store.db);
  return rows;
};
const mailAbout = (to: string, subject: string) =>
  eventually(async () => (await mails(to)).find((mail) => mail.subject.includes(subject)));

describe('a quote', () => {
  test('has no number before it is sent, and then its total stands in the notice', async () => {
    const body = sampleQuote({ clientEmail: 'chief@okafor.test', discount: major(1000) });
    const { data: draft } = await owner.call(api.quotes.create, { params, body });
    expect(draft).toMatchObject({ number: null, status: 'draft', pageUrl: null, validUntil: null });
    const { data: sent } = await owner.call(api.quotes.send, at(draft.id));
    expect(sent).toMatchObject({
      number: 'QUO-0001',
      status: 'sent',
      validUntil: addDays(today(), 14),
      revision: 1,
    });
    expect(sent.whatsappUrl).toContain(encodeURIComponent('QUO-0001'));
    const { text } = await mailAbout('chief@okafor.test', 'Quote QUO-0001');
    expect(text).toContain('₦127,925.00');
    expect(text).toContain(sent.pageUrl);
    const again = await refusalOf(owner.call(api.quotes.send, at(draft.id)));
    expect(again).toMatchObject({ status: 409, code: 'conflict' });
    expect((await sentQuote(owner)).number).toBe('QUO-0002');
  });

  test('counts in no figure of money', async () => {
    await sentQuote(owner);
    const { data } = await owner.call(api.today.read, { params, query: {} });
    expect(JSON.stringify(data)).not.toMatch(/[1-9]\d{4,}/);
    expect(await invoices()).toEqual([]);
  });

  test('that is accepted becomes one invoice with the same lines, discount, tax, notes and terms', async () => {
    const quote = await sentQuote(owner, {
      discount: major(1500.5),
      notes: 'Two days notice',
      paymentTerms: 'Net 7',
      poNumber: 'theirs',
      dueDays: 10,
      items: [
        { description: 'Roofing', quantity: 3_000_000, rate: major(33_333.33), discountPercent: 1_250 },
        { description: 'Levy', quantity: 1_000_000, rate: major(700), taxCode: 'exempt' },
      ],
    });
    await accept(app, quote.publicId, { orderNumber: 'PO-77' });
    await accept(app, quote.publicId);
    const { data: again } = await owner.call(api.quotes.toInvoice, at(quote.id));
    expect(await invoices()).toHaveLength(1);
    expect(again).toMatchObject({
      status: 'accepted',
      invoiceNumber: 'INV-0001',
      acceptance: { name: 'Chief Okafor', orderNumber: 'PO-77', revision: 1 },
    });
    const invoice = await invoiceOf(again.invoiceId ?? '');
    const { items, subtotal, discount, tax, taxRate, totalAmount, title, notes, paymentTerms } = quote;
    expect(invoice).toMatchObject({ items, subtotal, discount, tax, taxRate, totalAmount });
    expect(invoice).toMatchObject({ title, notes, paymentTerms, poNumber: 'PO-77', status: 'pending' });
    expect(invoice.dueDate).toBe(addDays(today(), 10));
    expect(again.events.map(({ kind }) => kind)).toEqual(['invoiced', 'accepted', 'sent']);
  });

  test('to the kobo in quote, page and invoice, whatever its lines', async () => {
    await fc.assert(
      fc.asyncProperty(anyInvoice, async ({ facts, lines }) => {
        const { data: draft } = await owner.call(api.quotes.create, {
          params,
          body: sampleQuote({
            taxRate: facts.taxRate,
            pricesIncludeTax: facts.pricesIncludeTax,
            discount: facts.discount,
            items: lines.map(({ description, quantity, rate, discountPercent, taxCode }) => ({
              description,
              quantity: Math.max(quantity, 1_000_000),
              rate,
              taxCode,
              ...(discountPercent === null ? {} : { discountPercent }),
            })),
          }),
        });
        const { data: sent } = await owner.call(api.quotes.send, at(draft.id));
        const publicId = sent.pageUrl?.split('/').at(-1) ?? '';
        const { data: shown } = await customerOf(app)(api.quotes.publicRead, { params: { publicId } });
        const { data: made } = await owner.call(api.quotes.toInvoice, at(draft.id));
        const invoice = await invoiceOf(made.invoiceId ?? '');
        const sums = ({ subtotal, discount, tax, totalAmount, items }: typeof shown | typeof invoice) => ({
          subtotal,
          discount,
          tax,
          totalAmount,
          lines: items.map(({ total }) => total),
        });
        expect(sums(shown)).toEqual(sums(invoice));
        expect(sent.totalAmount).toBe(invoice.totalAmount);
        expect(sent.totalAmount).toBe(facts.totalAmount);
      }),
      { numRuns: rounds(12, 300) },
    );
  });

  test.each([
    ['ask', null],
    ['draft', 'pending'],
    ['send', 'sent'],
  ] as const)('brings on acceptance what its owner chose: %s', async (onAcceptance, status) => {
    const quote = await sentQuote(owner, { onAcceptance });
    await accept(app, quote.publicId);
    const { invoiceId } = await detail(quote.id);
    expect(invoiceId === null ? null : (await invoiceOf(invoiceId)).status).toBe(status);
  });

  test('goes by hand where the customer has no email, and its invoice waits', async () => {
    const quote = await sentQuote(owner, {
      clientEmail: undefined,
      clientPhone: '+2348035550142',
      onAcceptance: 'send',
    });
    expect(quote.whatsappUrl).toContain('wa.me/2348035550142');
    await accept(app, quote.publicId);
    expect((await invoiceOf((await detail(quote.id)).invoiceId ?? '')).status).toBe('pending');
  });

  test('is accepted also on a day its business may write to nobody new: its invoice waits for its owner', async () => {
    const quote = await sentQuote(owner, { clientEmail: 'first@okafor.test', onAcceptance: 'send' });
    // As if it had been handed over.
    await mailAbout('first@okafor.test', 'Quote');
    await sql`delete from messages where business_id = ${owner.businessId}`.execute(app.store.db);
    for (let count = 0; count < allowances.new.recipients; count++) {
      const body = sampleInvoice({ clientName: `Next ${count}`, clientEmail: `next${count}@okafor.test` });
      const { data } = await owner.call(api.invoices.create, { params, body });
      await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
    }
    await accept(app, quote.publicId);
    expect((await invoiceOf((await detail(quote.id)).invoiceId ?? '')).status).toBe('pending');
  });

  test('tells both sides of an acceptance, with its paper, and the paper says so at verify', async () => {
    const quote = await sentQuote(owner, { clientEmail: 'chief@okafor.test' });
    await accept(app, quote.publicId, { name: 'Ngozi Okafor' });
    await mailAbout('chief@okafor.test', 'Accepted: Quote QUO-0001');
    const told = await mailAbout(owner.email, 'Ngozi Okafor accepted QUO-0001');
    expect(told.text).toContain('₦129,000.00');
    const { verification_code, ...row } = await app.store.db
      .selectFrom('quotes as q')
      .innerJoin('quote_acceptances as a', 'a.quote_id', 'q.id')
      .select(['q.verification_code', 'a.address', 'a.name', 'a.content_hash'])
      .where('q.id', '=', quote.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ address: '127.0.0.1', name: 'Ngozi Okafor' });
    expect(row.content_hash).toMatch(/^[\da-f]{64}$/);
    const page = await (await fetch(`${app.url}/verify/${formatVerificationCode(verification_code)}`)).text();
    expect(page).toContain('Genuine, and accepted');
    expect(page).toContain('Ngozi Okafor');
    const pdf = await fetch(`${app.url}/api/quote/${quote.publicId}/pdf`);
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
  });
});

describe('a sent quote that is changed', () => {
  test('is the next revision under its number and link, and what was read before cannot be accepted', async () => {
    const quote = await sentQuote(owner);
    const read = await customerOf(app)(api.quotes.publicRead, { params: { publicId: quote.publicId } });
    const { data: changed } = await owner.call(api.quotes.update, {
      ...at(quote.id),
      body: sampleQuote({ title: 'A smaller party', customerId: quote.customerId }),
    });
    expect(changed).toMatchObject({ number: quote.number, revision: 2, status: 'sent' });
    const refused = await refusalOf(accept(app, quote.publicId, { revisionHash: read.data.revisionHash }));
    expect(refused).toMatchObject({
      status: 409,
      code: 'quote_changed',
      message: `${quote.number} was changed by Okafor Kitchen & Events while you were reading. Please look again.`,
      data: { revision: 2 },
    });
    expect(await invoices()).toEqual([]);
    const page = await (await fetch(`${app.url}/quote/${quote.publicId}`)).text();
    expect(page).toContain('This replaces the earlier one');
    await accept(app, quote.publicId);
    expect((await detail(quote.id)).acceptance).toMatchObject({ revision: 2 });
    const late = owner.call(api.quotes.update, { ...at(quote.id), body: sampleQuote() });
    expect(await refusalOf(late)).toMatchObject({ status: 409, code: 'quote_closed' });
  });

  test('stays with its customer, and a change made elsewhere meanwhile is not written over', async () => {
    const quote = await sentQuote(owner);
    const change = (more: object) =>
      owner.call(api.quotes.update, { ...at(quote.id), body: sampleQuote({ ...more }) });
    expect(await refusalOf(change({ clientEmail: 'other@example.test' }))).toMatchObject({
      status: 422,
      errors: [{ path: 'customerId' }],
    });
    expect(await refusalOf(change({}))).toMatchObject({ status: 409, code: 'conflict' });
    expect((await change({ onAcceptance: 'ask' })).data).toMatchObject({ revision: 1, onAcceptance: 'ask' });
    expect(await refusalOf(change({ title: 'New', changedAt: quote.changedAt }))).toMatchObject({
      status: 409,
      code: 'quote_changed',
    });
  });
});

describe('an answer', () => {
  test('is refused after the last day, until it is extended', async () => {
    const own = await testApp();
    try {
      const boss = await newOwner(own);
      const quote = await sentQuote(boss, { validDays: 1 });
      own.advance(3 * DAY_MS);
      const refused = await refusalOf(accept(own, quote.publicId));
      expect(refused).toMatchObject({ status: 409, code: 'quote_closed' });
      expect(refused.message).toMatch(
        /^This quote ended on .+\. Ask Okafor Kitchen & Events to extend it\.$/,
      );
      const page = await (await fetch(`${own.url}/quote/${quote.publicId}`)).text();
      expect(page).toContain('to extend it.');
      expect(page).not.toContain('/accept"');
      const now = dateIn(own.config.clock());
      const extend = (validUntil: string) =>
        boss.call(api.quotes.extend, { ...at(quote.id), body: { validUntil } });
      for (const day of [addDays(now, -1), addDays(now, 400)])
        expect(await refusalOf(extend(day))).toMatchObject({ status: 422, errors: [{ path: 'validUntil' }] });
      expect((await extend(now)).data).toMatchObject({ status: 'sent', validUntil: now });
      await accept(own, quote.publicId);
      expect((await boss.call(api.quotes.detail, at(quote.id))).data.status).toBe('accepted');
    } finally {
      await own.close();
    }
  });

  test('is refused after it was withdrawn or declined', async () => {
    const [withdrawn, declined] = [await sentQuote(owner), await sentQuote(owner)];
    await owner.call(api.quotes.withdraw, at(withdrawn.id));
    await customerOf(app)(api.quotes.decline, {
      params: { publicId: declined.publicId },
      body: { reason: 'Too dear' },
    });
    for (const { publicId } of [withdrawn, declined])
      expect(await refusalOf(accept(app, publicId))).toMatchObject({ status: 409, code: 'quote_closed' });
    const { status, events } = await detail(declined.id);
    expect({ status, last: events[0] }).toMatchObject({
      status: 'declined',
      last: { kind: 'declined', note: 'Too dear' },
    });
    const { text } = await mailAbout(owner.email, `declined ${declined.number}`);
    expect(text).toContain('Too dear');
    expect(await refusalOf(owner.call(api.quotes.withdraw, at(declined.id)))).toMatchObject({
      code: 'quote_closed',
    });
    const { data: copy } = await owner.call(api.quotes.copy, at(declined.id));
    expect(copy).toMatchObject({ status: 'draft', number: null, totalAmount: declined.totalAmount });
  });

  test('is not taken back, and nobody asks about what is over', async () => {
    const accepted = await sentQuote(owner, { onAcceptance: 'ask' });
    const withdrawn = await sentQuote(owner);
    await accept(app, accepted.publicId);
    await owner.call(api.quotes.withdraw, at(withdrawn.id));
    const closed = { status: 409, code: 'quote_closed' };
    const decline = (publicId: string) =>
      customerOf(app)(api.quotes.decline, { params: { publicId }, body: {} });
    for (const { publicId } of [accepted, withdrawn])
      expect(await refusalOf(decline(publicId))).toMatchObject(closed);
    const ask = (publicId: string) =>
      customerOf(app)(api.quotes.question, {
        params: { publicId },
        body: { question: 'Is delivery in it?' },
      });
    expect(await refusalOf(ask(withdrawn.publicId))).toMatchObject(closed);
    await ask(accepted.publicId);
    expect((await detail(accepted.id)).status).toBe('accepted');
  });

  test('that is declined is not brought by an email that waits any more', async () => {
    const { id, number } = await sentQuote(owner, { clientEmail: 'slow@okafor.test' });
    await mailAbout('slow@okafor.test', `Quote ${number}`);
    const { businessId } = owner;
    const waiting = await app.scope().transactFor(businessId, async (ctx) => {
      const ofQuote = sql<boolean>`business_id = ${businessId} and key like ${`quote:${id}:%`}`;
      await sql`update messages set state = 'queued' where ${ofQuote}`.execute(ctx.tx);
      await declineQuote(ctx, { businessId, id }, '');
      return (await sql`select key from messages where ${ofQuote}`.execute(ctx.tx)).rows;
    });
    expect(waiting).toEqual([]);
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['one letter', { name: 'A' }, 'name'],
    ['too long a name', { name: 'a'.repeat(121) }, 'name'],
    ['a name of control characters', { name: 'Chief\u0007\u0000' }, 'name'],
    ['a name that turns the writing', { name: 'Chief \u202eOkafor' }, 'name'],
    ['nobody who may', { mayAccept: false }, 'mayAccept'],
    ['a long order number', { orderNumber: '1'.repeat(61) }, 'orderNumber'],
    ['no hash', { revisionHash: 'abc' }, 'revisionHash'],
  ])('with %s is refused', async (_, bad, path) => {
    const quote = await sentQuote(owner);
    const body = { name: 'Chief Okafor', mayAccept: true, revisionHash: '0'.repeat(64), ...bad };
    const response = await fetch(`${app.url}/api/quote/${quote.publicId}/accept`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const refusal = (await response.json()) as { errors: { path: string }[] };
    expect({ status: response.status, paths: refusal.errors.map((error) => error.path) }).toEqual({
      status: 422,
      paths: [path],
    });
    expect((await detail(quote.id)).status).toBe('sent');
  });

  test('may be a question, five a day, which the owner gets', async () => {
    const quote = await sentQuote(owner);
    const ask = async (question: string) =>
      (
        await fetch(`${app.url}/api/quote/${quote.publicId}/question`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ question }),
        })
      ).status;
    expect(await ask('x'.repeat(1001))).toBe(422);
    for (const count of [1, 2, 3, 4, 5]) expect(await ask(`Is delivery in it? ${count}`)).toBe(200);
    expect(await ask('Once more')).toBe(429);
    const { text } = await mailAbout(owner.email, `has a question about ${quote.number}`);
    expect(text).toContain('Is delivery in it?');
    expect((await detail(quote.id)).events.filter(({ kind }) => kind === 'question')).toHaveLength(5);
  });
});

const plain = {
  clientEmail: 'bello@example.test',
  items: [{ description: 'Roofing', quantity: 2, rate: 100.5 }],
};

test.each([
  ['no valid day', { validDays: 0 }],
  ['too many days', { validDays: 366 }],
  ['half a day', { validDays: 1.5 }],
  ['a discount above the sum', { discount: 202 }],
  ['no item', { items: [] }],
  ['a sum that is not that of its items', { amount: 1 }],
])('a quote with %s is refused', async (_, bad) => {
  const response = await fetch(`${app.url}/api/ngn/quotes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${owner.token}` },
    body: JSON.stringify({ ...plain, ...bad }),
  });
  expect(response.status).toBe(422);
});

test('an invoice is not made of a draft, a declined or a withdrawn quote', async () => {
  const { data: draft } = await owner.call(api.quotes.create, { params, body: sampleQuote() });
  const toInvoice = (id: string) => owner.call(api.quotes.toInvoice, at(id));
  expect(await refusalOf(toInvoice(draft.id))).toMatchObject({ status: 409 });
  await owner.call(api.quotes.withdraw, at(draft.id));
  expect(await refusalOf(toInvoice(draft.id))).toMatchObject({ status: 409, code: 'quote_closed' });
  expect(await invoices()).toEqual([]);
});

test('quotes are found by number, name and status', async () => {
  const first = await sentQuote(owner, { title: 'Roof of the school' });
  await sentQuote(owner, { clientName: 'Mama Chidi', clientEmail: 'chidi@example.test' });
  await owner.call(api.quotes.withdraw, at(first.id));
  const list = async (query: object) =>
    (await owner.call(api.quotes.list, { params, query })).data.map(({ number }) => number);
  expect(await list({})).toEqual(['QUO-0002', 'QUO-0001']);
  expect(await list({ search: 'quo-0001' })).toEqual(['QUO-0001']);
  expect(await list({ search: 'chidi' })).toEqual(['QUO-0002']);
  expect(await list({ search: 'roof' })).toEqual(['QUO-0001']);
  expect(await list({ status: 'withdrawn' })).toEqual(['QUO-0001']);
  expect(await list({ status: 'sent' })).toEqual(['QUO-0002']);
});

test('a merged customer keeps the quotes of both', async () => {
  const one = await sentQuote(owner, { clientEmail: 'one@example.test' });
  const other = await sentQuote(owner, { clientEmail: 'other@example.test' });
  await owner.call(api.customers.merge, {
    params: { ...params, id: one.customerId },
    body: { customerId: other.customerId },
  });
  await accept(app, other.publicId);
  const { invoiceId, customerId } = await detail(other.id);
  expect(customerId).toBe(one.customerId);
  expect((await invoiceOf(invoiceId ?? '')).customerId).toBe(one.customerId);
});

// `fetch` says of itself that it does not navigate.
const opened = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'Sec-Fetch-Mode': 'navigate' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(Buffer.concat(parts).toString()));
    });
    request.on('error', reject);
  });

test('the forms of the page work without a script', async () => {
  const quote = await sentQuote(owner, { onAcceptance: 'draft' });
  const page = `${app.url}/quote/${quote.publicId}`;
  const post = (kind: string, fields: Record<string, string>) =>
    fetch(`${page}/${kind}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  await fetch(page);
  expect((await detail(quote.id)).status).toBe('sent');
  const seen = await opened(page);
  expect((await detail(quote.id)).status).toBe('viewed');
  expect(seen).not.toMatch(/<script(?![^>]* src=)/);
  const revisionHash = /name="revisionHash" value="([\da-f]{64})"/.exec(seen)?.[1] ?? '';
  const unticked = await post('accept', { name: 'Chief <b>', revisionHash });
  expect(unticked.status).toBe(422);
  expect(await unticked.text()).toContain('value="Chief &lt;b&gt;"');
  const stale = await post('accept', { name: 'Chief', mayAccept: 'yes', revisionHash: '0'.repeat(64) });
  expect(stale.status).toBe(409);
  const changed = await stale.text();
  expect(changed).toContain('Please look again');
  expect(changed).not.toContain(' checked');
  expect((await post('question', { question: 'Colour?' })).headers.get('Location')).toMatch(/\?asked$/);
  const done = await post('accept', { name: 'Chief', mayAccept: 'yes', orderNumber: '', revisionHash });
  expect({ status: done.status, to: done.headers.get('Location') }).toEqual({
    status: 303,
    to: `/quote/${quote.publicId}`,
  });
  expect(await (await fetch(page)).text()).toContain('Chief accepted'.replace('Chief', '<bdi>Chief</bdi>'));
  expect(await invoices()).toHaveLength(1);
});

test('its link is worth nothing while it is a draft', async () => {
  const { data: draft } = await owner.call(api.quotes.create, { params, body: sampleQuote() });
  const { public_id: publicId } = await app.store.db
    .selectFrom('quotes')
    .select('public_id')
    .where('id', '=', draft.id)
    .executeTakeFirstOrThrow();
  expect((await fetch(`${app.url}/quote/${publicId}`)).status).toBe(404);
  expect((await fetch(`${app.url}/api/quote/${publicId}`)).status).toBe(404);
});
