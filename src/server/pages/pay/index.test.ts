import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { onlyProvider } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  major,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';

let app: TestApp;
let owner: Owner;
let down = false;

beforeAll(async () => {
  app = await testApp(
    {},
    {
      ports: (made) => {
        const [sandbox] = made.payments.all;
        if (!sandbox) throw new Error('there is a sandbox');
        const flaky: typeof sandbox = {
          ...sandbox,
          startCheckout: async (request) =>
            down ? { ok: false, reason: 'down', retry: true } : sandbox.startCheckout(request),
        };
        return { ...made, payments: onlyProvider(flaky) };
      },
    },
  );
  owner = await newOwner(app);
});
afterAll(() => app.close());

const params = { currency: 'NGN' } as const;
const get = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' });

async function sentInvoice(): Promise<{ id: string; path: string }> {
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const { public_id } = await app.system.db
    .selectFrom('invoices')
    .select('public_id')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  return { id: data.id, path: `/pay/${public_id}` };
}

/** Approves the payment on the provider's page and goes wherever that leads; tells every address on the way. */
async function payFromWallet(page: string, outcome = 'approve'): Promise<{ visited: URL[]; text: string }> {
  const link = /href="([^"]+method=wallet)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const start = new URL(link);
  const visited: URL[] = [];
  let answer = await fetch(`${start.origin}${start.pathname}/wallet`, {
    method: 'POST',
    body: new URLSearchParams({ attempt: 'once', outcome }),
    headers: { Origin: start.origin },
    redirect: 'manual',
  });
  while (answer.status === 303) {
    const next = new URL(answer.headers.get('location') ?? '', start);
    visited.push(next);
    answer = await fetch(next, { redirect: 'manual' });
  }
  return { visited, text: await answer.text() };
}

test('the link of an invoice long overdue is paid from again once its customer was reminded', async () => {
  const { id, path } = await sentInvoice();
  const due = addDays(dateIn(app.config.clock()), -121);
  await app.system.db
    .updateTable('invoices')
    .set({ due_date: due, issue_date: due })
    .where('id', '=', id)
    .execute();
  expect(await (await get(path)).text()).toContain('This payment link has expired');
  await owner.call(api.invoices.remind, { params, body: { invoiceId: id, channels: ['whatsapp'] } });
  const page = await (await get(path)).text();
  expect(page).not.toContain('This payment link has expired');
  expect(page).toContain('id="ways"');
});

test('a customer pays, comes back to a clean address and finds the receipt', async () => {
  const { path } = await sentInvoice();
  const first = await get(path);
  const page = await first.text();
  expect(first.status).toBe(200);
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(first.headers.get('x-robots-tag')).toContain('noindex');
  expect(first.headers.get('set-cookie')).toBeNull();
  expect(page).toContain('TEST MODE: no real money moves');
  expect(page).toMatch(/data-copy="\d{10}"/);
  const { visited, text: receipt } = await payFromWallet(page);
  const [returned, clean] = visited.slice(-2);
  expect([returned?.pathname, returned?.searchParams.has('reference')]).toEqual([path, true]);
  expect([clean?.pathname, clean?.search]).toEqual([path, '']);
  expect(receipt).toContain('Payment received');
  expect(receipt).toContain('Wallet');
  expect(receipt).not.toContain('<details');
});

/** How a provider names the checkout a payer comes back from. */
const spellings: Record<string, (reference: string) => string> = {
  Paystack: (reference) => `reference=${reference.replaceAll('_', '.')}&trxref=${reference}`,
  Monnify: (reference) => `paymentReference=${reference}`,
  Flutterwave: (reference) => `status=successful&tx_ref=${reference}&transaction_id=1`,
};

test.each(Object.entries(spellings))(
  'a payer who comes back from %s before the payment is known is told that it is being checked',
  async (_provider, queryOf) => {
    const { id, path } = await sentInvoice();
    await get(path);
    const { reference } = await app.system.db
      .selectFrom('checkouts')
      .select('reference')
      .where('invoice_id', '=', id)
      .executeTakeFirstOrThrow();
    const answer = await get(`${path}?${queryOf(reference)}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?back=1`]);
    for (const query of ['', '?back=1']) {
      const checking = await (await get(`${path}${query}`)).text();
      expect(checking).toContain('We are checking for your payment');
      expect(checking).toContain('data-account="');
    }
  },
);

