import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn, systemClock } from '#core/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#core/durations.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { enforceRetention } from '#server/schedule/retention/rules.ts';
import {
  documentOwner,
  eventually,
  major,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { queriesDuring } from '../../../../tests/query-count.ts';
import { sentQuote } from '#server/modules/quotes/testing.ts';
import { askForLinks, runs } from './flows/links.ts';
import { askToUseCredit, owing, sentTo } from './testing.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let addresses = 0;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const newAddress = () => `ngozi${++addresses}@buyers.example`;

async function customer(owner: Owner, email: string, name = 'Mrs Bello') {
  const { data } = await owner.call(api.customers.create, { params, body: { name, email } });
  return data.id;
}

async function sent(owner: Owner, customerId: string, naira: number) {
  const body = sampleInvoice({
    customerId,
    clientName: undefined,
    clientEmail: undefined,
    taxRate: 0,
    dueDate: addDays(dateIn(systemClock()), 7),
    items: [{ description: 'Rice', quantity: 1_000_000, rate: major(naira) }],
  });
  const { data } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  return data;
}

const pay = (owner: Owner, id: string, naira: number, more: object = {}) =>
  owner.call(api.offlinePayments.record, {
    params: { ...params, id },
    body: { amount: major(naira), day: dateIn(systemClock()), method: 'cash', ...more },
  });

const go = (path: string, more: RequestInit & { cookie?: string } = {}) =>
  fetch(`${app.url}${path}`, {
    redirect: 'manual',
    ...more,
    headers: { ...(more.cookie ? { Cookie: more.cookie } : {}), ...more.headers },
  });
const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
const json = (body: object) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

/** The links of the newest mail to an address. */
const linksMailed = (email: string) =>
  eventually(async () => {
    const { rows } = await sql<{ text: string }>`select body_text as text from kept_mails
      where to_address = ${email} and body_text like '%/my/open/%' order by id desc`.execute(app.store.db);
    const links = [...(rows[0]?.text ?? '').matchAll(/\/my\/open\/[\w-]{43}/g)].map(([path]) => path);
    return links.length > 0 ? links : undefined;
  });

async function linkFor(email: string): Promise<string> {
  expect((await go('/my', form({ email }))).status).toBe(200);
  const [link = ''] = await linksMailed(email.trim().toLowerCase());
  return link;
}

async function cookieBy(link: string): Promise<string> {
  const answer = await go(link, { method: 'POST' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/my']);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

type Portal = {
  business: { name: string };
  customer: { name: string };
  accounts: {
    currency: string;
    owed: number;
    credit: number;
    open: { number: string; publicId: string }[];
  }[];
  settled: { number: string; state: string }[];
  receipts: { number: string; amount: number }[];
  creditNotes: { number: string; invoiceNumber: string }[];
};

const read = async (cookie: string) =>
  ((await (await go('/api/my', { cookie })).json()) as { data: Portal }).data;
const statusOf = async (path: string, cookie: string) => (await go(path, { cookie })).status;

async function shared(owner: Owner, id: string): Promise<string> {
  const { data } = await owner.call(api.customerPortal.share, { params: { ...params, id } });
  return new URL(data.url).pathname;
}

test('whoever asks sees what they owe as their statement has it, what they paid and were given, and leaves again', async () => {
  const owner = await newOwner(app, { name: 'Okafor & Sons' });
  const email = newAddress();
  const id = await customer(owner, email);
  const rice = await sent(owner, id, 100_000);
  const beans = await sent(owner, id, 40_000);
  const yams = await sent(owner, id, 30_000);
  await pay(owner, beans.id, 45_000, { keepRestAsCredit: true });
  await pay(owner, rice.id, 60_000);
  await owner.call(api.creditNotes.issue, {
    params: { ...params, id: rice.id },
    body: { lines: [{ item: 0, amount: major(10_000) }], reason: 'return' },
  });
  const link = await linkFor(` ${email.toUpperCase()} `);

  // Programs that look at links use none up.
  for (let time = 0; time < 3; time++) {
    const offer = await go(link);
    expect([offer.status, offer.headers.getSetCookie()]).toEqual([200, []]);
    expect(await offer.text()).toContain('Okafor &amp; Sons');
  }
  const opened = await go(link, { method: 'POST' });
  expect(opened.headers.getSetCookie().map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;'))).toEqual([
    'duewell_customer=…; Max-Age=86400; Path=/my; HttpOnly; SameSite=Lax',
    'duewell_customer=…; Max-Age=86400; Path=/api/my; HttpOnly; SameSite=Lax',
  ]);
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { data: statement } = await owner.call(api.customerStatements.read, { params: { ...params, id } });
  const portal = await read(cookie);
  expect(portal).toMatchObject({
    customer: { name: 'Mrs Bello' },
    accounts: [{ currency: 'NGN', owed: 60_000, credit: 5_000 }],
    settled: [{ number: beans.invoiceNumber, state: 'paid' }],
    receipts: [{ amount: 60_000 }, { amount: 45_000 }],
    creditNotes: [{ number: 'CRN-0001', invoiceNumber: rice.invoiceNumber }],
  });
  expect(major(portal.accounts[0]?.owed ?? 0)).toBe(statement.outstanding);
  expect(portal.accounts[0]?.open.map(({ number }) => number)).toEqual([
    rice.invoiceNumber,
    yams.invoiceNumber,
  ]);

  const page = await (await go('/my', { cookie })).text();
  expect(page.replace(/<[^>]+>/g, '')).toContain('You owe Okafor &amp; Sons ₦60,000.00 on 2 invoices.');
  for (const { invoiceNumber, title } of [rice, beans])
    expect(page.replace(/<[^>]+>/g, '')).toContain(`${invoiceNumber} ${title}`);
  expect(page).toContain(`href="/pay/${portal.accounts[0]?.open[0]?.publicId}"`);
  expect(page).not.toMatch(/<script(?! type="module" src="\/)/);
  const pdf = await go('/api/my/statement.pdf?currency=NGN&shows=open', { cookie });
  expect((await pagesOf(new Uint8Array(await pdf.arrayBuffer()))).join(' ')).toContain('₦60,000.00');
  const told = await go('/api/my/statement?currency=NGN', { cookie });
  expect(await told.json()).toMatchObject({ data: { outstanding: 60_000, credit: 5_000 } });
  // Another seller's document leads to the form that asks.
  expect(await (await go(`/my?of=${(await newOwner(app)).businessId}`, { cookie })).text()).toContain(
    'name="email"',
  );

  expect((await go('/my/log-out', { method: 'POST', cookie })).status).toBe(303);
  expect(await statusOf('/api/my', cookie)).toBe(410);
});

test('an address tells nothing: the answer is the same, and so is all that is done before it', async () => {
  const quiet = await testApp({ ROLE: 'web', DATABASE_URL: 'postgres://unused.example/unused' });
  try {
    const owner = await newOwner(quiet);
    const email = newAddress();
    await sent(owner, await customer(owner, email), 1_000);
    const answers = [];
    for (const address of [email, `nobody.${email}`]) {
      const ask = async (path: string, more: RequestInit) => {
        const answer = await fetch(`${quiet.url}${path}`, more);
        return [answer.status, (await answer.text()).replaceAll(address, 'address')];
      };
      answers.push([
        await ask('/api/my/link', json({ email: address })),
        await ask('/my', form({ email: address })),
      ]);
      // The look-up is the job's.
      const asking = () => askForLinks(quiet.scope(), address, null);
      expect(await queriesDuring(asking, /from customers c join/)).toBe(0);
    }
    expect(answers[0]).toEqual(answers[1]);
  } finally {
    await quiet.close();
  }
});

test('no more mails go to one address than a few an hour, and none to whom nobody sent an invoice', async () => {
  const owner = await newOwner(app);
  const [email, stranger] = [newAddress(), newAddress()];
  await sent(owner, await customer(owner, email), 1_000);
  await customer(owner, stranger);
  const mails = async (to: string) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from messages
      where to_address = ${to} and kind = 'portalLinks'`.execute(app.store.db);
    return rows[0]?.count;
  };
  const scope = app.scope();
  for (let time = 0; time < 7; time++)
    await runs.links(scope, { key: `portal:${email}:${time}`, email, language: null });
  await runs.links(scope, { key: `portal:${stranger}`, email: stranger, language: null });
  expect([await mails(email), await mails(stranger)]).toEqual([5, 0]);
  const strict = await testApp({ RATE_PORTAL_LINKS_PER_HOUR: '1' });
  try {
    const asked = await Promise.all([1, 2].map(() => fetch(`${strict.url}/api/my/link`, json({ email }))));
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 429]);
  } finally {
    await strict.close();
  }
});

test('without a script ticked invoices are paid by a plain form, as far as they still can be', async () => {
  const owner = await newOwner(app);
  const { cookie, invoices } = await owing(app, owner, [100_00, 250_50, 300_00]);
  const page = await (await go('/my', { cookie })).text();
  expect(
    page.match(/<input type="checkbox" name="invoice" value="[\w-]+" data-minor="\d+" checked>/g),
  ).toHaveLength(3);
  expect(page).toContain('Pay the ticked invoices');
  const send = (keys: string[], more: Record<string, string> = {}) =>
    go('/my/pay', {
      method: 'POST',
      body: new URLSearchParams(keys.map((key): [string, string] => ['invoice', key])),
      cookie,
      headers: more,
    });
  const keys = invoices.map(({ publicId }) => publicId);
  const sentTo = await send([...keys, 'not-theirs']);
  const path = sentTo.headers.get('location') ?? '';
  expect([sentTo.status, path]).toEqual([303, expect.stringMatching(/^\/my\/pay\/dw_[\w-]+\?left=1$/)]);
  const shown = await (await go(path, { cookie })).text();
  for (const text of [
    '650<span class="k">.50',
    '1 invoice was left out',
    ...invoices.map(({ number }) => number),
  ])
    expect(shown).toContain(text);
  expect(await statusOf(path, '')).toBe(200);
  expect(await (await go(path)).text()).not.toContain(invoices[0]?.number);
  const stranger = await owing(app, owner, [100_00]);
  expect((await go(path, { cookie: stranger.cookie })).status).toBe(303);
  // Elsewhere sent, none ticked, too many ticked.
  expect((await send(keys, { 'Sec-Fetch-Site': 'cross-site' })).headers.get('location')).toBe('/my');
  const none = await send([]);
  expect([none.status, (await none.text()).includes('Tick at least one invoice')]).toEqual([422, true]);
  const many = await send(Array.from({ length: 21 }, (_, at) => `key-${at}`));
  expect([many.status, (await many.text()).includes('Tick up to 20')]).toEqual([422, true]);
  // Less is owed now: the old sum is asked for no more.
  await pay(owner, invoices[0]?.id ?? '', 100);
  expect((await go(path, { cookie })).headers.get('location')).toBe('/my');
});

test('credit pays the ticked invoices, what is asked of each, the one due first before the others', async () => {
  const owner = await newOwner(app);
  const { customerId, cookie, invoices } = await owing(app, owner, [100_00, 250_50, 300_00]);
  const [first, second, third] = invoices.map(({ publicId }) => publicId);
  const use = (keys: (string | undefined)[], headers: Record<string, string> = {}) =>
    go('/my/credit', {
      method: 'POST',
      body: new URLSearchParams(keys.map((key): [string, string] => ['invoice', key ?? ''])),
      cookie,
      headers,
    });
  const told = async (answer: Response) => [answer.status, (await answer.text()).replace(/<[^>]+>/g, '')];
  expect(await told(await use([first]))).toEqual([422, expect.stringContaining('no credit left to use')]);
  for (const amount of [30, 400]) {
    const earlier = await sent(owner, customerId, 10);
    await pay(owner, earlier.id, 10 + amount, { keepRestAsCredit: true });
  }
  expect(await (await go('/my', { cookie })).text()).toContain('Use your credit of ₦430.00');
  expect((await use([third], { 'Sec-Fetch-Site': 'cross-site' })).headers.get('location')).toBe('/my');

  // Two credits, for two of three, and one that is not theirs.
  const page = await told(await use([third, first, 'not-theirs']));
  expect(page).toEqual([
    200,
    expect.stringContaining(
      `₦400.00 of your credit was used for ${invoices[0]?.number}, ${invoices[2]?.number}.`,
    ),
  ]);
  expect(page[1]).toContain('1 invoice was left out');
  expect(page[1]).toContain('You owe');
  expect((await read(cookie)).accounts).toMatchObject([
    { owed: 250.5, credit: 30, open: [{ publicId: second }] },
  ]);
  const rest = await askToUseCredit(app, cookie, [second ?? '']);
  expect(rest.data).toEqual({
    currency: 'NGN',
    used: 30,
    dropped: 0,
    invoices: [{ number: invoices[1]?.number, amount: 30 }],
  });
  expect((await askToUseCredit(app, cookie, [second ?? ''])).status).toBe(409);
  const { activities } = (await owner.call(api.activities.list, { params })).data;
  expect(activities.filter(({ activityType }) => activityType === 'credit_used')).toHaveLength(4);
});

test('credit pays no more than is asked now', async () => {
  const owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
  const { customerId, cookie } = await owing(app, owner, []);
  const earlier = await sent(owner, customerId, 10);
  await pay(owner, earlier.id, 10_010, { keepRestAsCredit: true });
  const today = dateIn(app.config.clock());
  const rest = { label: 'Rest', rest: true, due: { days: 30 } };
  const deposit = { label: 'Deposit', percent: 4_000, due: { on: 'acceptance' as const } };
  // Of ₦1,000 each; but for the parts, what is not asked is settled by what was agreed.
  const agreed = [
    { what: 'tax they keep', more: {}, asked: 960, as: 'paid' },
    {
      what: 'early',
      more: { earlyPayment: { percent: 200, until: addDays(today, 3) } },
      asked: 980,
      as: 'paid',
    },
    { what: 'parts', more: { schedule: [deposit, rest] }, asked: 400, as: null },
  ];
  for (const { what, more, asked, as } of agreed) {
    const invoice = await sentTo(owner, customerId, major(1_000), addDays(today, 9), more);
    if (what === 'tax they keep')
      await owner.call(api.withholding.declare, {
        params: { ...params, id: invoice.id },
        body: { kind: 'services' },
      });
    const used = await askToUseCredit(app, cookie, [invoice.publicId]);
    const row = await app.system.db
      .selectFrom('invoices')
      .select(['paid_minor', 'settled_as'])
      .where('id', '=', invoice.id)
      .executeTakeFirstOrThrow();
    expect([what, used.data?.used, row.paid_minor, row.settled_as]).toEqual([what, asked, major(asked), as]);
  }
});

test('the sum after the days of a discount is less the tax they keep; what nobody asked for yet is not ticked', async () => {
  const owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
  const { customerId, cookie } = await owing(app, owner, []);
  const today = dateIn(app.config.clock());
  const early = await sentTo(owner, customerId, major(1_000), addDays(today, 9), {
    earlyPayment: { percent: 200, until: addDays(today, 3) },
  });
  await owner.call(api.withholding.declare, {
    params: { ...params, id: early.id },
    body: { kind: 'services' },
  });
  const waits = await sentTo(owner, customerId, major(1_000), addDays(today, 9), {
    schedule: [
      { label: 'When ready', percent: 4_000, due: { on: 'ask' as const } },
      { label: 'Rest', rest: true, due: { days: 30 } },
    ],
  });
  const page = await (await go('/my', { cookie })).text();
  expect(page).toContain('₦20.00 (2%) is taken off');
  expect(page).toContain('After that day you pay ₦960.00');
  const box = (id: string) => new RegExp(`value="${id}"[^>]*>`).exec(page)?.[0] ?? '';
  expect([box(early.publicId), box(waits.publicId)].map((tag) => tag.includes('checked'))).toEqual([
    true,
    false,
  ]);
});

test('quotes stand there with their state, credit notes open as PDF, and only for their customer', async () => {
  const owner = await newOwner(app);
  const { customerId, cookie, invoices } = await owing(app, owner, [1_000_00]);
  const { cookie: other } = await owing(app, owner, [1_000_00]);
  const note = await owner.call(api.creditNotes.issue, {
    params: { ...params, id: invoices[0]?.id ?? '' },
    body: { lines: [{ item: 0, amount: major(100) }], reason: 'price' },
  });
  const quote = await sentQuote(owner, { customerId, clientName: undefined, clientEmail: undefined });
  const path = `/api/my/credit-notes/${note.data.id}/pdf`;
  const pdf = await go(path, { cookie });
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect([await statusOf(path, other), await statusOf('/api/my/credit-notes/crn_x/pdf', cookie)]).toEqual([
    404, 404,
  ]);
  expect(await statusOf(path, '')).toBe(410);
  const page = await (await go('/my', { cookie })).text();
  expect(page).toContain(path);
  expect(page).toMatch(/\/quote\/[\w-]+"><span><b>QUO-0001<\/b> <span class="badge">Waiting for your answer/);
  expect((await (await go('/my', { cookie: other })).text()).includes('QUO-0001')).toBe(false);
  expect(quote).toBeDefined();
});

test('one link for each business that knows the address, and each opens that business alone', async () => {
  const owners = [await newOwner(app, { name: 'Ade Foods' }), await newOwner(app, { name: 'Bisi Stores' })];
  const email = newAddress();
  const numbers: Record<string, number> = {};
  for (const [at, owner] of owners.entries()) {
    await sent(owner, await customer(owner, email), (at + 1) * 1_000);
    await sent(owner, await customer(owner, newAddress(), 'Somebody Else'), 7_777);
    numbers[at === 0 ? 'Ade Foods' : 'Bisi Stores'] = (at + 1) * 1_000;
  }
  await go('/api/my/link', json({ email }));
  const links = await linksMailed(email);
  expect(links).toHaveLength(2);
  const seen: Record<string, number> = {};
  for (const link of links) {
    const cookie = await cookieBy(link);
    const { business, accounts } = await read(cookie);
    seen[business.name] = accounts[0]?.owed ?? 0;
    const page = await (await go('/my', { cookie })).text();
    expect(page).not.toContain(business.name === 'Ade Foods' ? 'Bisi Stores' : 'Ade Foods');
    expect(page).not.toMatch(/7,777|Somebody Else/);
  }
  expect(seen).toEqual(numbers);
});

test('a link opens once, however many open it together', async () => {
  const owner = await newOwner(app);
  const email = newAddress();
  await sent(owner, await customer(owner, email), 1_000);
  const link = await linkFor(email);
  const answers = await Promise.all(Array.from({ length: 12 }, () => go(link, { method: 'POST' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array.from({ length: 11 }, () => 410)]);
  const token = link.split('/').at(-1) ?? '';
  const gone = await Promise.all([
    go(link),
    go(link, { method: 'POST' }),
    go(`/my/open/${'x'.repeat(43)}`),
    go('/my/open/nothing'),
  ]);
  expect(new Set(gone.map(({ status }) => status))).toEqual(new Set([410]));
  expect(new Set(await Promise.all(gone.map((answer) => answer.text()))).size).toBe(1);
  expect((await go('/api/my/open', json({ token }))).status).toBe(410);
});

test('a used link shows the way to the page that this browser holds, and whose it is', async () => {
  const owner = await newOwner(app);
  const email = newAddress();
  await sent(owner, await customer(owner, email), 1_000);
  const link = await linkFor(email);
  const cookie = await cookieBy(link);
  const isShown = async (method: string) => {
    const again = await go(link, { method, cookie });
    const text = await again.text();
    return [again.status, text.includes('Your invoices from'), text.includes('Ask for a new link')];
  };
  for (const method of ['GET', 'POST']) expect(await isShown(method)).toEqual([410, true, false]);
  expect((await go('/my/log-out', { method: 'POST', cookie })).status).toBe(303);
  expect(await isShown('GET')).toEqual([410, false, true]);
});

test('an invoice long overdue is paid from its own page while its customer’s page is open', async () => {
  const owner = await newOwner(app);
  const email = newAddress();
  const { id } = await sent(owner, await customer(owner, email), 1_000);
  const due = addDays(dateIn(app.config.clock()), -121);
  const { public_id: publicId } = await app.system.db
    .updateTable('invoices')
    .set({ due_date: due, issue_date: due })
    .where('id', '=', id)
    .returning('public_id')
    .executeTakeFirstOrThrow();
  const isExpired = async () =>
    (await (await go(`/pay/${publicId}`)).text()).includes('This payment link has expired');
  expect(await isExpired()).toBe(true);
  const cookie = await cookieBy(await linkFor(email));
  expect(await (await go('/my', { cookie })).text()).toContain(`value="${publicId}"`);
  expect(await isExpired()).toBe(false);
  await go('/my/log-out', { method: 'POST', cookie });
  expect(await isExpired()).toBe(true);
});

test('a form elsewhere opens no page in somebody else’s browser', async () => {
  const owner = await newOwner(app);
  const id = await customer(owner, newAddress());
  const link = await shared(owner, id);
  const forged = await go(link, { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } });
  expect([forged.status, forged.headers.getSetCookie()]).toEqual([200, []]);
});

test('a shared link opens until its owner ends it or shares another, and so long is what it opened', async () => {
  const owner = await newOwner(app);
  const id = await customer(owner, newAddress());
  const where = { params: { ...params, id } };
  expect((await owner.call(api.customerPortal.shared, where)).data.expiresAt).toBeNull();
  const first = await shared(owner, id);
  const cookies = [await cookieBy(first), await cookieBy(first)];
  const second = await shared(owner, id);
  expect(await Promise.all(cookies.map((cookie) => statusOf('/api/my', cookie)))).toEqual([410, 410]);
  expect((await go(first)).status).toBe(410);
  const cookie = await cookieBy(second);
  expect(await statusOf('/api/my', cookie)).toBe(200);
  expect((await owner.call(api.customerPortal.shared, where)).data.expiresAt).toBeInstanceOf(Date);
  await owner.call(api.customerPortal.unshare, where);
  await owner.call(api.customerPortal.unshare, where);
  expect([await statusOf('/api/my', cookie), (await go(second, { method: 'POST' })).status]).toEqual([
    410, 410,
  ]);
  const { rows } = await sql<{ detail: string }>`select detail from security_events
    where business_id = ${owner.businessId} and event = 'portal_link_changed' order by position`.execute(
    app.store.db,
  );
  expect(rows.map(({ detail }) => detail)).toEqual(['Shared', 'Shared', 'Ended']);
  const other = await newOwner(app);
  expect(await refusalOf(other.call(api.customerPortal.share, where))).toMatchObject({ status: 404 });
});

test('a page follows its customer into another record, stays when they leave the list, and goes with their data', async () => {
  const owner = await newOwner(app);
  const [kept, other] = [
    await customer(owner, newAddress(), 'Ada'),
    await customer(owner, newAddress(), 'Ada O.'),
  ];
  await sent(owner, kept, 1_000);
  await sent(owner, other, 2_000);
  const cookie = await cookieBy(await shared(owner, other));
  await owner.call(api.customers.merge, { params: { ...params, id: kept }, body: { customerId: other } });
  expect(await read(cookie)).toMatchObject({ customer: { name: 'Ada' }, accounts: [{ owed: 3_000 }] });
  await owner.call(api.customers.remove, { params: { ...params, id: kept } });
  expect((await read(cookie)).accounts).toMatchObject([{ owed: 3_000 }]);
  expect(await statusOf('/api/my/statement.pdf?currency=NGN', cookie)).toBe(200);
});

test('links and sessions end by the clock, and are let go of', async () => {
  const late = await testApp();
  const before = app;
  app = late;
  try {
    const owner = await newOwner(app);
    const email = newAddress();
    const id = await customer(owner, email);
    await sent(owner, id, 1_000);
    const asked = await linkFor(email);
    app.advance(16 * MINUTE_MS);
    expect((await go(asked, { method: 'POST' })).status).toBe(410);
    const link = await shared(owner, id);
    app.advance(6 * 24 * HOUR_MS);
    const cookie = await cookieBy(link);
    app.advance(23 * HOUR_MS);
    expect(await statusOf('/api/my', cookie)).toBe(200);
    app.advance(2 * HOUR_MS);
    expect([await statusOf('/api/my', cookie), (await go(link)).status]).toEqual([410, 410]);
    app.advance(48 * HOUR_MS);
    await enforceRetention(app.scope());
    const { rows } = await sql<{ left: number }>`select (select count(*) from portal_links)
      + (select count(*) from portal_sessions) as left`.execute(app.store.db);
    expect(Number(rows[0]?.left)).toBe(0);
  } finally {
    app = before;
    await late.close();
  }
});
