import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { addDays, type CalendarDate, dateIn } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import type { Minor } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import type { ChargeState } from '#server/kernel/ports/saved-cards.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { syncReference } from '#server/modules/payments/flows/collect.ts';
import { issueDuePlans } from '#server/modules/plans/flows/issue.ts';
import { erase } from '#server/ops/privacy/requests.ts';
import { claimSend } from '#server/outbound/polling.ts';
import { createFakeProvider, paidBy, postWebhook, reported } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  major,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { portalCookie } from '#server/modules/customer-portal/testing.ts';
import { textOf } from '#server/pages/receipt/testing.ts';
import { forgetToken, keepCard } from './commands/cards.ts';
import { applyChargeState, claimCharge, planCharge } from './commands/charges.ts';
import { withdrawConsent } from './commands/consents.ts';
import { sweepCharges } from './flows/charge.ts';
import { keepAgreedCards } from './flows/keep.ts';

const params = { currency: 'NGN' } as const;
const RENT = major(50_000);
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp(
    { CLOCK: '2026-03-02T05:00:00Z', SESSION_IDLE_MINUTES: '1000000', SESSION_MAX_DAYS: '1000' },
    { ports: paidBy(fake) },
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
  fake.onCharge = () => ({ told: completed, truth: completed });
  fake.down = false;
});

const completed: ChargeState = { state: 'completed', reason: null };
const refused = (failure: 'funds' | 'declined' | 'card' | 'holder') => ({
  told: { state: 'failed' as const, failure, reason: failure },
  truth: { state: 'failed' as const, failure, reason: failure },
});
const today = (): CalendarDate => dateIn(app.config.clock());
/** Moves the clock on to an hour of a day in Lagos. */
const goTo = (day: CalendarDate, hour = 8): void =>
  app.advance(
    Date.parse(`${day}T${String(hour - 1).padStart(2, '0')}:00:00Z`) - app.config.clock().getTime(),
  );
/** The next day, in the hours of every attempt. */
const charge = async (day: CalendarDate): Promise<void> => {
  for (const hour of [11, 13, 15, 19]) {
    goTo(day, hour);
    app.advance(-60_000);
    await sweepCharges(app.scope());
  }
};

let customers = 0;
const emails = new Map<string, string>();
/** Charges of the test's own business: plans of earlier tests go on. */
const sent = () => fake.chargesSent.filter(({ email }) => emails.get(email) === owner.businessId);

const planBody = (customerId: string) => ({
  customerId,
  title: 'Rent for {month}',
  items: [{ description: 'Shop 4', quantity: 1_000_000, rate: RENT }],
  taxRate: 0,
  starts: today(),
  rhythm: { weeks: 1 },
  endsAfter: 2,
  dueDays: 1,
  mode: 'charge' as const,
  cap: major(60_000),
});

async function newPlan(more: object = {}) {
  emails.set(`ngozi${customers + 1}@buyers.example`, owner.businessId);
  const { data: customer } = await owner.call(api.customers.create, {
    params,
    body: { name: `Ngozi ${++customers}`, email: `ngozi${customers}@buyers.example` },
  });
  const { data: plan } = await owner.call(api.plans.create, {
    params,
    body: { ...planBody(customer.id), ...more },
  });
  return { plan, customer };
}
const invoicesOf = async (customerId: string) =>
  (await owner.call(api.invoices.list, { params, query: { customerId } })).data;
const publicIdOf = async (invoiceId: string): Promise<string> =>
  (
    await app.system.db
      .selectFrom('invoices')
      .select('public_id')
      .where('id', '=', invoiceId)
      .executeTakeFirstOrThrow()
  ).public_id;
const payPageOf = async (invoiceId: string): Promise<string> =>
  textOf(await (await fetch(`${app.url}/pay/${await publicIdOf(invoiceId)}`)).text());
