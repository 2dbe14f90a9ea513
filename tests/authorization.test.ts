import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { api, endpoints } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { minor } from '#core/money.ts';
import { routes } from '#server/routes.ts';
import { sentQuote } from '#server/modules/quotes/testing.ts';
import { sentInvoice } from '#server/pages/receipt/testing.ts';
import { keepCard } from '#server/modules/saved-cards/commands/cards.ts';
import { agree } from '#server/modules/saved-cards/commands/consents.ts';
import { serviceTime } from './clock-ahead.ts';
import { createFakeProvider } from './fake-provider.ts';
import { endJobs, newOwner, type Owner, sampleInvoice, type TestApp, testApp } from './harness.ts';
import { isLong } from './length.ts';
import { fundWallet, setPin } from './money.ts';

// Every route of the router's own table × {no token, garbage token, another business's token, malformed body,
// wrong types, huge body, unknown currency}. A route whose records this table cannot name fails.
const CANARY = 'Canary Ventures Onitsha';
let app: TestApp;
let alice: Owner;
let mallory: Owner;
/** Signs out along the way, so nothing else uses her. */
let eve: Owner;
let owned: Record<string, Record<string, string>>;
/** Of Alice's business; nothing here may change them. */
let rows: string;

beforeAll(async () => {
  app = await testApp();
  alice = await newOwner(app, { name: CANARY });
  mallory = await newOwner(app, { name: 'Mallory Stores' });
  eve = await newOwner(app);
  owned = await recordsOf(alice);
  await endJobs(app);
  rows = await rowsOf(alice.businessId);
});
afterAll(() => app.close({ handmade: true }));

/** A card that a customer of the owner's let them charge. */
async function savedCard(
  owner: Owner,
  of: { planId: string; customerId: string; invoiceId: string },
): Promise<string> {
  const { businessId } = owner;
  return app.scope().transactFor(businessId, async (ctx) => {
    await agree(ctx, {
      ...of,
      businessId,
      provider: 'sandbox',
      reference: `dw_${of.invoiceId}`,
      email: 'card@buyers.example',
      terms: { business: 'B', title: CANARY, currency: 'NGN', cap: minor(100_00), rhythm: { weeks: 1 } },
      language: 'en',
    });
    const { id } = await ctx.tx
      .selectFrom('saved_cards')
      .select('id')
      .where('business_id', '=', businessId)
      .executeTakeFirstOrThrow();
    await keepCard(
      ctx,
      { businessId, id },
      { token: 'sbc_none', brand: 'visa', last4: '4081', expires: null },
    );
    return id;
  });
}

