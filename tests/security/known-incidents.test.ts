import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, endpoints } from '#contract/index.ts';
import { newToken } from '#core/ids.ts';
import { minor } from '#core/money.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import { readConfig } from '#server/config/config.ts';
import { unsubscribeUrlFor } from '#server/modules/notifications/rules/unsubscribe.ts';
import { payFor, sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy, reported } from '../fake-provider.ts';
import { brokenLedgerInvariants } from '../fault-injection/ledger-comparison.ts';
import { eventually, newOwner, type Owner, type TestApp, testApp } from '../harness.ts';
import { scanFolder } from '../source-scan.ts';

// Incidents of other products that no other test of ours would have caught; docs/reports/peers.md tells which is for
// what.
const params = { currency: 'NGN' } as const;
const CANARY = 'Canary Ventures Onitsha';
const fake = createFakeProvider();
let app: TestApp;
let alice: Owner;
let mallory: Owner;

beforeAll(async () => {
  app = await testApp({}, { sweeps: false, ports: paidBy(fake) });
  alice = await newOwner(app, { name: CANARY });
  mallory = await newOwner(app);
});
afterAll(() => app.close());

const at = (path: string, init: RequestInit = {}) =>
  fetch(`${app.url}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(60_000), ...init });
const byOwner = (owner: Owner) => ({ Authorization: `Bearer ${owner.token}` });
const asJson = { 'Content-Type': 'application/json' };

describe('doors', () => {
  test('what is open to anybody, and what can be removed, is listed here and nothing else', () => {
    const named = (which: (one: (typeof endpoints)[number]) => boolean) =>
      endpoints
        .filter(which)
        .map(({ name }) => name)
        .sort();
    expect(named(({ endpoint }) => endpoint.auth === 'none')).toEqual([
      'account.google',
      'account.googleCallback',
      'account.googleExchange',
      'customerPortal.ask',
      'customerPortal.creditNotePdf',
      'customerPortal.open',
      'customerPortal.pay',
      'customerPortal.payWithCredit',
      'customerPortal.read',
      'customerPortal.statement',
      'customerPortal.statementPdf',
      'customerPortal.stopCard',
      'extension.exchange',
      'files.download',
      'geography.cities',
      'geography.countries',
      'geography.states',
      'identity.forgotPassword',
      'identity.login',
      'identity.register',
      'identity.resendVerification',
      'identity.resetPassword',
      'identity.verifyEmail',
      'inbox.notice',
      'live.status',
      'messages.mailEvent',
      'passkeys.beginSignIn',
      'passkeys.signIn',
      'payments.payable',
      'payments.payableNews',
      'payments.payablePdf',
      'payments.receiptPdf',
      'quotes.accept',
      'quotes.decline',
      'quotes.pay',
      'quotes.publicPdf',
      'quotes.publicRead',
      'quotes.question',
      'quotes.sendCode',
      'savedCards.agree',
      'waitlist.join',
      'whatsapp.challenge',
      'whatsapp.notice',
      'withholding.declareAsPayer',
    ]);
    // No payment, receipt, withdrawal or ledger row among them.
    expect(named(({ endpoint }) => endpoint.method === 'DELETE')).toEqual([
      'account.revokeOthers',
      'assistant.forgetLearned',
      'assistant.newThread',
      'bankStatements.remove',
      'connections.disconnectGoogle',
      'customerPortal.unshare',
      'customers.remove',
      'identity.revokeSession',
      'invoices.remove',
      'passkeys.remove',
      'push.unsubscribe',
      'reminders.withdrawPromise',
      'savedCards.stop',
      'staff.archive',
      'whatsapp.unlink',
    ]);
  });

  test('no parameter, header or cookie switches the log-in off', async () => {
    const token = alice.token;
    const words = 'public=1&share=1&sharelink=x&hashp=x&guest=true&auth=none&login=0&debug=1&setup=1';
    const headers = {
      Cookie: `token=${token}; session=${token}; auth=${token}; user=admin`,
      'X-Middleware-Subrequest': 'middleware:middleware:middleware',
      'X-Original-URL': '/api/status',
      'X-Rewrite-URL': '/livez',
      'X-HTTP-Method-Override': 'GET',
      'X-Forwarded-User': 'system',
      'X-User-Id': alice.userId,
      'X-Auth-Token': token,
      'X-Api-Key': token,
    };
    const basic = `Basic ${Buffer.from(`admin:${token}`).toString('base64')}`;
    const tricks: [string, Record<string, string>][] = [
      [`${words}&token=${token}&access_token=${token}&api_key=${token}`, headers],
      [words, { Authorization: basic }],
    ];
    for (const { name, endpoint } of endpoints.filter((one) => one.endpoint.auth !== 'none'))
      for (const [query, more] of tricks) {
        const path = endpoint.path.replace(':currency', 'ngn').replaceAll(/:\w+/g, alice.businessId);
        const body = endpoint.method === 'GET' ? {} : { body: '{}' };
        const answer = await at(`${path}?${query}`, {
          method: endpoint.method,
          headers: { ...asJson, ...more },
          ...body,
        });
        expect([name, answer.status], JSON.stringify(more)).toEqual([name, 401]);
        await answer.body?.cancel();
      }
  }, 60_000);

  test('a call that reads changes nothing', async () => {
    // An export of all data is logged, and its owner notified by email.
    const volatile = ['rate_counters', 'sessions', 'security_events', 'audit_links', 'messages'];
    const state = async () => {
      const { rows: tables } = await sql<{
        name: string;
      }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(app.store.db);
      const found: Record<string, unknown> = {};
      for (const { name } of tables.filter((table) => !volatile.includes(table.name))) {
        const { rows } = await sql`select count(*), md5(string_agg(t::text, '|' order by t::text)) as all
          from ${sql.table(name)} t where to_jsonb(t)->>'business_id' = ${alice.businessId}`.execute(
          app.store.db,
        );
        found[name] = rows[0];
      }
      return found;
    };
    const before = await state();
    const changing = new URLSearchParams({
      delete: '1',
      action: 'delete',
      status: 'paid',
      _method: 'DELETE',
    });
    for (const { endpoint } of endpoints.filter((one) => one.endpoint.method === 'GET')) {
      const path = endpoint.path.replace(':currency', 'ngn').replaceAll(/:\w+/g, alice.businessId);
      for (const query of ['', `?${changing}`]) {
        const answer = await at(path + query, { headers: byOwner(alice) });
        await answer.body?.cancel();
      }
    }
    expect(await state()).toEqual(before);
  }, 60_000);

  test.each([
    '/setup',
    '/install',
    '/api/setup',
    '/api/setup/check',
    '/update',
    '/api/update',
    '/admin',
    '/api/admin/create',
    '/api/auth/admin',
    '/api/staff/create',
    '/phpinfo.php',
    '/.env',
    '/.git/config',
    '/index.php/guest/get/attachment/x',
    '/storage/logs/app.log',
    '/metrics',
  ])('there is nothing at %s', async (path) => {
    for (const method of ['GET', 'POST']) expect((await at(path, { method })).status).toBe(404);
  });

  test('nothing listens beyond this machine unless it is told to', () => {
    const { host, operations } = readConfig({ DATA_DIR: tmpdir(), METRICS_PORT: '9464' });
    expect([host, operations.metrics?.host]).toEqual(['127.0.0.1', '127.0.0.1']);
  });
});

describe('links', () => {
  /** Every address anybody may open, and the one key that fits it. */
  const doors: [string, string][] = [
    ['/pay/KEY', 'invoice'],
    ['/pay/KEY/card.png', 'invoice'],
    ['/api/pay/KEY', 'invoice'],
    ['/api/pay/KEY/pdf', 'invoice'],
    ['/receipt/KEY', 'receipt'],
    ['/api/receipt/KEY/pdf', 'receipt'],
    ['/shop/KEY', 'shop'],
    ['/unsubscribe/KEY', 'unsubscribe'],
    ['/verify/KEY', 'paper'],
  ];

  test('a key opens the doors of its own kind only; cut, changed, guessed or inner ones open nothing', async () => {
    const invoice = await sentInvoice(app, alice, { clientName: CANARY });
    const { payment, receipt } = await payFor(app, fake, invoice, 100_00);
    const shop = (await alice.call(api.counter.open, {})).data.code;
    const way = { businessId: alice.businessId, address: 'bola@example.test', purpose: 'reminders' } as const;
    const sealing = { sealer: app.system.sealer, publicUrl: app.url };
    const unsubscribe = unsubscribeUrlFor(sealing, way).split('/').at(-1) ?? '';
    const keys: Record<string, string> = {
      invoice: invoice.publicId,
      receipt: receipt.public_id,
      shop,
      unsubscribe,
      paper: formatVerificationCode(invoice.code),
    };
    for (const [door, kind] of doors)
      expect([door, (await at(door.replace('KEY', keys[kind] ?? ''))).status]).toEqual([door, 200]);
    const swapped = (key: string) =>
      key.replace(/[a-z]/i, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()));
    const inner = [invoice.id, invoice.number, invoice.reference, payment.transactionId, receipt.payment_id];
    const guesses = [
      '%20',
      '%25',
      '_',
      '*',
      '0',
      '1',
      'null',
      'undefined',
      '%00',
      '..%2f..%2f',
      "'%20or%201=1--",
    ];
    for (const [door, kind] of doors) {
      const others = Object.entries(keys).flatMap(([other, key]) => (other === kind ? [] : [key]));
      const key = keys[kind] ?? '';
      // People read the codes of shops and papers aloud, so their case says nothing.
      const cased = ['shop', 'paper'].includes(kind) ? [] : [swapped(key)];
      const wrong = [
        ...others,
        ...inner,
        alice.businessId,
        ...guesses,
        key.slice(0, -1),
        `${key}x`,
        ...cased,
      ];
      for (const one of wrong.filter((candidate) => candidate !== key)) {
        const answer = await at(door.replace('KEY', one));
        expect([404, 400, 410, 429, 303], `${door} with ${one}`).toContain(answer.status);
        expect(await answer.text(), `${door} with ${one}`).not.toContain(CANARY);
      }
    }
  }, 60_000);

  test('a pay page leads where we lead, and takes no changes', async () => {
    const { publicId } = await sentInvoice(app, alice);
    const elsewhere = 'https://elsewhere.example/';
    const query = ['redirect', 'return_url', 'callback', 'next', 'returnUrl', 'url', 'reference', 'amount']
      .map((name) => `${name}=${encodeURIComponent(elsewhere)}`)
      .join('&');
    for (const path of [`/pay/${publicId}?${query}`, `/pay/${publicId}?${query}&status=cancelled`]) {
      const answer = await at(path);
      const seen = (answer.headers.get('location') ?? '') + (await answer.text());
      expect(seen).not.toContain('elsewhere.example');
    }
    const body = JSON.stringify({ redirect: elsewhere, amount: 1, status: 'paid', paid: true });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of [`/pay/${publicId}`, `/api/pay/${publicId}`])
        expect((await at(path, { method, headers: asJson, body })).status, `${method} ${path}`).toBe(404);
    const { view } = (await (await at(`/api/pay/${publicId}`)).json()) as { view?: { paid: number } };
    expect(view?.paid ?? 0).toBe(0);
  });
});

describe('what comes in', () => {
  const posed = {
    filepath: '/etc/passwd',
    path: '/etc/passwd',
    originalFilename: 'id.pdf',
    mimetype: 'application/pdf',
  };
  const uploads: [string, string | URLSearchParams | FormData, Record<string, string>][] = [
    [
      'JSON that says where a file lies',
      JSON.stringify({ purpose: 'kyc', file: posed, files: { file: posed } }),
      asJson,
    ],
    ['a form without a file', new URLSearchParams({ purpose: 'kyc', file: '/etc/passwd' }), {}],
    ['a name instead of a file', formOf({ purpose: 'kyc', file: '/etc/passwd' }), {}],
    ['an address instead of a file', formOf({ purpose: 'logo', file: 'http://169.254.169.254/latest' }), {}],
    ['a file of another name', formOf({ purpose: 'kyc', 'file[filepath]': '/etc/passwd' }), {}],
  ];
  test.each(uploads)('an upload is refused that is %s', async (_, body, headers) => {
    const files = () => app.store.db.selectFrom('files').select('id').execute();
    const before = (await files()).length;
    const answer = await at('/api/ngn/files/upload', {
      method: 'POST',
      body,
      headers: { ...headers, ...byOwner(mallory) },
    });
    expect([400, 415, 422]).toContain(answer.status);
    expect(await answer.text()).not.toContain('root:');
    expect((await files()).length).toBe(before);
  });

  // Written as they stand in the body, so that what JSON cannot say is tried too.
  const noNumbers = [
    '"system(1)"',
    '"=1+1"',
    '"0x10"',
    '"1e3"',
    '" 5"',
    '"५"',
    '{}',
    '[5]',
    'null',
    'true',
    '1e400',
    '-1',
  ];
  test.each(noNumbers)('%s is no price, quantity or rate of tax', async (overrides) => {
    const item = { description: 'Cake', quantity: 1, rate: 1500 };
    for (const field of ['rate', 'quantity', 'taxRate']) {
      const plain = {
        clientName: 'Bola',
        clientEmail: 'b@example.test',
        dueDate: '2100-01-01',
        title: 'Cake',
      };
      const json = JSON.stringify({ ...plain, taxRate: 0, items: [item] });
      const body = json.replace(new RegExp(`"${field}":\\d+`), `"${field}":${overrides}`);
      const answer = await at('/api/ngn/invoice/create', {
        method: 'POST',
        headers: { ...asJson, ...byOwner(mallory) },
        body,
      });
      expect([field, answer.status]).toEqual([field, 422]);
    }
  });

  test('what lists are sorted and narrowed by is one of a list', async () => {
    const overrides = [
      'id;select pg_sleep(5)',
      '(case when 1=1 then id end)',
      'name,id',
      '-',
      'password_hash',
      '__proto__',
    ];
    const narrowed = /^(sort|status|limit|from|to|period|months|format|credit|problems|size)$/;
    let tried = 0;
    for (const { name, endpoint } of endpoints.filter((one) => one.endpoint.auth === 'business')) {
      const shape =
        (endpoint.query as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape ?? {};
      for (const field of Object.keys(shape).filter((one) => narrowed.test(one)))
        for (const value of overrides) {
          tried += 1;
          const path = endpoint.path.replace(':currency', 'ngn').replaceAll(/:\w+/g, mallory.businessId);
          const answer = await at(`${path}?${new URLSearchParams({ [field]: value })}`, {
            headers: byOwner(mallory),
          });
          expect([name, field, value, answer.status]).toEqual([name, field, value, 422]);
        }
    }
    expect(tried).toBeGreaterThan(60);
  });

  test.each(['xx_XX', '../../etc/passwd', 'en;rm -rf', '\u0000', 'x'.repeat(5000), '$(id)', '"><script>'])(
    'the language %j neither fails nor is kept',
    async (language) => {
      const { publicId } = await sentInvoice(app, mallory);
      const called = { name: 'Bola', email: `${newToken(9)}@example.test` };
      const customer = (await mallory.call(api.customers.create, { params, body: called })).data;
      const query = encodeURIComponent(language.slice(0, 200));
      // Values no header can carry are tried in the address alone.
      const header = /^[\x20-\x7e]+$/.test(language) ? { 'Accept-Language': language } : {};
      for (const path of [`/pay/${publicId}`, '/verify', '/api/status'])
        expect((await at(`${path}?lang=${query}&locale=${query}`, { headers: header })).status).toBeLessThan(
          500,
        );
      const answer = await at(`/api/ngn/customers/${customer.id}`, {
        method: 'PATCH',
        headers: { ...asJson, ...byOwner(mallory) },
        body: JSON.stringify({ language }),
      });
      expect(answer.status).toBe(422);
    },
  );
});

test('a customer who returns while the notice comes is credited once', async () => {
  const { publicId, reference } = await sentInvoice(app, mallory);
  const payment = reported(reference, minor(1000_00));
  fake.transactions.set(payment.transactionId, payment);
  const returns = () => Array.from({ length: 5 }, () => at(`/pay/${publicId}?status=success&trxref=x`));
  const notices = ['one', 'two', 'two'].map((eventId) =>
    at('/api/webhooks/fake', {
      method: 'POST',
      headers: { ...asJson, 'x-fake-signature': 'good' },
      body: JSON.stringify({ eventId, about: 'payment', transactionId: payment.transactionId }),
    }),
  );
  await Promise.all([...notices, ...returns()]);
  await eventually(async () => {
    const open = await app.store.db
      .selectFrom('payment_notices')
      .select('event_id')
      .where('state', '=', 'received')
      .execute();
    return open.length === 0;
  });
  await Promise.all(returns());
  const { data } = await mallory.call(api.payments.list, { params, query: { search: reference } });
  expect(data.transactions).toMatchObject([{ amount: minor(1000_00), status: 'completed' }]);
  expect(await brokenLedgerInvariants(app.store.db)).toEqual([]);
});

describe('the sources', () => {
  const sources = ['src/server', 'src/core', 'src/contract']
    .flatMap(scanFolder)
    .filter(({ path }) => !/\.test\.ts$|testing\.ts$|\/demo\//.test(path));
  const textOf = (path: string) =>
    readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const importing = (pattern: RegExp) =>
    sources
      .filter(({ imports }) => imports.some((one) => !one.typeOnly && pattern.test(one.specifier)))
      .map(({ path }) => path);
  const saying = (pattern: RegExp) =>
    sources.filter(({ path }) => pattern.test(textOf(path))).map(({ path }) => path);
  const WORKERS = 'src/server/workers';

  const rules: [what: string, found: () => string[], allowed: string[]][] = [
    ['start other programs', () => importing(/^(node:)?child_process$/), [`${WORKERS}/child.ts`]],
    [
      'start one through a shell',
      () => saying(/\bexec(Sync|File|FileSync)?\(\s*[`'"]|shell:\s*true|\bspawn(Sync)?\(/),
      [],
    ],
    ['run text as code', () => saying(/(?<![.\w])eval\(|new Function\(|setTimeout\(\s*['"`]/), []],
    ['know a machine to run code in', () => importing(/^(node:)?vm$/), []],
    ['read what only this runtime writes', () => saying(/\bv8\.|deserialize\(|unserialize\(/), []],
    [
      'read templates, XML or YAML',
      () => importing(/^(handlebars|ejs|mustache|nunjucks|js-yaml|yaml|xml2js|fast-xml-parser)$/),
      [],
    ],
    ['unpack archives', () => importing(/^(adm-zip|unzipper|tar|yauzl|jszip)$/), []],
    ['draw pages with a browser', () => importing(/^(puppeteer|playwright|jspdf|html-pdf|wkhtmltopdf)/), []],
    [
      'load a file by a name made up at work',
      () => saying(/\bimport\(\s*(?!['"`])[^)]/),
      ['src/server/adapters/documents/read-task.ts', `${WORKERS}/serve-tasks.ts`],
    ],
    [
      'put raw text into SQL',
      () => saying(/\bsql\.raw\(/),
      ['src/server/database/migrate.ts', 'src/server/ops/ledger-checks/check.ts'],
    ],
    ['call an address without the guarded door', () => saying(/(?<![.\w])fetch\((?!address|url)/), []],
  ];
  test.each(rules)('nothing of the server may %s, but where it is listed', (_, found, allowed) => {
    expect(found()).toEqual(allowed);
  });

  test('a PDF that is read runs none of its programs', () => {
    const readers = saying(/getDocument\(|getDocumentProxy\(/);
    expect(readers.length).toBeGreaterThan(0);
    expect(readers.filter((path) => !textOf(path).includes('isEvalSupported: false'))).toEqual([]);
  });
});

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