const rows = async (table: 'card_charges' | 'card_consents' | 'saved_cards', businessId = owner.businessId) =>
  app.system.db
    .selectFrom(table)
    .selectAll()
    .where('business_id', '=', businessId)
    .orderBy('created_at')
    .execute();
const charges = () =>
  app.system.db
    .selectFrom('card_charges')
    .select([
      'status',
      'attempt',
      'failure',
      'reason',
      'amount_minor',
      'next_try_at',
      'reference',
      'invoice_id',
    ])
    .where('business_id', '=', owner.businessId)
    .orderBy('created_at')
    .orderBy('attempt')
    .execute();
const planOf = async (id: string) => (await owner.call(api.plans.detail, { params: { ...params, id } })).data;
/** Letters of the test's own business, the newest first; waits for the first. */
const mailsTo = (subject: string) =>
  eventually(async () => {
    const { rows: found } = await sql<{ to_address: string; subject: string; body_text: string }>`
      select to_address, subject, body_text from kept_mails where subject like ${`%${subject}%`}
        and to_address = any(${[owner.email, ...ownAddresses()]}) order by id desc`.execute(app.system.db);
    return found.length > 0 ? found : undefined;
  });
/** The number of letters of a kind that were queued for the test's own business. */
const lettersOf = async (kind: string) =>
  (
    await app.system.db
      .selectFrom('messages')
      .select('key')
      .where('business_id', '=', owner.businessId)
      .where('kind', '=', kind)
      .execute()
  ).length;
const ownAddresses = () => [...emails].flatMap(([email, of]) => (of === owner.businessId ? [email] : []));

/** Past the product. */
const change = (made: RawBuilder<unknown>) => sql`update ${made}`.execute(app.system.db);
const payInCash = (id: string, amount: Minor) =>
  owner.call(api.offlinePayments.record, {
    params: { ...params, id },
    body: { amount, day: today(), method: 'cash' },
  });

/** A plan whose first invoice was paid with a card its payer agreed to have saved; `notice`: its provider told of it. */
async function withCard(
  more: object = {},
  { notice = false, method = 'card' }: { notice?: boolean; method?: PaymentMethod } = {},
) {
  const made = await newPlan(more);
  goTo(today());
  await issueDuePlans(app.scope());
  const [first] = await invoicesOf(made.customer.id);
  const publicId = await publicIdOf(first?.id ?? '');
  const open = createClient({ baseUrl: app.url });
  const { data } = await open(api.savedCards.agree, { params: { publicId }, body: { agrees: true } });
  const [card] = await app.system.db
    .selectFrom('saved_cards')
    .selectAll()
    .where('business_id', '=', owner.businessId)
    .where('plan_id', '=', made.plan.id)
    .execute();
  const payment = reported(card?.reference ?? '', RENT, { method });
  fake.transactions.set(payment.transactionId, payment);
  if (notice) {
    await postWebhook(app.url, payment.transactionId);
    await eventually(async () => (await planOf(made.plan.id)).card);
  } else {
    await syncReference(app.scope(), { provider: 'fake', reference: card?.reference ?? '' });
    await keepAgreedCards(app.scope());
  }
  return { ...made, publicId, wording: data.wording, cardId: card?.id ?? '', stopKey: card?.stop_key ?? '' };
}

/** A week on: the next invoice, whose card is to be charged three days later. */
async function nextInvoice(customerId: string, starts: CalendarDate) {
  goTo(addDays(starts, 7));
  await issueDuePlans(app.scope());
  const [invoice] = await invoicesOf(customerId);
  return { id: invoice?.id ?? '', dueDate: invoice?.dueDate, day: addDays(starts, 10) };
}

