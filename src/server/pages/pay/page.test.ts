import { formatQuantity } from '#core/english.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptStates } from '#core/attempt-states.ts';
import { isUnanswered } from '#core/attempts.ts';
import { formatDate, UNDATED } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { initialsOf } from '#core/initials.ts';
import { invoiceDocument } from '#core/invoice/document.ts';
import { anyInvoice, shownIn, textOfHtml, withoutSpaces } from '#core/invoice/testing.ts';
import { type Language, languageCodes, languages } from '#core/languages.ts';
import { minor } from '#core/money.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { pageLocale } from '../locales/locales.ts';
import type { PayAssets } from './assets.ts';
import { dueText } from './format.ts';
import { invoiceSheet } from './invoice-document.ts';
import { checkoutLink } from './methods.ts';
import { messagePage, payPage, type Setting } from './page.ts';
import { attemptIn, openView, paidView, partPaid, shownAt } from './testing.ts';

const assets: PayAssets = {
  script: '/assets/pay.js',
  signaturePad: '/assets/signature-pad.js',
  styles: ['/assets/pay.css'],
  fonts: ['/assets/a.woff2'],
};
const locale = pageLocale('en');
const setting: Setting = {
  card: null,
  now: shownAt,
  publicUrl: 'https://duewell.example',
  assets,
  lite: false,
  locale,
};
const render = async (view: PayView, changes: Partial<Setting> = {}) =>
  String(await payPage(view, { ...setting, ...changes }));
const words = (page: string) =>
  page
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');

const states: Record<string, PayView> = {
  open: openView(),
  'part paid': partPaid(),
  paid: paidView(),
  cancelled: openView({ state: 'cancelled', status: 'deleted', checkout: null }),
  'provider down': openView({ checkout: null }),
  expired: openView({ today: '2027-04-12' }),
  'in dollars': openView({
    currency: 'USD',
    checkout: {
      url: 'https://c.example/x#key',
      account: null,
      ussdCode: null,
      amount: minor(12_900_054),
      surcharge: minor(0),
      provider: 'Stripe',
      opensAtMethod: false,
    },
  }),
  bare: openView({
    facts: { title: '', paymentTerms: '', notes: '' },
    lines: [],
    business: {
      ...openView().business,
      name: '-',
      addressLines: [],
      taxLines: [],
      verified: false,
      documentsAccepted: false,
    },
  }),
};

test.each(Object.entries(states))(
  '%s: every figure is whole, the page is not indexed, and nothing comes from elsewhere',
  async (_name, view) => {
    const page = await render(view);
    expect(words(page)).not.toMatch(/undefined|NaN|null|\[object|Infinity/);
    expect(page).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(page.match(/<main /g)).toHaveLength(1);
    expect(page.match(/<h1 /g)).toHaveLength(1);
    const loaded = Array.from(
      page.matchAll(/<(?:script|img|link|iframe)[^>]*(?:src|href)="([^"]+)"/g),
      ([, url]) => url,
    );
    expect(loaded.filter((url) => !url?.startsWith('/'))).toEqual([]);
    expect(page.match(/<script/g)).toHaveLength(1);
  },
);

test('the document on the page shows every fact, in every language', async () => {
  await fc.assert(
    fc.asyncProperty(anyInvoice, async ({ facts, lines, language }) => {
      const view = openView({ facts, lines, language });
      const shown = textOfHtml(String(await invoiceSheet(view, 'https://duewell.example/pay/x')));
      const document = invoiceDocument(view.facts, lines, view.business, language);
      const { number, issued, due } = document;
      for (const text of [...shownIn(document), number, issued.value, due.value].map(withoutSpaces))
        expect(shown).toContain(text);
      expect(shown).toContain(withoutSpaces(document.description));
    }),
    { numRuns: 200 },
  );
});

test('an open invoice shows the account number, the exact amount and every way to pay', async () => {
  const page = await render(openView());
  const text = words(page);
  for (const part of [
    'Okafor Kitchen &amp; Events',
    'Registered with Duewell',
    'INV-0042 for Mrs Bello',
    '₦129,000.54',
    'Due in 4 days',
    'Saturday, December 12, 2026',
    'Wema Bank',
    '0123 456 789',
    'Send exactly ₦129,000.54',
    'Card',
    'USSD',
    '*737*000*4821#',
    'Scan QR',
    'Wallet',
    'Tax (7.5%)',
    '1.5',
    '₦20,000.33',
    '₦30,000.50',
    'Payment terms: due in 7 days',
  ])
    expect(text).toContain(part);
  expect(page).toContain('data-copy="0123456789"');
  expect(page).toContain('data-copy="129000.54"');
  // A long total shrinks by it on a small phone.
  expect(page).toContain(`<div class="grand" style="--chars:${'₦129,000.54'.length}">`);
  expect(page).toContain('data-seconds-left="1781"');
  expect(page).toContain('href="tel:*737*000*4821%23"');
  expect(page).toContain('https://checkout.example/c/abc?x=1&amp;method=wallet');
  expect(page.match(/<details[^>]* open>/g)).toEqual([expect.stringContaining('bank-transfer')]);
  expect(text).not.toContain('TEST MODE');
});