test.each(['back=1', 'reference=x&trxref=x', 'session_id=cs_test_1', 'tx_ref='])(
  'an address alone (%s) never says that a payment is being checked',
  async (query) => {
    const { path } = await sentInvoice();
    await get(path);
    const page = await (await fetch(`${app.url}${path}?${query}`)).text();
    expect(page).toContain('data-account="');
    expect(page).not.toContain('We are checking');
  },
);

test('a payment that was declined says so, at whatever address, and can be tried again', async () => {
  const { path } = await sentInvoice();
  const pageAt = async (address: string) => (await get(address)).text();
  await payFromWallet(await pageAt(path), 'decline');
  // The provider tells it by a notice.
  await eventually(async () => (await pageAt(path)).includes('did not go through'));
  for (const query of ['', '?back=1']) {
    const page = await pageAt(`${path}${query}`);
    expect(page).toContain('The payment did not go through');
    expect(page).not.toContain('We are checking');
    expect(page).toContain('data-account="');
  }
});

test('whoever gave up, or came by a link that was only followed about, sees the plain page', async () => {
  const { path } = await sentInvoice();
  const gaveUp = await get(`${path}?status=cancelled&tx_ref=x`);
  expect([gaveUp.status, gaveUp.headers.get('location')]).toEqual([303, path]);
  const shared = await get(`${path}?fbclid=abc&utm_source=whatsapp`);
  expect(shared.status).toBe(200);
  expect(await shared.text()).not.toContain('We are checking');
});

test('a receipt is shown at its clean address whatever was added', async () => {
  const { path } = await sentInvoice();
  await payFromWallet(await (await get(path)).text());
  for (const query of ['back=1', 'reference=x']) {
    const answer = await get(`${path}?${query}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
  }
});

test('the picture for chats is there for whoever has the link, is kept, and leads nowhere otherwise', async () => {
  const { path } = await sentInvoice();
  const picture = await get(`${path}/card.png`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(picture.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(picture.headers.get('x-robots-tag')).toContain('noindex');
  expect((await picture.bytes()).byteLength).toBeGreaterThan(10_000);
  expect((await get('/pay/unknown/card.png')).status).toBe(404);
});

test('an account number that has run out gives way to a fresh one', async () => {
  const { id, path } = await sentInvoice();
  const numberOn = async () => /data-account="(\d{10})"/.exec(await (await get(path)).text())?.[1];
  const first = await numberOn();
  expect(first).toMatch(/^\d{10}$/);
  expect(await numberOn()).toBe(first);
  const { account } = await app.system.db
    .selectFrom('checkouts')
    .select('account')
    .where('invoice_id', '=', id)
    .executeTakeFirstOrThrow();
  await app.system.db
    .updateTable('checkouts')
    .set({ account: JSON.stringify({ ...account, expiresAt: new Date(0) }) })
    .where('invoice_id', '=', id)
    .execute();
  expect(await numberOn()).toMatch(/^\d{10}$/);
  expect(await numberOn()).not.toBe(first);
});

test('while the provider is down the invoice is shown and paying is not', async () => {
  const { path } = await sentInvoice();
  down = true;
  const page = await (await get(path)).text();
  down = false;
  expect(page).toContain('Payments are briefly unavailable');
  expect(page).toContain('Jollof rice, large tray');
  expect(await (await get(path)).text()).toContain('id="bank-transfer"');
});

test('a deleted invoice says so, and links that lead nowhere get one and the same page', async () => {
  const { id, path } = await sentInvoice();
  await owner.call(api.invoices.remove, { params, body: { invoiceId: id } });
  expect(await (await get(path)).text()).toContain('This invoice was cancelled');
  for (const wrong of ['/pay/unknown', '/pay/%00', `/pay/${'a'.repeat(65)}`, '/pay/a%27b?reference=x']) {
    const answer = await get(wrong);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('This payment link does not exist or is no longer available');
  }
});

test('an invoice that was never sent has no page', async () => {
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  const { public_id } = await app.system.db
    .selectFrom('invoices')
    .select('public_id')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  expect(data.totalAmount).toBe(major(129_000));
  expect((await get(`/pay/${public_id}`)).status).toBe(404);
});

test('too many visits get a page that says so', async () => {
  const busy = await testApp({ RATE_REQUESTS_PER_MINUTE: '2', CLOCK: '2026-12-08T09:00:05Z' });
  const statuses: number[] = [];
  let last = '';
  for (let visit = 0; visit < 3; visit++) {
    const answer = await fetch(`${busy.url}/pay/unknown`);
    statuses.push(answer.status);
    last = await answer.text();
  }
  await busy.close();
  expect(statuses).toEqual([404, 404, 429]);
  expect(last).toContain('<h1');
  expect(last).toContain('Too many requests');
});