test('agreed to on the page of an invoice, saved with its payment, charged three days after the next one, once', async () => {
  const starts = today();
  const { plan, customer, wording, publicId } = await withCard({}, { notice: true });
  expect(wording).toBe(
    'Save this card so that Okafor Kitchen & Events can charge up to ₦60,000.00 for Rent every week. You can stop this at any time.',
  );
  expect(await rows('card_consents')).toMatchObject([
    {
      kind: 'given',
      said_by: 'customer',
      wording,
      language: 'en',
      cap_minor: 6_000_000,
      client_address: '127.0.0.1',
    },
  ]);
  const [card] = await rows('saved_cards');
  expect(card).toMatchObject({ status: 'active', last4: '4081', brand: 'visa' });
  expect(JSON.stringify(card)).not.toContain('card_t_');
  const page = await (await fetch(`${app.url}/pay/${publicId}`)).text();
  expect(page).not.toContain('save-card');
  expect((await planOf(plan.id)).card).toMatchObject({ last4: '4081', cap: 6_000_000 });
  const next = await nextInvoice(customer.id, starts);
  expect(next.dueDate).toBe(next.day);
  const [told] = await mailsTo('will charge your card');
  expect(told?.body_text).toMatch(/₦50,000\.00[\s\S]*\/card\/[\w-]{43}/);
  expect(await payPageOf(next.id)).toMatch(
    /We will charge your card •••• 4081 ₦50,000\.00 on .* Pay it before that day/,
  );
  const cookie = await portalCookie(app, owner, customer.id);
  const own = await (await fetch(`${app.url}/my`, { headers: { Cookie: cookie } })).text();
  expect(textOf(own)).toContain('We will charge your card •••• 4081 ₦50,000.00 on');
  expect(own).toMatch(/<input type="checkbox"[^>]*data-minor="5000000">/);
  await charge(addDays(next.day, -1));
  expect(sent()).toEqual([]);
  goTo(next.day, 9);
  app.advance(-60_000);
  await sweepCharges(app.scope());
  expect(sent()).toEqual([]);
  goTo(next.day, 11);
  app.advance(-60_000);
  await Promise.all([sweepCharges(app.scope()), sweepCharges(app.scope()), sweepCharges(app.scope())]);
  await charge(next.day);
  expect(sent()).toMatchObject([{ amount: RENT, email: `ngozi${customers}@buyers.example` }]);
  expect(await charges()).toMatchObject([{ status: 'completed', attempt: 1, invoice_id: next.id }]);
  const { data: paid } = await owner.call(api.invoices.detail, { params: { ...params, id: next.id } });
  expect(paid.status).toBe('paid');
  expect(await planOf(plan.id)).toMatchObject({ pastDue: false, charge: { status: 'completed' } });
});

test('above what was agreed to, without consent, stopped or replaced by a draft plan: nothing is charged', async () => {
  const starts = today();
  const above = await withCard();
  const { items, taxRate, rhythm, dueDays, title } = await planOf(above.plan.id);
  await owner.call(api.plans.update, {
    params: { ...params, id: above.plan.id },
    body: {
      customerId: above.customer.id,
      title: title ?? '',
      items: items.map((item) => ({ ...item, rate: major(70_000) })),
      taxRate: taxRate ?? 0,
      starts,
      rhythm,
      endsAfter: 2,
      dueDays,
      mode: 'charge',
      cap: major(80_000),
    },
  });
  const silent = await withCard({ starts: today() });
  await nextInvoice(above.customer.id, starts);
  const planned = (await charges()).filter(({ status }) => status === 'pending');
  expect(planned).toHaveLength(1);
  // A card without its consent, whatever is in the table.
  await app.system.db
    .updateTable('saved_cards')
    .set({ cap_minor: major(90_000) })
    .where('id', '=', silent.cardId)
    .execute();
  await charge(addDays(starts, 10));
  expect(sent()).toEqual([]);
  expect(await charges()).toMatchObject([{ status: 'dropped', reason: 'There is no consent' }]);
});

