import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { attemptStates } from '#core/attempt-states.ts';
import { DEFAULT_ZONE, formatDate, formatLongDate, formatMoment } from '#core/dates.ts';
import { type Language, languageCodes } from '#core/languages.ts';
import { minor } from '#core/money.ts';
import type { TogetherView } from '#server/modules/payments/flows/together.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { type PageLocale, pageLocale } from './locales/locales.ts';
import type { Html } from './pay/components.ts';
import type { PageSetting } from './pay/layout.ts';
import { messagePage, payPage } from './pay/page.ts';
import { askedPage, askPage, gonePage, openPage } from './my/forms.ts';
import { portalPage } from './my/page.ts';
import { togetherPage } from './my/pay-page.ts';
import { attemptIn, openView, paidView, partPaid, shownAt } from './pay/testing.ts';
import { receiptPage } from './receipt/page.ts';
import { endedPage, type ShopForm, shopPage } from './shop/page.ts';
import {
  portalSample,
  receiptView,
  shopView,
  togetherIn,
  togetherSample,
  verifiedInvoice,
} from './testing.ts';
import type { Stage } from './unsubscribe/index.ts';
import { unsubscribePage } from './unsubscribe/index.ts';
import { codeFormPage, foundPage } from './verify/page.ts';

type Business = PayView['business'];
type Page = (setting: PageSetting, business: Business) => Html;

const { business: okafor } = openView();
const translated = languageCodes.slice(1);
const settingIn = (locale: PageLocale): PageSetting => ({
  assets: { script: '/a.js', signaturePad: '/p.js', styles: ['/a.css'], fonts: [] },
  lite: false,
  locale,
});

const pay =
  (view: PayView): Page =>
  (setting, business) =>
    payPage(
      { ...view, business },
      { ...setting, card: null, now: shownAt, publicUrl: 'https://duewell.example' },
    );
const receipt =
  (changes: Parameters<typeof receiptView>[0] = {}): Page =>
  (setting, business) =>
    receiptPage(receiptView({ ...changes, business }), { ...setting, publicUrl: 'https://duewell.example' });
const together =
  (view: TogetherView, dropped = 0): Page =>
  (setting, business) =>
    togetherPage(
      view,
      { issuer: business, customer: { name: 'Mrs Bello', email: '' } },
      { ...setting, now: shownAt, dropped },
    );
const itsReceipt = { number: 'RCT-000123', publicId: '8Lr3nY0uC5' };
const shop =
  (form: Partial<ShopForm> = {}): Page =>
  (setting, issuer) =>
    shopPage(
      shopView({ issuer }),
      { typed: { amount: '', name: '', words: '' }, wrong: {}, failure: null, token: 'x', ...form },
      setting,
    );
const invoiceCheck =
  (changes: Parameters<typeof verifiedInvoice>[0]): Page =>
  (setting, issuer) =>
    foundPage({ kind: 'invoice', invoice: verifiedInvoice({ ...changes, issuer }) }, setting);
const receiptCheck =
  (changes: Parameters<typeof receiptView>[0]): Page =>
  (setting, business) =>
    foundPage({ kind: 'receipt', receipt: receiptView({ ...changes, business }) }, setting);
const unsubscribe =
  (purpose: Parameters<typeof unsubscribePage>[0]['subscription']['purpose'], stage: Stage): Page =>
  (setting, business) =>
    unsubscribePage(
      {
        subscription: { purpose, businessId: business.id, address: 'ngozi@x.ng' },
        business,
        token: 'x',
        stage,
      },
      setting,
    );

const refundedAt = new Date('2026-12-10T10:00:00Z');
const withoutAccount = (currency: 'NGN' | 'USD'): PayView => {
  const view = openView({ currency });
  if (!view.checkout) throw new Error('an open invoice has a checkout');
  const checkout = { ...view.checkout, account: null, ussdCode: null, provider: 'Stripe' };
  return { ...view, checkout };
};

