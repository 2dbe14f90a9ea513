import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor, ZERO } from '#core/money.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  documentOwner,
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, setPin } from '../../../../tests/money.ts';
import { csv, type Desk, deskOf } from './testing.ts';

const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;
let desk: Desk;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(async () => {
  expect((await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
  desk = deskOf(app, owner);
});

const params = { currency: 'NGN' } as const;
const TOTAL = 1000_00;
const day = (back: number) => addDays(dateIn(app.config.clock()), -back);
const company = { clientName: 'Zaria Mills Ltd', clientEmail: 'pay@zaria.test' };
const setTaxId = () =>
  app.system.db
    .updateTable('business_profiles')
    .set({ tin: '1234567890' })
    .where('business_id', '=', owner.businessId)
    .execute();
const detailOf = async (id: string) =>
  (await owner.call(api.invoices.detail, { params: { ...params, id } })).data;

/** Keeps a statement of one line and gives both. */
async function keepLine(amount: number, narration: string, back = 1) {
  const { statement } = await desk.keep(csv([{ day: day(back), amount, narration }]));
  const [line] = await desk.linesOf(statement.id);
  if (!line) throw new Error('no line');
  return { id: statement.id, line };
}
const recordAll = (
  { id, line }: Awaited<ReturnType<typeof keepLine>>,
  invoiceId: string,
  more: object = {},
) => desk.record(id, [{ lineId: line.id, allocations: [{ invoiceId, amount: line.amount }], ...more }]);

async function claim(invoiceId: string, amount: number) {
  const body = { invoiceId, amount: minor(amount), day: day(2) };
  return (await owner.call(api.offlinePayments.addClaim, { params, body })).data;
}
const openClaims = async () => {
  const { data } = await owner.call(api.offlinePayments.claims, { params, query: { state: 'open' } });
  return data.map(({ id }) => id);
};

test('money its bank took back out is no payment; the same sum that came again is', async () => {
  const { id } = await sentInvoice(app, owner, company);
  const narration = 'TRF FROM ZARIA MILLS';
  const movements = [
    { day: day(4), amount: TOTAL, narration },
    { day: day(3), amount: -TOTAL, narration: `RVSL ${narration}` },
    { day: day(2), amount: -TOTAL, narration: 'CLOTH FOR THE SHOP' },
    { day: day(1), amount: TOTAL, narration: `${narration} AGAIN` },
  ];
  const { statement } = await desk.keep(csv(movements));
  expect(await desk.linesOf(statement.id, 'open')).toMatchObject([
    { returned: day(3), suggestions: [] },
    { returned: null, suggestions: [{ certainty: 'likely', shares: [{ invoiceId: id }] }] },
  ]);
});

test('an alert is found in the statement and confirmed with its line, once', async () => {
  const invoice = await sentInvoice(app, owner, company);
  const [first, second] = [await claim(invoice.id, 400_00), await claim(invoice.id, 400_00)];
  const kept = await keepLine(400_00, 'MOBILE TRF');
  expect(kept.line.suggestions[0]).toMatchObject({
    certainty: 'likely',
    reason: 'claim_and_amount',
    shares: [{ invoiceId: invoice.id, amount: 400_00 }],
  });
  await recordAll(kept, invoice.id);
  expect(await openClaims()).toEqual([second.id]);
  const confirm = owner.call(api.offlinePayments.confirmClaim, {
    params: { ...params, id: first.id },
    body: {},
  });
  expect(await refusalOf(confirm)).toMatchObject({ status: 409 });
  const [recorded] = await desk.linesOf(kept.id, 'recorded');
  const at = { params: { ...params, id: recorded?.payment?.id ?? '' }, body: {} };
  await owner.call(api.offlinePayments.undo, at);
  expect((await openClaims()).toSorted()).toEqual([first.id, second.id].toSorted());
});

test('an alert is confirmed by any way its money is recorded', async () => {
  const [named, typed, seen] = [
    await sentInvoice(app, owner, company),
    await sentInvoice(app, owner, company),
    await sentInvoice(app, owner, company),
  ];
  await claim(named.id, TOTAL);
  await recordAll(await keepLine(TOTAL, `NIP ${named.number}`), named.id);
  expect(await openClaims()).toEqual([]);
  await claim(typed.id, TOTAL);
  const cash = { amount: minor(500_00), day: day(1), method: 'cash' } as const;
  await owner.call(api.offlinePayments.record, { params: { ...params, id: typed.id }, body: cash });
  expect(await openClaims()).toHaveLength(1);
  const pos = { amount: minor(TOTAL), day: day(1), method: 'pos' } as const;
  const { data } = await owner.call(api.offlinePayments.record, {
    params: { ...params, id: seen.id },
    body: pos,
  });
  const other = await sentInvoice(app, owner, company);
  const bank = { amount: minor(300_00), day: day(1), method: 'bank_transfer', seen: 'bank' } as const;
  await claim(other.id, 300_00);
  await owner.call(api.offlinePayments.record, { params: { ...params, id: other.id }, body: bank });
  expect(await openClaims()).toHaveLength(1);
  expect(data.evidence).toBe('hand');
});

test('the net of declared tax is what is owed: certain by its number, and settled with the tax', async () => {
  await setTaxId();
  const invoice = await sentInvoice(app, owner, company);
  const at = { params: { ...params, id: invoice.id } };
  await owner.call(api.withholding.declare, { ...at, body: { kind: 'professional' } });
  const { data } = await owner.call(api.invoices.list, { params, query: { status: 'unpaid' } });
  const listed = data.find(({ id }) => id === invoice.id);
  expect(listed?.settledBy).toEqual({ outstanding: 1000_00, asked: 950_00, early: null });
  const kept = await keepLine(950_00, `NIP ZARIA ${invoice.number}`);
  expect(kept.line.suggestions[0]).toMatchObject({
    certainty: 'certain',
    reason: 'number_and_amount',
    shares: [{ amount: 950_00, outstanding: 950_00 }],
    withheld: 50_00,
    withheldFor: null,
  });
  await recordAll(kept, invoice.id);
  expect(await detailOf(invoice.id)).toMatchObject({
    withheld: 50_00,
    balance: 0,
    withholding: { state: 'pending' },
  });
});

test.each([
  { hasTaxId: true, short: 500_00, kind: 'professional' },
  { hasTaxId: true, short: 200_00, kind: 'services' },
  { hasTaxId: false, short: 400_00, kind: 'services' },
  { hasTaxId: true, short: 400_00, kind: 'services' },
  { hasTaxId: false, short: 2_000_00, kind: 'rent' },
])('undeclared tax of $short is suggested with its purpose, from the base without VAT', async (tax) => {
  if (tax.hasTaxId) await setTaxId();
  // ₦21,500 with VAT is ₦20,000; half of it is credited.
  const items = [{ description: 'Advice', quantity: 1_000_000, rate: minor(21_500_00) }];
  const invoice = await sentInvoice(app, owner, {
    ...company,
    items,
    taxRate: 750,
    pricesIncludeTax: true,
    discount: ZERO,
  });
  await owner.call(api.creditNotes.issue, {
    params: { ...params, id: invoice.id },
    body: { lines: [{ item: 0, amount: minor(10_750_00) }], reason: 'price' },
  });
  const kept = await keepLine(10_750_00 - tax.short, `NIP ${invoice.number}`);
  expect(kept.line.suggestions[0]).toMatchObject({
    certainty: 'likely',
    reason: 'name_and_withholding',
    withheld: tax.short,
    withheldFor: tax.kind,
  });
  await recordAll(kept, invoice.id, { withheld: tax.kind });
  expect(await detailOf(invoice.id)).toMatchObject({ withheld: tax.short, balance: 0, status: 'paid' });
});

test.each([
  { came: 980_00, back: 2, certainty: 'certain', owed: 980_00, left: 0, off: 20_00 },
  { came: TOTAL, back: 2, certainty: 'possible', owed: 980_00, left: 0, off: 20_00 },
  { came: 980_00, back: 1, certainty: 'possible', owed: TOTAL, left: 20_00, off: 0 },
  { came: TOTAL, back: 1, certainty: 'certain', owed: TOTAL, left: 0, off: 0 },
])('of a discount until 2 days ago, $came of $back days ago is told as it is booked', async (money) => {
  const { id, number } = await sentInvoice(app, owner, {
    ...company,
    earlyPayment: { percent: 200, until: day(0) },
  });
  await app.system.db
    .updateTable('invoices')
    .set({ early_until: day(2) })
    .where('id', '=', id)
    .execute();
  const kept = await keepLine(money.came, `NIP ${number}`, money.back);
  const [first] = kept.line.suggestions;
  expect(first).toMatchObject({ certainty: money.certainty, withheld: null });
  expect(first?.shares).toMatchObject([
    { amount: Math.min(money.came, money.owed), outstanding: money.owed },
  ]);
  await recordAll(kept, id, { keepRestAsCredit: true });
  expect(await detailOf(id)).toMatchObject({ balance: money.left, credited: money.off });
});

test('an invoice is certain once, in whichever statement', async () => {
  const invoice = await sentInvoice(app, owner);
  const first = await keepLine(TOTAL, `NIP ${invoice.number}`, 3);
  expect(first.line.suggestions[0]?.certainty).toBe('certain');
  const second = await keepLine(TOTAL, `NIP ${invoice.number} AGAIN`, 1);
  expect(second.line.suggestions[0]?.certainty).toBe('possible');
});

test('payer and words of a line are found, in the statement and on its payment', async () => {
  const invoice = await sentInvoice(app, owner);
  const { statement } = await desk.keep(
    csv([
      { day: day(2), amount: TOTAL, narration: 'NIP/100%_SURE', payer: 'OKONKWO' },
      { day: day(1), amount: 7_00, narration: 'CASH LODGEMENT' },
    ]),
  );
  expect(await desk.linesOf(statement.id, 'open', ' okonkwo ')).toHaveLength(1);
  expect(await desk.linesOf(statement.id, 'open', '100%_s')).toHaveLength(1);
  expect(await desk.linesOf(statement.id, 'open', '1000')).toEqual([]);
  const [line] = await desk.linesOf(statement.id, 'open', 'okonkwo');
  if (!line) throw new Error('no line');
  await recordAll({ id: statement.id, line }, invoice.id);
  const { data } = await owner.call(api.payments.list, { params, query: { search: 'Okonkwo' } });
  expect(data.transactions).toHaveLength(1);
});

test('a withdrawal is known by the words it was sent with, and other money of its sender is warned of', async () => {
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(90_000_00));
  const withdraw = async (amount: number, description?: string) => {
    const body = ownAccountPayout(minor(amount), description ? { description } : {});
    await owner.call(api.withdrawals.create, { params, body }, { idempotencyKey: `key-${amount}-statement` });
  };
  await withdraw(1_000_00);
  await withdraw(2_000_00, 'Market money');
  await eventually(async () => {
    const { data } = await owner.call(api.withdrawals.list, { params, query: {} });
    return data.withdrawals.length === 2 && data.withdrawals.every(({ status }) => status === 'completed');
  });
  const { statement } = await desk.keep(
    csv([
      { day: day(0), amount: 1_000_00, narration: 'NIP DUEWELL WITHDRAWAL' },
      { day: day(0), amount: 2_000_00, narration: 'TRF/MARKET MONEY/NIP' },
      { day: day(0), amount: 3_000_00, narration: 'NIP DUEWELL WITHDRAWAL' },
      { day: day(0), amount: 2_000_00, narration: 'TRF FROM MARKET WOMAN' },
    ]),
  );
  const settled = await desk.linesOf(statement.id, 'settlement');
  expect(settled.map(({ amount }) => amount)).toEqual([1_000_00, 2_000_00]);
  const open = await desk.linesOf(statement.id, 'open');
  expect(open.map(({ provider }) => provider)).toEqual([fake.title, null]);
});