test('stopped between being planned and being charged: by the link, by the owner, by the customer’s own page', async () => {
  const starts = today();
  const { customer, stopKey, cardId, plan } = await withCard({ endsAfter: 3 });
  const next = await nextInvoice(customer.id, starts);
  const page = await (await fetch(`${app.url}/card/${stopKey}`)).text();
  expect(page).toContain('Stop charging my card');
  await fetch(`${app.url}/card/${stopKey}`, { method: 'POST', redirect: 'manual' });
  expect(await charges()).toMatchObject([{ status: 'dropped', reason: 'It was stopped before' }]);
  await charge(next.day);
  expect(sent()).toEqual([]);
  expect(
    (await rows('card_consents')).map((row) => ('kind' in row ? `${row.kind} ${row.said_by}` : '')),
  ).toEqual(['given customer', 'withdrawn customer']);
  await eventually(async () => fake.revoked.length > 0 || undefined);
  await eventually(async () => {
    const [card] = await rows('saved_cards');
    return card && 'token_sealed' in card && card.token_sealed === null ? true : undefined;
  });
  expect(await mailsTo('Your saved card is stopped')).toHaveLength(1);
  expect(await mailsTo('stopped their saved card')).toHaveLength(1);
  expect((await planOf(plan.id)).card).toBeNull();
  const stop = () => owner.call(api.savedCards.stop, { params: { ...params, id: cardId } });
  await stop();
  expect(await rows('card_consents')).toHaveLength(2);
  const inDollars = owner.call(api.savedCards.stop, { params: { currency: 'USD', id: cardId } });
  expect(await refusalOf(inDollars)).toMatchObject({ status: 404 });
  const stranger = await newOwner(app);
  expect(
    await refusalOf(stranger.call(api.savedCards.stop, { params: { ...params, id: cardId } })),
  ).toMatchObject({ status: 404 });
  const { data } = await owner.call(api.savedCards.list, { params, query: { customerId: customer.id } });
  expect(data).toMatchObject([{ id: cardId, status: 'stopped', last4: '4081' }]);
});

test('of somebody who is erased no card is left to charge', async () => {
  const starts = today();
  const { customer } = await withCard();
  const next = await nextInvoice(customer.id, starts);
  expect(await erase(app.scope(), customer.email, true)).toMatchObject({ ok: true, left: [] });
  expect(await rows('saved_cards')).toMatchObject([{ status: 'stopped', token_sealed: null, last4: null }]);
  await charge(next.day);
  expect(sent()).toEqual([]);
});

test('too little money: again after 1, 3 and 7 days at other hours, then an ordinary invoice, and its owner is told once', async () => {
  const starts = today();
  const { customer, plan } = await withCard();
  const { day, id } = await nextInvoice(customer.id, starts);
  fake.onCharge = () => refused('funds');
  const days = [day, addDays(day, 1), addDays(day, 4), addDays(day, 11)];
  for (const each of days) {
    await charge(addDays(each, -1));
    await charge(each);
  }
  await charge(addDays(day, 20));
  const made = await charges();
  expect(made.map(({ attempt, status, failure }) => [attempt, status, failure])).toEqual(
    [1, 2, 3, 4].map((attempt) => [attempt, 'failed', 'funds']),
  );
  expect(made.map(({ next_try_at: at }) => dateIn(at))).toEqual(days);
  expect(new Set(made.map(({ next_try_at: at }) => at.getUTCHours())).size).toBeGreaterThan(2);
  expect(sent()).toHaveLength(4);
  expect(new Set(sent().map(({ reference }) => reference)).size).toBe(4);
  expect(await planOf(plan.id)).toMatchObject({ pastDue: true, charge: { status: 'failed', attempt: 4 } });
  expect(await mailsTo('could not be charged for')).toHaveLength(1);
  await eventually(async () =>
    (await mailsTo('Your card was not charged'))?.length === 4 ? true : undefined,
  );
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
  expect(data.status).not.toBe('paid');
});