const pages: Record<string, Page> = {
  'pay, open': pay(openView({ testMode: true })),
  'pay, part paid': pay(partPaid()),
  'pay, paid': pay(paidView()),
  'pay, paid twice': pay({ ...paidView(), payments: [...paidView().payments, ...paidView().payments] }),
  'pay, cancelled': pay({ ...partPaid(), state: 'cancelled', checkout: null }),
  'pay, provider down': pay(openView({ checkout: null })),
  'pay, expired': pay(openView({ today: '2027-04-12' })),
  'pay, due today': pay(openView({ today: '2026-12-12' })),
  'pay, due tomorrow': pay(openView({ today: '2026-12-11' })),
  'pay, overdue': pay(openView({ today: '2026-12-13' })),
  ...Object.fromEntries(
    attemptStates.map((state) => [`pay, ${state}`, pay(openView({ attempt: attemptIn(state) }))]),
  ),
  'pay, without an account': pay(withoutAccount('NGN')),
  'pay, dollars': pay(withoutAccount('USD')),
  receipt: receipt(),
  'receipt, part refunded': receipt({ refunded: minor(1000), refundedAt }),
  'receipt, refunded': receipt({ refunded: minor(5_000_000), refundedAt }),
  'receipt, refunded some day': receipt({ refunded: minor(5_000_000) }),
  shop: shop(),
  'shop, one field wrong': shop({ wrong: { amount: { code: 'amount_too_small', limit: '₦100.00' } } }),
  'shop, fields wrong': shop({
    wrong: { amount: { code: 'amount_missing' }, name: { code: 'too_long', limit: '80' } },
  }),
  'shop, text wrong': shop({
    wrong: { amount: { code: 'amount_unreadable' }, words: { code: 'characters' } },
  }),
  'shop, kobo wrong': shop({ wrong: { amount: { code: 'amount_fraction' } } }),
  'shop, too much': shop({ wrong: { amount: { code: 'amount_too_large', limit: '₦100.00' } } }),
  'shop, ended': (setting, issuer) => endedPage(shopView({ issuer }), setting),
  'check, open': invoiceCheck({}),
  'check, unpaid': invoiceCheck({ paid: minor(0) }),
  'check, paid': invoiceCheck({ state: 'paid' }),
  'check, paid some day': invoiceCheck({ state: 'paid', paidOn: null }),
  'check, cancelled': invoiceCheck({ state: 'cancelled' }),
  'check, asked': invoiceCheck({ state: 'asked' }),
  'check, draft': invoiceCheck({ state: 'draft' }),
  'check, unverified': (setting, issuer) => invoiceCheck({})(setting, { ...issuer, verified: false }),
  'check of a receipt': receiptCheck({}),
  'check of a part refunded receipt': receiptCheck({ refunded: minor(1000), refundedAt }),
  'check of a refunded receipt': receiptCheck({ refunded: minor(5_000_000), refundedAt }),
  'code form': (setting) => codeFormPage('nothing', '', setting),
  'code form, typo': (setting) => codeFormPage('typo', 'abc', setting),
  'code form, unknown': (setting) => codeFormPage('unknown', 'abc', setting),
  'reminders asked': unsubscribe('reminders', 'asked'),
  'reminders ended': unsubscribe('reminders', 'ended'),
  'reminders undone': unsubscribe('reminders', 'undone'),
  'emails asked': unsubscribe('payment_received', 'asked'),
  'emails ended': unsubscribe('weekly_summary', 'ended'),
  'emails undone': unsubscribe('message_failed', 'undone'),
  'own page': (setting, business) => portalPage(portalSample({ business }), setting),
  'own page, one invoice': (setting, business) => {
    const { accounts, ...view } = portalSample({ business });
    const one = accounts.map((each) => ({ ...each, credit: minor(0), open: each.open.slice(0, 1) }));
    return portalPage({ ...view, accounts: one }, setting);
  },
  'own page, nothing owed': (setting, business) =>
    portalPage(portalSample({ business, accounts: [], remindersUrl: null }), setting),
  'own page, none ticked': (setting, business) => portalPage(portalSample({ business }), setting, 'none'),
  'own page, too many ticked': (setting, business) => portalPage(portalSample({ business }), setting, 'most'),
  'own page, no credit left': (setting, business) =>
    portalPage(portalSample({ business }), setting, 'noCredit'),
  'own page, credit used': (setting, business) =>
    portalPage(portalSample({ business }), setting, {
      currency: 'NGN',
      used: minor(50_000),
      invoices: [{ number: 'INV-0007', amount: minor(50_000) }],
      dropped: 1,
    }),
  'own page, no provider': (setting, business) => portalPage(portalSample({ business }), setting, 'down'),
  'several, to pay': together(togetherSample(), 1),
  'several, more left out': together(togetherSample(), 3),
  'several, checking': together(togetherIn('started')),
  'several, one alone': together({ ...togetherSample(), shares: togetherSample().shares.slice(0, 1) }),
  'several, paid': together({ ...togetherIn('paid'), checkout: null, receipt: itsReceipt }),
  'several, refunded': together({ ...togetherIn('refunded'), checkout: null, receipt: itsReceipt }),
  'own page, asked for': (setting) => askPage({ typed: '', wrong: false }, setting),
  'own page, no address': (setting) => askPage({ typed: 'x', wrong: true }, setting),
  'own page, on its way': askedPage,
  'own page, opening': (setting, business) => openPage({ business, token: 'x' }, setting),
  'own page, gone': (setting) => gonePage(null, setting),
  'own page, gone beside an open one': (setting, business) => gonePage(business, setting),
  message: (setting) => {
    const { locale } = setting;
    return messagePage({ ...locale.pay.notFound, retry: '/pay/x' }, setting);
  },
};

