import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import { add, ZERO } from '#core/money.ts';
import { type Table, textValue } from '#core/tables.ts';
import {
  eventually,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { sendMonthlyStatements } from './flows/monthly.ts';
import { MOST_ON_PAPER } from './rules.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp({
    CLOCK: '2026-03-10T09:00:00Z',
    SESSION_IDLE_MINUTES: '1000000',
    SESSION_MAX_DAYS: '1000',
  });
  owner = await newOwner(app);
});
afterAll(() => app.close());

const choose = (statementDay: number | null) =>
  owner.call(api.settings.updateProfile, {
    params: { ...params, id: owner.businessId },
    body: { statementDay },
  });

async function buyer(name: string, more: object = {}) {
  const { data } = await owner.call(api.customers.create, {
    params,
    body: { name, email: `${name.toLowerCase()}@buyers.example`, ...more },
  });
  return data.id;
}

async function sell(customerId: string, paid: boolean) {
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      customerId,
      clientName: undefined,
      clientEmail: undefined,
      dueDate: addDays(dateIn(app.config.clock()), 90),
    }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  if (!paid) return;
  const day = dateIn(app.config.clock());
  await owner.call(api.offlinePayments.record, {
    params: { ...params, id: data.id },
    body: { amount: data.totalAmount, day, method: 'cash' },
  });
}

const sent = async () => {
  const rows = await app.store.db
    .selectFrom('messages')
    .select(['to_address', 'state'])
    .where('kind', '=', 'customerStatement')
    .orderBy('to_address')
    .execute();
  return rows.map(({ to_address: to, state }) => `${to} ${state}`);
};

test('customers who owe, bought or paid last month get its statement on the day chosen, once', async () => {
  await sell(await buyer('Amaka'), false);
  await sell(await buyer('Bola'), true);
  await buyer('Chidi');
  await sell(await buyer('Dayo', { remindersOff: true }), false);
  await sell(await buyer('Efe', { email: undefined, phone: '08031234567' }), false);
  await choose(5);
  app.advance(25 * 24 * HOUR_MS);
  expect(dateIn(app.config.clock())).toBe('2026-04-04');
  await sendMonthlyStatements(app.scope());
  expect(await sent()).toEqual([]);
  app.advance(24 * HOUR_MS);
  await sendMonthlyStatements(app.scope());
  await sendMonthlyStatements(app.scope());
  await eventually(async () => (await sent()).every((one) => one.endsWith(' sent')));
  expect(await sent()).toEqual(['amaka@buyers.example sent', 'bola@buyers.example sent']);
  // A month later only who still owes.
  app.advance(30 * 24 * HOUR_MS);
  await sendMonthlyStatements(app.scope());
  await eventually(async () => (await sent()).every((one) => one.endsWith(' sent')));
  expect(await sent()).toEqual([
    'amaka@buyers.example sent',
    'amaka@buyers.example sent',
    'bola@buyers.example sent',
  ]);
});

test('a day no month has is refused, and switched off nothing goes', async () => {
  const answer = await fetch(`${app.url}/api/ngn/user/update-business-profile/${owner.businessId}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ statementDay: 29 }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([422, { errors: [{ path: 'statementDay' }] }]);
  expect((await choose(null)).data.statementDay).toBeNull();
  const before = await sent();
  app.advance(31 * 24 * HOUR_MS);
  await sendMonthlyStatements(app.scope());
  expect(await sent()).toEqual(before);
});

test('of a statement of hundreds of pages, older months are one line each on paper, and every line is in the CSV', async () => {
  const before = { app, owner };
  const printed: Table[] = [];
  app = await testApp(
    { CLOCK: '2026-03-10T09:00:00Z', SESSION_IDLE_MINUTES: '1000000', SESSION_MAX_DAYS: '1000' },
    {
      ports: (made) => ({
        ...made,
        pdf: {
          ...made.pdf,
          table: async ({ tables: [main] }) => {
            if (main) printed.push(main);
            return new TextEncoder().encode('%PDF');
          },
        },
      }),
    },
  );
  try {
    owner = await newOwner(app);
    const customerId = await buyer('Longlist');
    await sell(customerId, true);
    await sql`insert into refunds (business_id, id, reference, payment_id, provider, transaction_id, payment_reference, origin,
        currency, amount_minor, reason, status, created_at, updated_at)
      select p.business_id, 'rfd_' || n, 'rfd-' || n, p.id, p.provider, p.transaction_id, p.reference, 'provider',
        p.currency, 1, '', 'completed', p.created_at, p.created_at
      from payments p, generate_series(1, 2500) n where p.business_id = ${owner.businessId}`.execute(
      app.store.db,
    );
    await choose(5);
    app.advance(26 * 24 * HOUR_MS);
    await sendMonthlyStatements(app.scope());
    const mail = await eventually(async () => {
      const { rows } = await sql<{ text: string; pdf: boolean }>`select body_text as text,
          attachments::text like '%application/pdf%' as pdf from kept_mails
        where to_address = 'longlist@buyers.example' and body_text like '%statement%'`.execute(app.store.db);
      return rows[0];
    });
    expect(mail.text).toContain('It is attached as PDF.');
    expect(mail.text).toContain('/my?of=');
    const get = (ending: string) =>
      fetch(`${app.url}/api/ngn/customers/${customerId}/statement${ending}`, {
        headers: { Authorization: `Bearer ${owner.token}` },
      });
    expect((await get('.pdf')).status).toBe(200);
    for (const { rows, total } of printed) {
      const [opening, ...lines] = rows.map((cells) =>
        cells.flatMap((cell) => (cell.kind === 'money' ? [cell.amount] : [])),
      );
      expect(lines.length).toBe(MOST_ON_PAPER + 1);
      expect(rows[1]?.slice(0, 3)).toEqual(['March 2026', '502 lines added up', ''].map(textValue));
      const balances = lines.map(([amount = ZERO, balance = ZERO], at) => [
        balance,
        add(lines[at - 1]?.[1] ?? opening?.[0] ?? ZERO, amount),
      ]);
      expect(balances.filter(([balance, after]) => balance !== after)).toEqual([]);
      expect(total?.at(-1)).toEqual({ kind: 'money', amount: lines.at(-1)?.[1] });
    }
    expect(printed).toHaveLength(2);
    expect((await (await get('.csv')).text()).trim().split('\n').length).toBeGreaterThan(2_500);
    expect(mail.pdf).toBe(true);
  } finally {
    await app.close({ handmade: true });
    ({ app, owner } = before);
  }
});
