import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { textOf } from '#server/pages/receipt/testing.ts';
import { major, newOwner, type Owner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';
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

const schedule = [
  { label: 'Deposit', percent: 6000, due: { on: 'acceptance' as const } },
  { label: 'Rest', rest: true, due: { on: 'ask' as const } },
];
const at = (id: string) => ({ params: { ...params, id } });
const today = () => dateIn(app.config.clock());
const detail = async (id: string) => (await owner.call(api.quotes.detail, at(id))).data;
const invoiceOf = async (id: string | null) => (await owner.call(api.invoices.detail, at(id ?? ''))).data;
const pageAt = async (path: string) => (await fetch(`${app.url}${path}`)).text();
const post = (path: string, body: Record<string, string>) =>
  fetch(`${app.url}${path}`, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
const hashOf = async (publicId: string) =>
  (await customerOf(app)(api.quotes.publicRead, { params: { publicId } })).data.revisionHash;
/** Two trays, fifty small chops and tax. */
const TOTAL = major(129_000);
const DEPOSIT = major(77_400);

describe('a quote with a deposit', () => {
  test('says its parts on its page, and the deposit is asked for at once when it is accepted', async () => {
    const quote = await sentQuote(owner, { schedule, onAcceptance: undefined });
    expect(quote).toMatchObject({ onAcceptance: 'send', totalAmount: TOTAL });
    expect(quote.schedule.map(({ sum }) => sum)).toEqual([DEPOSIT, TOTAL - DEPOSIT]);
    const page = textOf(await pageAt(`/quote/${quote.publicId}`));
    expect(page).toContain('Deposit On acceptance ₦77,400.00');
    expect(page).toContain('Rest When asked ₦51,600.00');
    await accept(app, quote.publicId);
    const { invoiceId } = await detail(quote.id);
    const invoice = await invoiceOf(invoiceId);
    expect(invoice).toMatchObject({ status: 'due', dueDate: today(), totalAmount: TOTAL });
    expect(invoice.schedule.map(({ label, sum, state }) => [label, sum, state])).toEqual([
      ['Deposit', DEPOSIT, 'open'],
      ['Rest', TOTAL - DEPOSIT, 'later'],
    ]);
    const after = await pageAt(`/quote/${quote.publicId}`);
    const [, payPath = ''] = /href="(\/pay\/[^"]+)"/.exec(after) ?? [];
    expect(textOf(after)).toContain('Pay ₦77,400.00');
    const pay = textOf(await pageAt(payPath));
    expect(pay).toContain('Pay ₦77,400.00 now (Deposit)');
    expect(pay).toContain('Pay everything: ₦129,000.00');
  });

  test('names another revision when only its schedule changes, and a schedule that is not mentioned stays', async () => {
    const quote = await sentQuote(owner, { schedule });
    const before = await hashOf(quote.publicId);
    const half = [{ ...schedule[0], label: 'Half', percent: 5000 }, schedule[1]];
    await owner.call(api.quotes.update, { ...at(quote.id), body: sampleQuote({ schedule: half }) as never });
    expect(await hashOf(quote.publicId)).not.toBe(before);
    const stale = await refusalOf(accept(app, quote.publicId, { revisionHash: before }));
    expect(stale.code).toBe('quote_changed');
    await owner.call(api.quotes.update, {
      ...at(quote.id),
      body: sampleQuote({ notes: 'Bring chairs' }) as never,
    });
    expect((await detail(quote.id)).schedule[0]).toMatchObject({ label: 'Half', sum: TOTAL / 2 });
  });

  test('is refused where its parts do not add up, and keeps its parts in a copy', async () => {
    const big = [{ ...schedule[0], percent: undefined, amount: TOTAL }, schedule[1]];
    const refusal = await refusalOf(
      owner.call(api.quotes.create, { params, body: sampleQuote({ schedule: big }) as never }),
    );
    expect(refusal).toMatchObject({ status: 422, errors: [{ path: 'schedule' }] });
    const quote = await sentQuote(owner, { schedule });
    const { data } = await owner.call(api.quotes.copy, at(quote.id));
    expect(data.schedule).toEqual(quote.schedule);
  });

  test('accepted after its fixed day, asks for the deposit on the day of the acceptance', async () => {
    const fixed = [{ ...schedule[0], due: { day: addDays(today(), 1) } }, schedule[1]];
    const quote = await sentQuote(owner, { schedule: fixed, onAcceptance: 'draft' });
    app.advance(3 * DAY_MS);
    await accept(app, quote.publicId);
    const { invoiceId } = await detail(quote.id);
    expect(await invoiceOf(invoiceId)).toMatchObject({ dueDate: today(), status: 'pending' });
  });
});

describe('a proforma', () => {
  test('is accepted by paying it, once, whatever its owner chose for an acceptance', async () => {
    const quote = await sentQuote(owner, { kind: 'proforma', onAcceptance: 'ask' });
    const path = `/quote/${quote.publicId}`;
    expect(textOf(await pageAt(path))).toMatch(
      /Pay ₦129,000\.00 *When you press this, you accept it\. Next, you pay its invoice\./,
    );
    const revisionHash = await hashOf(quote.publicId);
    const [first, second] = await Promise.all([1, 2].map(() => post(`${path}/pay`, { revisionHash })));
    expect(first?.status).toBe(303);
    const [target, again] = [first, second].map((answer) => answer?.headers.get('location'));
    expect(target).toMatch(/^\/pay\//);
    expect(again).toBe(target);
    expect(textOf(await pageAt(target ?? ''))).toContain('Pay ₦129,000.00 to');
    const { acceptance, invoiceId, events } = await detail(quote.id);
    expect(acceptance).toMatchObject({ byPayment: true, name: 'Mrs Bello' });
    expect(events.find(({ kind }) => kind === 'accepted')?.note).toBe('Mrs Bello, who went on to pay');
    expect(await invoiceOf(invoiceId)).toMatchObject({ totalAmount: TOTAL, sentAt: expect.any(Date) });
    const { data } = await owner.call(api.invoices.list, { params });
    expect(data).toHaveLength(1);
  });

  test('of a customer without an address leads to its pay page too', async () => {
    const nobody = { clientEmail: '', clientPhone: '+2348030000001', clientName: 'Mama Chidi' };
    const quote = await sentQuote(owner, { kind: 'proforma', schedule, ...nobody });
    const call = customerOf(app);
    const body = { revisionHash: await hashOf(quote.publicId) };
    const { data } = await call(api.quotes.pay, { params: { publicId: quote.publicId }, body });
    expect(textOf(await pageAt(new URL(data.payUrl).pathname))).toContain('Pay ₦77,400.00 now (Deposit)');
  });

  test('that changed, ended or is a quote is not paid', async () => {
    const quote = await sentQuote(owner, { kind: 'quote' });
    const revisionHash = await hashOf(quote.publicId);
    expect((await post(`/quote/${quote.publicId}/pay`, { revisionHash })).status).toBe(409);
    expect(textOf(await pageAt(`/quote/${quote.publicId}`))).not.toContain('Next, you pay its invoice');
    const proforma = await sentQuote(owner, { kind: 'proforma' });
    const other = await post(`/quote/${proforma.publicId}/pay`, { revisionHash: 'a'.repeat(64) });
    expect(other.status).toBe(409);
    await owner.call(api.quotes.withdraw, at(proforma.id));
    const hash = await hashOf(proforma.publicId);
    expect((await post(`/quote/${proforma.publicId}/pay`, { revisionHash: hash })).status).toBe(409);
    expect((await owner.call(api.invoices.list, { params })).data).toEqual([]);
  });
});