test('what was paid and what is left add up, also once a part was taken off', async () => {
  const text = words(await render({ ...partPaid(), balance: minor(7_000_000), toPay: minor(7_000_000) }));
  expect(text).toContain('Paid ₦50,000.00 of ₦120,000.00');
  expect(text).toContain('Left ₦70,000.00');
});

test('what a part payment left is asked for, to the kobo', async () => {
  const page = await render(partPaid());
  const text = words(page);
  expect(text).toContain('Paid ₦50,000.00 of ₦129,000.54');
  expect(text).toContain('Left ₦79,000.54');
  expect(text).toContain('Send exactly ₦79,000.54');
  expect(text).toContain('-₦50,000.00');
  expect(page).toContain('data-balance="79000.54"');
  expect(page).toContain('data-copy="79000.54"');
});

test('what went back of an earlier payment stands beside it, long after nobody tells of it any more', async () => {
  const [payment] = partPaid().payments;
  if (!payment) throw new Error('a part was paid');
  const page = await render({ ...partPaid(), payments: [{ ...payment, refunded: minor(1_000_050) }] });
  expect(page).toMatch(/<dt>Refunded<\/dt><dd>[^₦]*-₦10,000<span class="k">\.50/);
  expect(await render(partPaid())).not.toContain('<dt>Refunded</dt>');
});

test('a paid invoice is a receipt without any way to pay', async () => {
  const page = await render(paidView());
  const text = words(page);
  for (const part of [
    'Payment received',
    'Dec 8, 2026, 14:05',
    'Bank transfer',
    'sbx_9f2c41d07be3',
    'Download receipt',
  ])
    expect(text).toContain(part);
  expect(page).toContain('href="/api/pay/7Kq2mX9tB4/pdf"');
  expect(page).not.toContain('<details');
  expect(page).not.toContain('data-copy');
});

test.each([
  ['cancelled', 'This invoice was cancelled'],
  ['provider down', 'Payments are briefly unavailable'],
  ['expired', 'This payment link has expired'],
])('%s: nothing can be paid and the page says why', async (name, sentence) => {
  const page = await render(states[name] ?? openView());
  expect(words(page)).toContain(sentence);
  expect(page).not.toContain('<details');
  expect(page).not.toContain('class="quick"');
  expect(page.includes(' data-down')).toBe(name === 'provider down');
});

test('a link expires 120 days after the due date, and says whom to ask', async () => {
  expect(words(await render(openView({ today: '2027-04-11' })))).toContain('Overdue by 120 days');
  const page = await render(states.expired ?? openView());
  expect(page).toContain(
    'href="mailto:adaeze@okafor.ng?subject=New%20payment%20link%20for%20invoice%20INV-0042"',
  );
  expect(page).not.toContain('Scan to pay');
  expect(words(await render(paidView()))).not.toContain('expired');
});

test('what a chat shows of the link names the business, but neither amount nor customer', async () => {
  const page = await render(openView());
  const shown = Array.from(
    page.matchAll(/<meta property="og:([\w:]+)" content="([^"]*)"/g),
    ([, name, text]) => [name, text],
  );
  expect(Object.fromEntries(shown)).toMatchObject({
    title: 'Invoice from Okafor Kitchen &amp; Events',
    url: 'https://duewell.example/pay/7Kq2mX9tB4',
    image: 'https://duewell.example/pay/7Kq2mX9tB4/card.png',
    'image:width': '1200',
    'image:height': '630',
  });
  expect(shown.flat().join(' ')).not.toMatch(/₦|129|Bello|INV-0042/);
});

test.each(languages)(
  'in $name nobody reads of a day that an undated invoice does not have',
  async ({ code: language }) => {
    const page = await render(openView({ due: UNDATED }), { locale: pageLocale(language) });
    expect(page).toContain('<meta name="description" content="');
    expect(page).not.toMatch(/–|\{due\}/);
    const dated = await render(openView(), { locale: pageLocale(language) });
    expect(dated).toContain(formatDate(openView().due, language));
  },
);