test('a stolen card is never tried again, a second refusal without a reason neither; who has to confirm is asked on the page', async () => {
  const starts = today();
  const stolen = await withCard();
  const { day } = await nextInvoice(stolen.customer.id, starts);
  fake.onCharge = () => refused('card');
  await charge(day);
  await charge(addDays(day, 1));
  expect(sent()).toHaveLength(1);
  expect(await rows('saved_cards')).toMatchObject([{ status: 'failed' }]);
  owner = await newOwner(app);
  const again = today();
  const declined = await withCard();
  const next = await nextInvoice(declined.customer.id, again);
  fake.onCharge = () => refused('declined');
  await charge(next.day);
  await charge(addDays(next.day, 1));
  await charge(addDays(next.day, 4));
  expect(sent()).toHaveLength(2);
  expect(await rows('saved_cards')).toMatchObject([{ status: 'failed' }]);
});

test('an answer that is lost is asked about, and never sent again; one the provider never got is left to its customer', async () => {
  const starts = today();
  const { customer } = await withCard();
  const { day, id } = await nextInvoice(customer.id, starts);
  fake.onCharge = () => ({ told: { state: 'unknown', reason: 'no answer' }, truth: completed });
  await charge(day);
  const before = sent().length;
  app.advance(HOUR_MS);
  await sweepCharges(app.scope());
  expect([before, sent().length]).toEqual([1, 1]);
  expect(await charges()).toMatchObject([{ status: 'completed' }]);
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
  expect(data.status).toBe('paid');
  owner = await newOwner(app);
  const lost = await withCard();
  const next = await nextInvoice(lost.customer.id, today());
  const nowhere: ChargeState = { state: 'not_found', reason: null };
  fake.onCharge = () => ({ told: { state: 'unknown', reason: 'no answer' }, truth: nowhere });
  await charge(next.day);
  expect(await payPageOf(next.id)).toContain('Your card •••• 4081 is being charged ₦50,000.00');
  expect(await charges()).toMatchObject([{ status: 'processing' }]);
  for (let at = 1; at < 4; at++) await charge(addDays(next.day, at));
  expect(sent()).toHaveLength(1);
  const [charged] = await charges();
  expect(charged).toMatchObject({ status: 'failed', failure: 'lost' });
  expect((await planOf(lost.plan.id)).charge).toMatchObject({ status: 'failed' });
  expect(await payPageOf(next.id)).not.toContain('is being charged');
  // Its money comes after all: nobody reads that it did not.
  const late = reported(charged?.reference ?? '', RENT, { method: 'card' });
  fake.transactions.set(late.transactionId, late);
  await syncReference(app.scope(), { provider: 'fake', reference: late.reference });
  expect((await planOf(lost.plan.id)).charge).toMatchObject({ status: 'completed', reason: null });
  expect((await invoicesOf(lost.customer.id))[0]).toMatchObject({ status: 'paid' });
});

test.each(['the plan is paused', 'the invoice is paid', 'the invoice is deleted', 'the card is not active'])(
  'refused once %s while the charge was under way, no other attempt is made',
  async (how) => {
    const starts = today();
    const { customer, plan, cardId } = await withCard({ endsAfter: 5 });
    const { day, id } = await nextInvoice(customer.id, starts);
    const underWay: ChargeState = { state: 'processing', reason: null };
    fake.onCharge = () => ({ told: underWay, truth: underWay });
    await charge(day);
    expect(await charges()).toMatchObject([{ status: 'processing' }]);
    for (const { reference } of sent()) fake.charged.set(reference, refused('funds').truth);
    if (how.includes('plan')) await owner.call(api.plans.pause, { params: { ...params, id: plan.id } });
    else if (how.includes('paid')) await payInCash(id, RENT);
    else if (how.includes('deleted'))
      await owner.call(api.invoices.remove, { params, body: { invoiceId: id } });
    else await change(sql`saved_cards set status = 'failed' where id = ${cardId}`);
    for (let at = 1; at < 5; at++) await charge(addDays(day, at));
    expect(await charges()).toMatchObject([{ status: 'failed', failure: 'funds' }]);
    expect(sent()).toHaveLength(1);
  },
);