/** The ids of Alice's that each route with an id in its path or body is tried with. */
async function recordsOf(owner: Owner): Promise<Record<string, Record<string, string>>> {
  const params = { currency: 'NGN' } as const;
  const customer = (
    await owner.call(api.customers.create, { params, body: { name: CANARY, email: 'canary@example.test' } })
  ).data;
  const invoice = (
    await owner.call(api.invoices.create, {
      params,
      body: sampleInvoice({ clientName: CANARY, title: CANARY }),
    })
  ).data;
  const claim = await owner.call(api.offlinePayments.addClaim, {
    params,
    body: { invoiceId: invoice.id, amount: minor(100_00), day: dateIn(app.config.clock()) },
  });
  const form = new FormData();
  form.set('purpose', 'kyc');
  form.set(
    'file',
    new File(
      [new Uint8Array(Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'))],
      'id.pdf',
    ),
  );
  const upload = await fetch(`${app.url}/api/ngn/files/upload`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  expect(upload.status).toBe(201);
  const fileId = ((await upload.json()) as { data: { file: { id: string } } }).data.file.id;
  const sessions = await owner.call(api.identity.sessions, {});
  const session = sessions.data.sessions[0]?.id ?? '';
  const invoiceBody = { invoiceId: invoice.id };
  await fundWallet(app, createFakeProvider(), owner, minor(100_00));
  const payment = await app.system.db
    .selectFrom('payments')
    .select('id')
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow();
  await setPin(owner);
  const staff = await owner.call(api.staff.create, {
    params,
    body: { name: CANARY, email: 'staff@example.test', bankCode: '058', accountNumber: '0123456789' },
  });
  const batch = await paidTogether(owner);
  const passkey = await keptPasskey(owner);
  const reminder = await reminded(owner, invoice.id, customer.id);
  const reading = await failedReading(owner);
  const statement = await keptStatement(owner);
  const sent = await sentInvoice(app, owner);
  const quote = await sentQuote(owner, { clientName: CANARY, title: CANARY });
  const note = await owner.call(api.creditNotes.issue, {
    params: { ...params, id: sent.id },
    body: { lines: [{ item: 0, amount: minor(1_00) }], reason: 'price' },
  });
  const withheld = await owner.call(api.withholding.declare, {
    params: { ...params, id: invoice.id },
    body: { kind: 'goods' },
  });
  const plan = await owner.call(api.plans.create, {
    params,
    body: {
      customerId: customer.id,
      title: CANARY,
      items: [{ description: CANARY, quantity: 1_000_000, rate: minor(100_00) }],
      taxRate: 0,
      starts: dateIn(app.config.clock()),
      rhythm: { weeks: 1 },
      dueDays: 7,
      mode: 'draft',
    },
  });
  const cardId = await savedCard(owner, {
    planId: plan.data.id,
    customerId: customer.id,
    invoiceId: invoice.id,
  });
  return {
    'identity.revokeSession': { id: session },
    'passkeys.rename': { id: passkey },
    'passkeys.remove': { id: passkey },
    'business.getProfile': { userId: owner.userId },
    'business.updateBranding': { id: owner.businessId },
    'settings.updateProfile': { id: owner.businessId },
    'settings.updatePayoutAccount': { id: owner.businessId },
    'settings.updateDocuments': { id: owner.businessId },
    'files.download': { id: fileId },
    'customers.details': { id: customer.id },
    'customerStatements.read': { id: customer.id },
    'customerStatements.pdf': { id: customer.id },
    'customerStatements.csv': { id: customer.id },
    'customerStatements.xlsx': { id: customer.id },
    'customerStatements.send': { id: customer.id },
    'customerPortal.shared': { id: customer.id },
    'customerPortal.share': { id: customer.id },
    'customerPortal.unshare': { id: customer.id },
    'customers.merge': { id: customer.id, customerId: newId('cus', app.config.clock()) },
    'customers.update': { id: customer.id },
    'customers.remove': { id: customer.id },
    'plans.detail': { id: plan.data.id },
    'plans.update': { id: plan.data.id },
    'plans.pause': { id: plan.data.id },
    'plans.resume': { id: plan.data.id },
    'plans.skip': { id: plan.data.id },
    'plans.issue': { id: plan.data.id },
    'plans.end': { id: plan.data.id },
    'savedCards.stop': { id: cardId },
    'invoices.detail': { id: invoice.id },
    'payments.details': { id: payment.id },
    'payments.receipt': { id: payment.id },
    'payments.sendReceipt': { id: payment.id },
    'payments.refund': { id: payment.id },
    'payments.useCredit': { id: payment.id, invoiceId: invoice.id },
    'payments.counter': { id: invoice.id },
    'offlinePayments.record': { id: invoice.id },
    'offlinePayments.undo': { id: payment.id },
    'offlinePayments.giveBack': { id: payment.id },
    'offlinePayments.addClaim': { invoiceId: invoice.id },
    'offlinePayments.confirmClaim': { id: claim.data.id },
    'offlinePayments.dismissClaim': { id: claim.data.id },
    'bankStatements.lines': { id: statement.id },
    'bankStatements.record': { id: statement.id },
    'bankStatements.remove': { id: statement.id },
    'bankStatements.ignore': { id: statement.line },
    'quotes.detail': { id: quote.id },
    'quotes.update': { id: quote.id },
    'quotes.send': { id: quote.id },
    'quotes.withdraw': { id: quote.id },
    'quotes.extend': { id: quote.id },
    'quotes.copy': { id: quote.id },
    'quotes.toInvoice': { id: quote.id },
    'quotes.invoicePart': { id: quote.id },
    'quotes.pdf': { id: quote.id },
    'creditNotes.issue': { id: invoice.id },
    'creditNotes.correct': { id: invoice.id },
    'creditNotes.read': { id: note.data.id },
    'creditNotes.pdf': { id: note.data.id },
    'creditNotes.withdraw': { id: note.data.id },
    'customerCredit.read': { id: customer.id },
    'customerCredit.apply': { id: customer.id, invoiceId: invoice.id },
    'invoiceSchedules.plan': { id: invoice.id },
    'invoiceSchedules.ask': { id: invoice.id, position: '1' },
    'writeOffs.writeOff': { id: invoice.id },
    'writeOffs.undo': { id: invoice.id },
    'withholding.declare': { id: invoice.id },
    'withholding.ask': { id: withheld.data.id },
    'withholding.exemption': { id: invoice.id },
    'withholding.askExemption': { id: invoice.id },
    'withholding.change': { id: withheld.data.id },
    'counter.cancel': { id: invoice.id },
    'staff.update': { id: staff.data.staff.id },
    'staff.archive': { id: staff.data.staff.id },
    'withdrawals.retryBatch': { id: batch },
    'invoices.pdf': { id: invoice.id },
    'invoices.update': invoiceBody,
    'invoices.duplicate': invoiceBody,
    'invoices.revise': invoiceBody,
    'invoices.send': invoiceBody,
    'invoices.remind': invoiceBody,
    'invoices.remove': invoiceBody,
    'invoices.restore': invoiceBody,
    'invoices.share': invoiceBody,
    'reminders.send': { id: reminder.step },
    'reminders.undo': { id: reminder.step },
    'reminders.skip': { id: reminder.step },
    'reminders.ofInvoice': { id: invoice.id },
    'reminders.switchInvoice': { id: invoice.id },
    'reminders.promise': invoiceBody,
    'reminders.withdrawPromise': { id: reminder.promise },
    'reminders.ofCustomer': { id: customer.id },
    'readings.get': { id: reading },
    'readings.cancel': { id: reading },
    'readings.retry': { id: reading },
    'analytics.paymentInfo': { id: owner.businessId },
    'analytics.report': { id: owner.businessId },
    'analytics.exportReport': { id: owner.businessId },
  };
}

/** A bank statement of one line. */
async function keptStatement({ businessId: business_id, userId: imported_by }: Owner) {
  const created_at = app.config.clock();
  const [account, id, line] = [newId('bac', created_at), newId('sti', created_at), newId('stl', created_at)];
  const { db } = app.system;
  await db
    .insertInto('bank_accounts_own')
    .values({ business_id, id: account, currency: 'NGN', bank_name: CANARY, last4: '1234', created_at })
    .execute();
  const days = { from_day: '2026-01-01', to_day: '2026-01-01' };
  const file = { file_name: CANARY, file_sha256: CANARY, row_count: 1, breaks: '[]', unreadable: '[]' };
  await db
    .insertInto('statement_imports')
    .values({ business_id, id, account_id: account, ...days, ...file, imported_by, created_at })
    .execute();
  const texts = { narration: CANARY, payer: CANARY, reference: CANARY, note: CANARY };
  await db
    .insertInto('statement_lines')
    .values({
      business_id,
      id: line,
      import_id: id,
      position: 2,
      fingerprint: line,
      day: '2026-01-01',
      amount_minor: minor(100),
      balance_minor: null,
      set_aside: null,
      ...texts,
    })
    .execute();
  return { id, line };
}

async function keptPasskey({ userId }: Owner): Promise<string> {
  const made_at = app.config.clock();
  const id = newId('psk', made_at);
  const of = { user_id: userId, credential_id: id, public_key: '', counter: 0, transports: '', name: CANARY };
  await app.system.db
    .insertInto('passkeys')
    .values({ id, ...of, backed_up: false, suspended_at: null, created_at: made_at, last_used_at: null })
    .execute();
  return id;
}

/** A photo that was not read, in a conversation of its own. */
async function failedReading({ businessId: business_id }: Owner): Promise<string> {
  const created_at = app.config.clock();
  const [thread, message, id] = [
    newId('thr', created_at),
    newId('msg', created_at),
    newId('rdg', created_at),
  ];
  const { db } = app.system;
  await db
    .insertInto('threads')
    .values({ business_id, id: thread, created_at, closed_at: created_at })
    .execute();
  await db
    .insertInto('thread_messages')
    .values({ business_id, id: message, thread_id: thread, role: 'user', content: CANARY, created_at })
    .execute();
  const state = { state: 'failed', reason: 'busy', attempts: 1, most_attempts: 1 } as const;
  const at = { queued_at: created_at, turn_at: created_at };
  await db
    .insertInto('readings')
    .values({ business_id, id, message_id: message, currency: 'NGN', ...state, ...at })
    .execute();
  return id;
}

/** A message that waits, and a promise. */
async function reminded({ businessId }: Owner, invoiceId: string, customerId: string) {
  const made_at = app.config.clock();
  const about = { business_id: businessId, invoice_id: invoiceId, customer_id: customerId, made_at };
  const ids = { step: newId('rem', made_at), promise: newId('prm', made_at) };
  await app.system.db
    .insertInto('reminder_steps')
    .values({
      ...about,
      id: ids.step,
      step: '0',
      state: 'planned',
      why: null,
      day: '2026-01-01',
      settled_at: null,
    })
    .execute();
  const ended = { ended_at: null, ended_by: null };
  await app.system.db
    .insertInto('promises')
    .values({
      ...about,
      ...ended,
      id: ids.promise,
      promised_for: '2100-01-01',
      amount_minor: minor(100),
      note: CANARY,
    })
    .execute();
  return ids;
}

/** A payment of several that failed long ago, so that nothing about it moves while the table is gone through. */
async function paidTogether(owner: Owner): Promise<string> {
  const at = app.config.clock();
  const about = { amount_minor: minor(100), fee_minor: minor(0), currency: 'NGN', provider: 'fake' } as const;
  const to = { bank_code: '058', bank_name: CANARY, account_name: CANARY, account_number_last4: '6789' };
  const row = {
    id: 'wdr_canary',
    reference: 'wdr-canary',
    batch_id: 'bat_canary',
    type: 'disburse',
  } as const;
  const staff = { staff_name: CANARY, staff_email: 'canary@example.test', staff_phone: null };
  await app.system.db
    .insertInto('withdrawals')
    .values({
      business_id: owner.businessId,
      ...row,
      ...about,
      ...to,
      ...staff,
      account_number_sealed: 'sealed',
      description: null,
      status: 'failed',
      reason: CANARY,
      sent_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return row.batch_id;
}

const neverExisted = (ids: Record<string, string>) =>
  Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, `${id.slice(0, 4)}${'0'.repeat(26)}`]));
const namesIds = (endpoint: Endpoint, body: string) =>
  /:(id|userId)\b/.test(endpoint.path) || body.includes('invoiceId');

const shapeOf = (endpoint: Endpoint): Record<string, unknown> => {
  const def = (
    endpoint.body as
      | {
          _zod?: {
            def?: {
              shape?: Record<string, unknown>;
              options?: { _zod: { def: { shape: Record<string, unknown> } } }[];
            };
          };
        }
      | undefined
  )?._zod?.def;
  return def?.shape ?? def?.options?.[0]?._zod.def.shape ?? {};
};

type Ask = {
  token?: string | null;
  ids?: Record<string, string>;
  body?: unknown;
  currency?: string;
  contentType?: string;
};

async function ask(
  endpoint: Endpoint,
  { token, ids = {}, body, currency = 'ngn', contentType = 'application/json' }: Ask,
): Promise<{ status: number; text: string }> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'currency' ? currency : (ids[name] ?? 'nothing'),
  );
  const hasBody = endpoint.method !== 'GET' && body !== undefined;
  const response = await fetch(`${app.url}${path}`, {
    method: endpoint.method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(hasBody ? { 'Content-Type': contentType } : {}),
    },
    body: hasBody ? (typeof body === 'string' ? body : JSON.stringify(body)) : null,
    signal: AbortSignal.timeout(60_000),
  });
  const stream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
  const text = stream ? '' : await response.text();
  if (stream) await response.body?.cancel();
  return { status: response.status, text };
}

