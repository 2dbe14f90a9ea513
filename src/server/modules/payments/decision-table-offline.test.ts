import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { payFor, sentInvoice } from '#server/pages/receipt/testing.ts';
import { csvFile } from '../../../../tests/bank-statements/layouts.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  documentOwner,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';

// The offline column of the decision table: what is recorded by hand × state of the invoice. None of it moves the balance.
const states = [
  'pending',
  'sent',
  'due',
  'overdue',
  'part_paid',
  'paid',
  'typed',
  'credited',
  'written_off',
  'deleted',
] as const;
type State = (typeof states)[number];

const params = { currency: 'NGN' } as const;
const TOTAL = minor(1000_00);
const PART = minor(300_00);
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
// Closing runs the ledger checks.
afterAll(() => app.close());

const today = () => dateIn(app.config.clock());
const at = (id: string) => ({ ...params, id });

/** The sum an invoice in each state takes; null where none can be recorded. */
const takes: Record<State, number | null> = {
  pending: TOTAL,
  sent: TOTAL,
  due: TOTAL,
  overdue: TOTAL,
  part_paid: TOTAL - PART,
  paid: 0,
  typed: 0,
  credited: 0,
  written_off: TOTAL,
  deleted: null,
};

async function invoiceIn(state: State): Promise<string> {
  if (state === 'pending') return draft();
  const invoice = await sentInvoice(app, owner);
  const { id } = invoice;
  const dueDays = state === 'due' ? 0 : state === 'overdue' ? -3 : null;
  if (dueDays !== null)
    await app.system.db
      .updateTable('invoices')
      .set({ due_date: addDays(today(), dueDays) })
      .where('id', '=', id)
      .execute();
  if (state === 'paid') await payFor(app, fake, invoice, TOTAL);
  if (state === 'part_paid') await payFor(app, fake, invoice, PART);
  if (state === 'typed') await record(id, TOTAL);
  if (state === 'credited') await owner.call(api.creditNotes.correct, { params: at(id), body: {} });
  if (state === 'written_off')
    await owner.call(api.writeOffs.writeOff, { params: at(id), body: { amount: TOTAL, reason: 'Gone' } });
  if (state === 'deleted') await owner.call(api.invoices.remove, { params, body: { invoiceId: id } });
  return id;
}

async function draft(): Promise<string> {
  const items = [{ description: 'Tray', quantity: 1_000_000, rate: TOTAL }];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ taxRate: 0, items }),
  });
  return data.id;
}

type More = { keepRestAsCredit?: boolean; confirmDuplicate?: boolean };
const record = (id: string, amount: number, more: More = { confirmDuplicate: true }) =>
  owner.call(api.offlinePayments.record, {
    params: at(id),
    body: { amount: minor(amount), day: today(), method: 'cash', ...more },
  });
const keep = { keepRestAsCredit: true, confirmDuplicate: true };

/** `done`, or the code of the refusal. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => refusalOf(Promise.reject(error)).then(({ code }) => code),
  );

const rowOf = (id: string) =>
  app.system.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The sums of an invoice, and of the balance of its business. */
async function stateOf(id: string) {
  const { paid_minor, credited_minor, written_off_minor, balance_minor } = await rowOf(id);
  const { data } = await owner.call(api.withdrawals.balance, { params });
  return { paid_minor, credited_minor, written_off_minor, balance_minor, wallet: data.available };
}

type Cell = Awaited<ReturnType<typeof stateOf>>;
/** The same after so much more was paid: what was written off comes back first. */
const paidMore = (before: Cell, amount: number): Cell => {
  const recovered = Math.min(amount, before.written_off_minor);
  return {
    ...before,
    paid_minor: minor(before.paid_minor + amount),
    written_off_minor: minor(before.written_off_minor - recovered),
    balance_minor: minor(before.balance_minor - amount + recovered),
  };
};