test('test mode is told, and only a business whose documents were accepted wears the badge', async () => {
  expect(words(await render(openView({ testMode: true })))).toContain('TEST MODE: no real money moves');
  expect(
    words(await render(openView({ business: { ...openView().business, documentsAccepted: false } }))),
  ).not.toContain('Registered with Duewell');
});

test('text of customers and providers stays text', async () => {
  const hostile = `"><script>alert('x')</script><img src=x onerror=y>`;
  const view = openView({
    number: hostile,
    facts: { title: hostile, description: hostile, paymentTerms: hostile, notes: hostile },
    customer: { name: hostile, email: hostile },
    testMode: true,
    business: {
      id: hostile,
      name: hostile,
      email: hostile,
      addressLines: [hostile],
      taxLines: [hostile],
      primaryColor: hostile,
      secondaryColor: hostile,
      logoUrl: hostile,
      verified: true,
      documentsAccepted: true,
    },
    lines: [{ description: hostile, quantity: 1_000_000, rate: minor(1), total: minor(1) }],
    payments: [
      {
        amount: minor(1),
        refunded: minor(0),
        method: 'card',
        paidAt: shownAt,
        reference: hostile,
        evidence: 'provider',
        receipt: { number: hostile, publicId: hostile },
      },
    ],
    paid: minor(1),
    checkout: {
      url: 'javascript:alert(1)',
      ussdCode: hostile,
      amount: minor(1),
      surcharge: minor(0),
      account: { bankName: hostile, accountNumber: hostile, accountName: hostile, expiresAt: shownAt },
      provider: hostile,
      opensAtMethod: true,
    },
  });
  for (const page of [
    await render(view),
    await render({ ...view, state: 'paid', checkout: null }),
    await render({ ...view, state: 'cancelled', checkout: null }),
  ]) {
    expect(page).not.toMatch(/<script>|<img src=x|javascript:/);
    expect(page.match(/<script/g)).toHaveLength(1);
  }
});

test('without a build there is a page without styles, and less data means no fonts', async () => {
  const bare = await render(openView(), {
    assets: { script: null, signaturePad: null, styles: [], fonts: [] },
  });
  expect(bare).not.toMatch(/<script|rel="stylesheet"|rel="preload"/);
  expect(words(bare)).toContain('0123 456 789');
  const lite = await render(openView(), { lite: true });
  expect(lite).toContain('class="lite"');
  expect(lite).not.toContain('rel="preload"');
});

test('a message page offers to try again only where that may help', async () => {
  const of = async (retry: string | null) =>
    String(await messagePage({ title: 'A title', text: 'A text', retry }, setting));
  expect(await of('/pay/a')).toContain('href="/pay/a">Try again');
  expect(words(await of(null))).not.toContain('Try again');
});

test.each([
  ['2026-12-12', '2026-12-08', 'Due in 4 days', 'warn'],
  ['2026-12-20', '2026-12-08', 'Due in 12 days', 'info'],
  ['2026-12-09', '2026-12-08', 'Due tomorrow', 'warn'],
  ['2026-12-08', '2026-12-08', 'Due today', 'warn'],
  ['2026-12-07', '2026-12-08', 'Overdue by 1 day', 'bad'],
  ['2026-11-30', '2026-12-08', 'Overdue by 8 days', 'bad'],
])('due %s seen on %s: %s', (due, today, text, tone) => {
  expect(dueText({ due, today }, locale)).toEqual({ text, tone });
});

test('numbers read as people write them', () => {
  expect([1_000_000, 1_500_000, 1_234_567_890, 1].map(formatQuantity)).toEqual([
    '1',
    '1.5',
    '1,234.56789',
    '0.000001',
  ]);
  expect([initialsOf('Okafor Kitchen & Events'), initialsOf('ọlá'), initialsOf('- &')]).toEqual([
    'OK',
    'Ọ',
    '',
  ]);
});

test('only addresses of the web are linked to, and those of real providers are left as they are', () => {
  const url = 'https://a.example/p?t=1&method=card#key';
  expect(checkoutLink({ url, opensAtMethod: true }, 'ussd')).toBe('https://a.example/p?t=1&method=ussd#key');
  expect(checkoutLink({ url, opensAtMethod: false }, 'ussd')).toBe(url);
  for (const wrong of ['javascript:alert(1)', 'data:text/html,x', 'not an address'])
    for (const opensAtMethod of [true, false])
      expect(checkoutLink({ url: wrong, opensAtMethod }, 'card')).toBeNull();
});