const expectRefusal = (answer: { status: number; text: string }, statuses: number[], code?: string) => {
  expect(statuses, answer.text).toContain(answer.status);
  const body = JSON.parse(answer.text);
  expect(body).toMatchObject({
    status: 'error',
    message: expect.any(String),
    code: expect.any(String),
    errors: expect.any(Array),
    requestId: expect.any(String),
  });
  if (code) expect(body.code).toBe(code);
};

test('every endpoint of the contract is routed, and nothing else', () => {
  expect(routes.map((route) => route.name).sort()).toEqual(endpoints.map(({ name }) => name).sort());
});

test('a form from another site is refused clearly', async () => {
  const answer = await fetch(`${app.url}/sandbox/settings`, {
    method: 'POST',
    headers: { Origin: 'https://elsewhere.example', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'down=on',
  });
  expectRefusal({ status: answer.status, text: await answer.text() }, [400], 'bad_request');
});

test('every endpoint says whose records it touches', () => {
  for (const { name, endpoint } of endpoints) {
    expect(['public', 'self', 'business'], name).toContain(endpoint.owner);
    if (endpoint.owner === 'business' && endpoint.auth === 'none') expect(name).toBe('files.download');
  }
});

const planFields = {
  number: 1,
  customerId: 'nobody',
  items: [{ description: 'Rent', quantity: 1, rate: 1 }],
  starts: addDays(dateIn(serviceTime()), 1),
  rhythm: { weeks: 1 },
  dueDays: 7,
  mode: 'draft',
};

const unreadable: { body: string; contentType?: string; refusal: [number, string] }[] = [
  { body: '{"a":', refusal: [400, 'bad_json'] },
  { body: JSON.stringify({ a: 'x'.repeat(300_000) }), refusal: [413, 'too_large'] },
  { body: '<a/>', contentType: 'text/xml', refusal: [415, 'unsupported_media'] },
  { body: `${'['.repeat(50)}${']'.repeat(50)}`, refusal: [400, 'bad_json'] },
];

/** Declares a test only where it says something. */
const when = (applies: boolean) => (name: string, run: () => Promise<void>) => {
  if (applies) test(name, run);
};

/** At length all of them; else so many, others for each route: whatever is wrong is tried with every route, or in every way. */
const some = <T>(all: readonly T[], route: number, count = 1): readonly T[] =>
  isLong ? all : all.filter((_, at) => (at + route) % all.length < count);

const NAMED = ['id', 'userId', 'token', 'publicId', 'provider', 'country', 'state'];
const numbered = endpoints.map((one, route) => ({ ...one, route }));

describe.each(numbered)('$name', ({ name, endpoint, route }) => {
  const fields = Object.keys(shapeOf(endpoint));
  const needsIds = namesIds(endpoint, fields.join()) && endpoint.owner !== 'public';

  test('meets nonsense with a clear answer', async () => {
    const isNamed = NAMED.some((key) => endpoint.path.includes(`:${key}`));
    const others = some(['..%2f..%2fetc', 'x'.repeat(3000), "' or 1=1 --"], route);
    for (const id of ['nothing', ...(isNamed ? ['%00', ...others] : [])]) {
      const ids = Object.fromEntries(NAMED.map((key) => [key, id]));
      const answer = await ask(endpoint, {
        token: eve.token,
        ids,
        body: endpoint.method === 'GET' ? undefined : {},
      });
      // Meta wants a 403 for a wrong verify token; nothing is revealed by it.
      const refused = name === 'whatsapp.challenge' ? [403] : [];
      expect([...refused, 200, 201, 400, 401, 404, 409, 410, 414, 415, 422, 431, 501], answer.text).toContain(
        answer.status,
      );
    }
  });

  when(endpoint.auth !== 'none')('refuses a missing, an empty and a made-up token', async () => {
    for (const token of [null, ...some(['', 'x'.repeat(43), `${alice.token}x`], route)])
      expectRefusal(await ask(endpoint, { token, ids: owned[name] ?? {}, body: {} }), [401], 'invalid_token');
  });

  when(needsIds)("answers another business's record exactly as one that never existed", async () => {
    const ids = owned[name];
    expect(ids, 'name a record of this route in recordsOf').toBeDefined();
    const body =
      fields.length > 0
        ? {
            ...ids,
            name: 'Changed',
            email: 'changed@example.test',
            primaryColor: '#000000',
            bankCode: '058',
            accountNumber: '0108024071',
            amount: 1,
            method: 'cash',
            reason: 'other',
            lines: [{ item: 0, amount: 1 }],
            channel: 'email',
            kind: name.startsWith('quotes.') ? 'quote' : 'goods',
            items: [{ description: 'Changed', quantity: 1, rate: 1 }],
            validUntil: '2100-01-01',
            state: 'withdrawn',
            way: 'link',
            day: '2100-01-01',
            on: true,
            pin: '2749',
            matches: [{ lineId: 'nothing', allocations: [] }],
            dueDate: '2100-01-01',
            schedule: [{ label: 'All', rest: true, due: { on: 'ask' } }],
            ...(name.startsWith('plans.') ? planFields : {}),
            // Of a share and lines one is enough.
            ...(name === 'quotes.invoicePart' ? { lines: undefined } : {}),
          }
        : undefined;
    const foreign = await ask(endpoint, { token: mallory.token, ids: ids ?? {}, body });
    const unknown = await ask(endpoint, {
      token: mallory.token,
      ids: neverExisted(ids ?? {}),
      body: body && { ...body, ...neverExisted(ids ?? {}) },
    });
    expectRefusal(foreign, [404], 'not_found');
    const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
    expect(bare(foreign.text)).toBe(bare(unknown.text));
    expect(await rowsOf(alice.businessId)).toBe(rows);
  });

  when(endpoint.method === 'GET' && endpoint.owner !== 'public' && !needsIds && !endpoint.media)(
    'lists nothing of another business',
    async () => {
      const answer = await ask(endpoint, { token: mallory.token });
      expect(answer.status).toBeLessThan(502);
      expect(answer.text).not.toContain(CANARY);
    },
  );

  when(endpoint.path.includes(':currency'))('knows only its currencies', async () => {
    for (const currency of some(['gbp', 'NGN%00', 'n.g.n', 'ngnn'], route)) {
      expectRefusal(
        await ask(endpoint, { token: alice.token, ids: owned[name] ?? {}, currency, body: {} }),
        [404],
      );
    }
  });

  when(endpoint.body !== undefined && !endpoint.multipart)(
    'refuses bodies that are broken, huge, of another type or of wrong types',
    async () => {
      const token = endpoint.auth === 'none' ? null : alice.token;
      const ids = endpoint.path.includes(':token') ? { token: 'nothing' } : (owned[name] ?? {});
      for (const { body, contentType, refusal } of some(unreadable, route)) {
        const answer = await ask(endpoint, { token, ids, body, ...(contentType ? { contentType } : {}) });
        expectRefusal(answer, [refusal[0]], refusal[1]);
      }
      const others = some([42, ['x'], { $gt: '' }, '\ud800', -1], route);
      for (const wrong of ['\u0000', 1e308, ...others]) {
        expectRefusal(
          await ask(endpoint, {
            token,
            ids,
            body: Object.fromEntries(fields.map((field) => [field, wrong])),
          }),
          [400, 404, 409, 410, 422],
        );
      }
      expectRefusal(await ask(endpoint, { token, ids, body: [] }), [404, 422]);
      expect(await rowsOf(alice.businessId)).toBe(rows);
    },
  );
});

/** Everything stored under a business, as one text. */
async function rowsOf(businessId: string): Promise<string> {
  const tables = [
    'business_profiles',
    'customers',
    'invoices',
    'invoice_items',
    'payments',
    'withdrawals',
    'staff',
    'transaction_pins',
    'files',
  ];
  const of = tables.map(
    (table) =>
      sql`select ${table}::text as place, to_jsonb(r)::text as row from ${sql.table(table)} r where business_id = ${businessId}`,
  );
  const { rows: found } = await sql<{ place: string; row: string }>`select place, row
    from (${sql.join(of, sql` union all `)}) of order by 1, 2`.execute(app.system.db);
  return found.map(({ place, row }) => `${place}: ${row}`).join('\n');
}