const render = async (page: Page, language: Language, business = okafor) =>
  String(await page(settingIn(pageLocale(language)), business));

const unescaped = (text: string) =>
  text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Every text a page shows or reads out, but for the invoice's own document and the names of the languages. */
function textsOf(page: string): Set<string> {
  const shown = page
    .replace(/<\/?bdi>/g, '')
    .replace(/<svg(?: class="qr")?.*?<\/svg>/gs, ' ')
    .replace(/<nav class="languages".*?<\/nav>/gs, ' ')
    .replace(/<div class="micro".*?<\/div>/gs, ' ')
    .replace(
      /(<section class="doc" aria-label="(?:Invoice|Daftari|Ìwé owó|Akwụkwọ ụgwọ)">.*?)<article.*?<\/article>/gs,
      '$1',
    );
  const attributes = Array.from(
    shown.matchAll(/ (?:aria-label|alt|title|content|data-said|data-share-text)="([^"]*)"/g),
    ([, value = '']) => value,
  );
  const script = unescaped(/ data-texts="([^"]*)"/.exec(page)?.[1] ?? '{}');
  const texts = [
    ...shown.replace(/<meta name="[^"]*"[^>]*>/g, '').split(/<[^>]*>/),
    ...attributes,
    ...Object.values<string>(JSON.parse(script)),
  ];
  return new Set(texts.map((text) => unescaped(text).trim()).filter((text) => /\p{L}{2}/u.test(text)));
}

/** The names and codes of the shown data, and what machines read. */
const data = new Set(
  [
    openView(),
    receiptView(),
    verifiedInvoice(),
    shopView(),
    paidView(),
    withoutAccount('USD'),
    portalSample(),
  ]
    .flatMap(leavesOf)
    // Initials of the business, and the same words in Pidgin.
    .concat('OK', 'Invoice INV-0042', 'Receipt RCT-000123')
    .concat('Duewell', 'duewell.example/receipt/8Lr3nY0uC5', 'duewell.example/verify')
    .concat('website', 'image/png', 'light dark', 'no-referrer', 'noindex, nofollow', 'telephone=no')
    .concat('width=device-width, initial-scale=1, viewport-fit=cover', 'summary_large_image')
    .concat('https://duewell.example/pay/7Kq2mX9tB4', 'https://duewell.example/pay/7Kq2mX9tB4/card.png'),
);