test("without an account number the provider's own page comes first, and every way leads to it", async () => {
  const page = await render(states['in dollars'] ?? openView());
  expect(words(page)).toContain('Pay $129,000.54 You pay on the secure page of Stripe and come back here.');
  expect(page.indexOf('class="first"')).toBeLessThan(page.indexOf('id="ways"'));
  expect(page).not.toMatch(/<details[^>]* open>/);
  expect(page).not.toContain('id="wallet"');
  expect(page).not.toContain('method=');
  expect(page.match(/href="https:\/\/c\.example\/x#key"/g)).toHaveLength(4);
  expect(await render(openView())).not.toContain('class="first"');
});

test.each(attemptStates)(
  'an attempt that is %s is told by the table, beside every way to pay',
  async (state) => {
    const view = { ...partPaid(), attempt: attemptIn(state) };
    const page = await render(view);
    const sentence = Object.values(locale.pay.attempts[state]).join(' ');
    expect(words(page)).toContain(
      fill(sentence, {
        amount: '₦50,000.00',
        left: '₦79,000.54',
        over: '₦1,000.00',
        refunded: '₦2,000.00',
        back: '₦3,000.00',
        provider: 'Paystack',
        business: 'Okafor Kitchen &amp; Events',
      }),
    );
    expect(page).toContain('data-account="0123456789"');
    expect(page.includes(' data-checking')).toBe(isUnanswered(state));
    expect(page.includes('href="/pay/7Kq2mX9tB4?back=1"')).toBe(isUnanswered(state));
    expect(words(page).includes('please do not pay again')).toBe(isUnanswered(state));
  },
);

test('on a paid invoice nothing is checked, and money that is too much is told beside the receipt', async () => {
  const page = await render({ ...paidView(), attempt: attemptIn('too_much') });
  expect(page).not.toContain('data-checking');
  expect(words(page)).toContain('Payment received');
  expect(words(page)).toContain('You paid ₦1,000.00 more than is owed');
  const back = await render({ ...paidView(), attempt: attemptIn('refunded') });
  expect(words(back)).toContain('was refunded to you');
  expect(words(back)).toContain('You paid ₦1,000.00 more than is owed');
  expect(
    words(await render({ ...paidView(), attempt: attemptIn('paid') })).match(/Payment received/g),
  ).toHaveLength(1);
});

test('while no provider can be reached it says whom to ask and offers to try again', async () => {
  const page = await render(states['provider down'] ?? openView());
  expect(page).toContain('href="mailto:adaeze@okafor.ng?subject=Paying%20invoice%20INV-0042"');
  expect(page).toContain('href="/pay/7Kq2mX9tB4">Try again');
});

test('a description that only repeats the title is not said twice', () => {
  const { facts, lines, business } = openView({ facts: { title: 'Uniforms', description: 'Uniforms' } });
  expect(invoiceDocument(facts, lines, business, 'en')).toMatchObject({ title: 'Uniforms', description: '' });
});

test('names and titles are isolated, so that their direction reaches nothing around them', async () => {
  const [business, customer, title] = ['Nour\u202e Stores', 'Bisi\u202e Ade', 'Rice\u202e'];
  const { business: shop, facts } = openView();
  const view = openView({
    business: { ...shop, name: business },
    customer: { ...openView().customer, name: customer },
    facts: { ...facts, title, customerName: customer },
  });
  const [, body = ''] = (await render(view)).split('</head>');
  for (const name of [business, customer, title]) {
    const places = body.split(name);
    expect(places.length, name).toBeGreaterThan(1);
    for (const before of places.slice(0, -1)) expect(before, name).toMatch(/(<bdi>|="[^"<>]*)$/);
  }
});

test('of a cancelled invoice nothing is left to pay, also once its payment went back', async () => {
  const page = words(await render({ ...partPaid(), state: 'cancelled', attempt: attemptIn('reversed') }));
  expect(page).toContain('₦2,000.00 went back to you');
  expect(page).toContain('Left to pay: ₦0.00.');
});

test('a part is called paid only where money alone settled what the invoice asked for', () => {
  const part = { label: 'Deposit', due: { on: 'ask' as const }, day: '2026-12-12' };
  const schedule = [
    { ...part, sum: minor(5_000_000), paid: minor(5_000_000) },
    { ...part, sum: minor(7_900_054), paid: minor(1_000_000) },
  ];
  const notes = (language: Language, credited = 0) => {
    const { facts, lines, business } = openView({ facts: { schedule, credited: minor(credited) } });
    return invoiceDocument(facts, lines, business, language).parts.map(({ note }) => note);
  };
  expect(notes('en')).toEqual(['Paid', '₦10,000.00 paid']);
  expect(notes('en', 1_000_000)).toEqual(['Settled', '₦10,000.00 settled']);
  for (const language of languageCodes) expect(notes(language, 1_000_000)).not.toEqual(notes(language));
});