test.each([
  [
    'the card',
    'The card was stopped',
    (id: string) => sql`saved_cards set status = 'stopped' where id = ${id}`,
  ],
  [
    'a sum above what was agreed to',
    'It is more than was agreed to',
    (id: string) => sql`card_charges set amount_minor = 7000000 where card_id = ${id}`,
  ],
  [
    'a sum below what is owed',
    'The invoice was changed since its customer was told',
    (id: string) => sql`card_charges set amount_minor = 4000000 where card_id = ${id}`,
  ],
  [
    'an account that leaves',
    'The account is to be deleted',
    () => sql`users set deletion_due_at = now() where business_id = ${owner.businessId}`,
  ],
] as const)('planned, and %s in the table: it is dropped on its day', async (_, reason, made) => {
  const starts = today();
  const { customer, cardId } = await withCard();
  const { day } = await nextInvoice(customer.id, starts);
  await change(made(cardId));
  await charge(day);
  expect(sent()).toEqual([]);
  expect(await charges()).toMatchObject([{ status: 'dropped', reason }]);
});

test.each(['consent is gone', 'card has expired', 'plan only sends'])(
  'whose %s, is sent an invoice as any other, and nothing is planned',
  async (how) => {
    const starts = today();
    const { customer, cardId, plan } = await withCard();
    const { businessId } = owner;
    const key = { business_id: businessId, id: cardId };
    if (how.includes('consent'))
      await app.scope().transactFor(businessId, (ctx) => withdrawConsent(ctx, key, 'customer'));
    else if (how.includes('expired'))
      await change(sql`saved_cards set expires = '2026-01' where id = ${cardId}`);
    else await change(sql`plans set mode = 'send', cap_minor = null where id = ${plan.id}`);
    await nextInvoice(customer.id, starts);
    const [invoice] = await invoicesOf(customer.id);
    expect(invoice?.status).toBe('sent');
    expect(await charges()).toEqual([]);
  },
);

test.each(['is paused', 'has ended', 'only sends'])(
  'whose plan %s before the day, is not charged',
  async (how) => {
    const starts = today();
    const { customer, plan } = await withCard({ endsAfter: 5 });
    const { day } = await nextInvoice(customer.id, starts);
    const at = { params: { ...params, id: plan.id } };
    const body = { ...planBody(customer.id), starts, endsAfter: 5, mode: 'send' as const, cap: null };
    if (how === 'is paused') await owner.call(api.plans.pause, at);
    else if (how === 'has ended') await owner.call(api.plans.end, at);
    else await owner.call(api.plans.update, { ...at, body });
    expect(await charges()).toMatchObject([{ status: 'dropped', reason: 'It was stopped before' }]);
    await charge(day);
    expect(sent()).toEqual([]);
    const [told] = await mailsTo('will not charge your card on');
    expect(told?.body_text).toMatch(/₦50,000\.00[\s\S]*•••• 4081 on .*, for invoice [\s\S]*still to be paid/);
    if (how === 'is paused') await owner.call(api.plans.end, at);
    expect(await lettersOf('cardChargeOff')).toBe(1);
  },
);

test('whose first refusal is to be tried again, hears that it is not; who paid meanwhile, or was told of nothing, hears nothing', async () => {
  const starts = today();
  const { customer, plan } = await withCard({ endsAfter: 5 });
  const { day } = await nextInvoice(customer.id, starts);
  fake.onCharge = () => refused('funds');
  await charge(day);
  await owner.call(api.plans.pause, { params: { ...params, id: plan.id } });
  expect((await charges()).map(({ status }) => status)).toEqual(['failed', 'dropped']);
  expect(await lettersOf('cardChargeOff')).toBe(1);
  owner = await newOwner(app);
  const paid = await withCard({ endsAfter: 5 });
  const at = { params: { ...params, id: paid.plan.id } };
  await owner.call(api.plans.pause, at);
  await owner.call(api.plans.resume, at);
  const { id } = await nextInvoice(paid.customer.id, today());
  await payInCash(id, RENT);
  await owner.call(api.plans.end, at);
  expect(await charges()).toMatchObject([{ status: 'dropped' }]);
  expect(await lettersOf('cardChargeOff')).toBe(0);
});