describe.each(states)('for a %s invoice', (state) => {
  const most = takes[state];
  const refusedAs = most === null ? 'conflict' : 'invalid_input';

  test.each([
    ['the exact amount', most || TOTAL],
    ['a part', 10_000],
    ['more', (most || TOTAL) + 25_000],
  ])('%s settles what is owed; the rest only where it is kept as credit', async (_, amount) => {
    const id = await invoiceIn(state);
    const before = await stateOf(id);
    const fits = most !== null && amount <= most;
    expect(await outcome(record(id, amount))).toBe(fits ? 'done' : refusedAs);
    const taken = Math.min(amount, most ?? 0);
    if (!fits) {
      expect(await stateOf(id)).toEqual(before);
      expect(await outcome(record(id, amount, keep))).toBe(most === null ? 'conflict' : 'done');
    }
    expect(await stateOf(id)).toEqual(paidMore(before, taken));
  });

  test('the same again is asked about first', async () => {
    const id = await invoiceIn(state);
    const first = await outcome(record(id, PART, keep));
    const before = await stateOf(id);
    const again = await outcome(record(id, PART, { keepRestAsCredit: true }));
    expect([first, again]).toEqual(most === null ? ['conflict', 'conflict'] : ['done', 'possible_duplicate']);
    expect(await stateOf(id)).toEqual(before);
  });

  test('what was taken back or given back is owed again', async () => {
    const id = await invoiceIn(state);
    if (most === null) return;
    const before = await stateOf(id);
    const taken = Math.min(PART, most);
    const after = { ...paidMore(before, taken), paid_minor: before.paid_minor };
    after.balance_minor = minor(after.balance_minor + taken);
    const undone = (await record(id, PART, keep)).data.id;
    await owner.call(api.offlinePayments.undo, { params: at(undone), body: {} });
    expect(await stateOf(id)).toEqual(after);
    const given = (await record(id, PART, keep)).data.id;
    const body = { amount: PART, day: today(), reason: 'Torn' };
    await owner.call(api.offlinePayments.giveBack, { params: at(given), body });
    const again = { ...paidMore(after, taken), paid_minor: before.paid_minor };
    again.balance_minor = minor(again.balance_minor + taken);
    expect(await stateOf(id)).toEqual(again);
  });

  test('an alert changes nothing until it is seen in the bank', async () => {
    const id = await invoiceIn(state);
    const before = await stateOf(id);
    const call = owner.call(api.offlinePayments.addClaim, {
      params,
      body: { invoiceId: id, amount: PART, day: today() },
    });
    const isOwed = before.balance_minor > 0 && most !== null;
    expect(await outcome(call)).toBe(isOwed ? 'done' : 'conflict');
    expect(await stateOf(id)).toEqual(before);
    if (!isOwed) return;
    const claimed = { params: at((await call).data.id), body: { confirmDuplicate: true } };
    await owner.call(api.offlinePayments.confirmClaim, claimed);
    expect(await stateOf(id)).toEqual(paidMore(before, PART));
    expect(await outcome(owner.call(api.offlinePayments.confirmClaim, claimed))).toBe('conflict');
  });

  test('a line of the bank is known by the statement, and moves the balance no more', async () => {
    const id = await invoiceIn(state);
    const before = await stateOf(id);
    const line = await bankLine(id);
    const match = { lineId: line.id, allocations: [{ invoiceId: id, amount: PART }], ...keep };
    const recorded = () =>
      owner.call(api.bankStatements.record, { params: at(line.statementId), body: { matches: [match] } });
    expect(await outcome(recorded())).toBe(most === null ? 'conflict' : 'done');
    expect(await stateOf(id)).toEqual(paidMore(before, Math.min(PART, most ?? 0)));
    expect(await outcome(recorded())).toBe('conflict');
  });
});

async function bankLine(word: string): Promise<{ id: string; statementId: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ bankName: 'GTBank', last4: '0123' })) form.set(name, value);
  const rows = [
    ['Date', 'Narration', 'Credit', 'Debit'],
    [today(), `TRF ${word}`, '300.00', ''],
  ];
  form.set('file', new File([csvFile(rows)], 'statement.csv'));
  const answer = await fetch(`${app.url}/api/ngn/bank-statements`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  const { data } = (await answer.json()) as { data: { statement: { id: string } } };
  const { id } = await app.system.db
    .selectFrom('statement_lines')
    .select('id')
    .where('import_id', '=', data.statement.id)
    .executeTakeFirstOrThrow();
  return { id, statementId: data.statement.id };
}