// Readers of Pidgin write dates as in English.
const pidginDates = ['2026-12-05', '2026-12-08', '2026-12-12']
  .flatMap((date) => [formatDate(date), formatLongDate(date)])
  .concat([receiptView().paidAt, receiptView().verifiedAt].map((at) => formatMoment(at, DEFAULT_ZONE, 'en')));

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [];
}

function entriesOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (!value || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => entriesOf(inner, `${path}.${key}`));
}

const textsIn = (language: Language) => {
  const { language: _, isChosen: __, ...texts } = pageLocale(language);
  return entriesOf(texts);
};

describe.each(translated)('%s', (language) => {
  const english = new Map(textsIn('en'));

  test('every text is its own, with the places of the English one, and composed', () => {
    const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const [path, text] of textsIn(language)) {
      expect(namesIn(text), path).toEqual(namesIn(english.get(path) ?? ''));
      expect(text, path).toBe(text.normalize('NFC').trim());
      const isSentence = /\p{L}+ \p{L}+/u.test(text.replace(/\{\w+\}/g, ''));
      if (isSentence && !path.startsWith('.methods')) expect(text, path).not.toBe(english.get(path));
    }
  });

  test.each(Object.entries(pages))(
    '%s: no sentence is left in English, and all places are filled',
    async (_, page) => {
      const own = await render(page, language);
      const inEnglish = textsOf(await render(page, 'en'));
      const shared = new Set(
        textsIn(language).flatMap(([path, text]) => (english.get(path) === text ? text : [])),
      );
      const spoken = (text: string) =>
        !data.has(text) && !shared.has(text) && !(language === 'pcm' && pidginDates.includes(text));
      expect([...textsOf(own)].filter((text) => inEnglish.has(text)).filter(spoken)).toEqual([]);
      expect(own).not.toMatch(/\{\w+\}|undefined/);
      expect(own).toContain(`<html lang="${language}"`);
    },
  );
});

test.each(Object.entries(pages))('%s: text of others stays text in every language', async (_, page) => {
  const name = `"><script>alert('{amount} {number}')</script>`;
  const hostile = { ...okafor, name, email: name, addressLines: [name], taxLines: [name], logoUrl: name };
  for (const language of languageCodes) {
    const own = await render(page, language, hostile);
    expect(own).not.toContain('<script>');
    expect(unescaped(own)).not.toMatch(/alert\('(?!\{|%7B)/);
  }
});

test.each(Object.entries(pages))('%s: no language weighs much more than English', async (_, page) => {
  const bytesIn = async (language: Language) => gzipSync(await render(page, language)).length;
  const english = await bytesIn('en');
  for (const language of translated) expect(await bytesIn(language)).toBeLessThan(english + 1024);
});

test('the page offers the other languages as plain links, and names each in itself', async () => {
  const page = await render(pay(openView()), 'ha');
  const links = Array.from(
    page.matchAll(/<a href="\?lang=(\w+)" lang="(\w+)" hreflang="\w+"( aria-current="true")?>([^<]+)/g),
    ([, code, lang, current, name]) => [code, lang, current !== undefined, name],
  );
  expect(links).toEqual([
    ['en', 'en', false, 'English'],
    ['pcm', 'pcm', false, 'Naijá'],
    ['ha', 'ha', true, 'Hausa'],
    ['yo', 'yo', false, 'Yorùbá'],
    ['ig', 'ig', false, 'Igbo'],
  ]);
});

test('a chosen language goes along to every page of ours', async () => {
  for (const [name, page] of Object.entries(pages)) {
    const own = String(await page(settingIn(pageLocale('en', 'yo')), okafor));
    const ours = own.match(/(?:href|action)="\/(?:pay|receipt|shop|verify|unsubscribe|my)[^"]*"/g) ?? [];
    const isForm =
      /<form action="\/verify" method="get"[^>]*>\s*<input type="hidden" name="lang" value="yo">/;
    const plain = ours.filter((link) => !/[?;]lang=yo"/.test(link));
    if (name === 'message') continue;
    expect(plain, name).toEqual(isForm.test(own) ? ['action="/verify"'] : []);
  }
});