test('agreed to is only what an open invoice of a plan that goes on asks for, as it was read', async () => {
  const { plan, customer } = await newPlan({ endsAfter: 5 });
  goTo(today());
  await issueDuePlans(app.scope());
  const [invoice] = await invoicesOf(customer.id);
  const id = invoice?.id ?? '';
  const publicId = await publicIdOf(id);
  const agree = () =>
    createClient({ baseUrl: app.url })(api.savedCards.agree, {
      params: { publicId },
      body: { agrees: true },
    });
  const { startCheckout } = fake;
  fake.startCheckout = async (wanted) => {
    await change(sql`plans set cap_minor = 9000000 where id = ${plan.id}`);
    return startCheckout(wanted);
  };
  expect(await refusalOf(agree())).toMatchObject({ status: 409 });
  fake.startCheckout = startCheckout;
  const { data: cash } = await payInCash(id, RENT);
  expect(await refusalOf(agree())).toMatchObject({ status: 404 });
  await owner.call(api.offlinePayments.undo, {
    params: { ...params, id: cash.id },
    body: { reason: 'Not so' },
  });
  await owner.call(api.plans.end, { params: { ...params, id: plan.id } });
  expect(await refusalOf(agree())).toMatchObject({ status: 404 });
  expect(await rows('saved_cards')).toEqual([]);
});

test('whose holder has to be asked, is asked on the page: the card is kept, and not tried again', async () => {
  const starts = today();
  const { customer, plan } = await withCard();
  const { day } = await nextInvoice(customer.id, starts);
  fake.onCharge = () => refused('holder');
  for (const at of [0, 1, 4]) await charge(addDays(day, at));
  expect(sent()).toHaveLength(1);
  expect(await planOf(plan.id)).toMatchObject({ pastDue: true, card: { last4: '4081' } });
});

test('is told as completed once its payment is booked, and not before', async () => {
  const starts = today();
  const { customer } = await withCard();
  const { day, id } = await nextInvoice(customer.id, starts);
  const { listPayments } = fake;
  fake.listPayments = async () => ({ ok: false, reason: 'down', retry: true });
  await charge(day);
  fake.listPayments = listPayments;
  expect(await charges()).toMatchObject([{ status: 'processing' }]);
  await charge(addDays(day, 1));
  expect(await charges()).toMatchObject([{ status: 'completed' }]);
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
  expect([data.status, sent().length]).toEqual(['paid', 1]);
});

test('paid by transfer, nothing is saved; another site cannot stop a card', async () => {
  const byTransfer = await withCard({}, { method: 'bank_transfer' });
  expect(await rows('saved_cards')).toMatchObject([{ status: 'unusable', token_sealed: null }]);
  expect((await planOf(byTransfer.plan.id)).card).toBeNull();
  owner = await newOwner(app);
  const { stopKey } = await withCard();
  await fetch(`${app.url}/card/${stopKey}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'cross-site' },
  });
  expect(await rows('saved_cards')).toMatchObject([{ status: 'active' }]);
});

// Guards behind another: the sweep never comes to them.
test('asked directly, nothing is sent early or twice, told otherwise once it ended, or kept of a card that was stopped', async () => {
  const starts = today();
  const { customer, plan, cardId } = await withCard({ starts });
  const { businessId } = owner;
  const act = <T>(work: (ctx: SystemCtx) => Promise<T>) => app.scope().transactAsSystem(work);
  const [first] = await app.system.db
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .execute();
  expect(first && (await act((ctx) => planCharge(ctx, plan.id, first)))).toBe('paid');
  const unmailed = first && { ...first, balance_minor: first.total_minor, paid_at: null, customer_email: '' };
  expect(unmailed && (await act((ctx) => planCharge(ctx, plan.id, unmailed)))).toBe('no_email');
  const { day } = await nextInvoice(customer.id, starts);
  const reference = (await charges())[0]?.reference ?? '';
  expect(await act((ctx) => claimCharge(ctx, reference))).toBeNull();
  await charge(day);
  expect(await act((ctx) => claimSend(ctx, 'card_charges', reference))).toBeNull();
  expect(await act((ctx) => applyChargeState(ctx, reference, refused('funds').told))).toBe('completed');
  await act((ctx) => forgetToken(ctx, { businessId, id: cardId }));
  expect((await rows('saved_cards'))[0]).not.toMatchObject({ token_sealed: null });
  await owner.call(api.savedCards.stop, { params: { ...params, id: cardId } });
  const kept = { token: 'card_x', brand: 'visa', last4: '4081', expires: '2030-12' };
  await act((ctx) => keepCard(ctx, { businessId, id: cardId }, kept));
  expect(await rows('saved_cards')).toMatchObject([{ status: 'stopped' }]);
});

test.each([
  ['the card is stopped', 'It was stopped before'],
  ['the plan is paused', 'It was stopped before'],
  ['the consent is gone', 'It was stopped before'],
  ['the invoice is paid', 'Nothing is owed any more'],
  ['a part of the invoice is paid', 'Less is owed than its customer was told'],
  ['the invoice is deleted', 'Nothing is owed any more'],
])('between claim and sending %s: it does not leave', async (how, reason) => {
  const starts = today();
  const { customer, cardId, plan } = await withCard({ endsAfter: 5 });
  const { day, id } = await nextInvoice(customer.id, starts);
  goTo(day, 11);
  app.advance(-60_000);
  const scope = app.scope();
  const meanwhile = () => {
    if (how.includes('paused')) return owner.call(api.plans.pause, { params: { ...params, id: plan.id } });
    if (how.includes('deleted')) return owner.call(api.invoices.remove, { params, body: { invoiceId: id } });
    if (how.includes('paid'))
      return owner.call(api.offlinePayments.record, {
        params: { ...params, id },
        body: { amount: how.includes('part') ? major(20_000) : RENT, day: today(), method: 'cash' },
      });
    return how.includes('consent')
      ? scope.transactFor(owner.businessId, (ctx) =>
          withdrawConsent(ctx, { business_id: owner.businessId, id: cardId }, 'customer'),
        )
      : owner.call(api.savedCards.stop, { params: { ...params, id: cardId } });
  };
  let claimed = 0;
  await sweepCharges({
    ...scope,
    transactAsSystem: async (work) => {
      const done = await scope.transactAsSystem(work);
      const [own] = await charges();
      if (own?.status === 'processing' && claimed++ === 0) await meanwhile();
      return done;
    },
  });
  expect(claimed).toBeGreaterThan(0);
  expect(sent()).toEqual([]);
  expect(await charges()).toMatchObject([{ status: 'dropped', reason }]);
  // A stopped card has a letter of its own, and whoever paid knows.
  const isTold = how !== 'the card is stopped' && how !== 'the invoice is paid';
  expect(await lettersOf('cardChargeOff')).toBe(isTold ? 1 : 0);
});

test('paid before its day, nothing is charged; after hours without service it waits for the same hours of the next day', async () => {
  const starts = today();
  const { customer, plan } = await withCard();
  const { day, id } = await nextInvoice(customer.id, starts);
  goTo(day, 23);
  await sweepCharges(app.scope());
  expect(sent()).toEqual([]);
  expect(await charges()).toMatchObject([{ status: 'pending' }]);
  for (const amount of [major(20_000), major(30_000)]) {
    const { charge: planned } = await planOf(plan.id);
    expect(planned).toMatchObject({ status: 'pending', amount: amount === major(20_000) ? RENT : amount });
    await payInCash(id, amount);
  }
  const settled = { status: 'dropped', reason: 'Nothing is owed any more' };
  expect((await planOf(plan.id)).charge).toMatchObject(settled);
  await charge(addDays(day, 1));
  expect(sent()).toEqual([]);
  expect(await charges()).toMatchObject([settled]);
});
