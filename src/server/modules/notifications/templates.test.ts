import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { formatLongDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { languageCodes, languages } from '#core/languages.ts';
import { formatMoney, minor } from '#core/money.ts';
import { clothBandImage } from './cloth-band.ts';
import { locales } from './locales/locales.ts';
import { clip } from './locales/text.ts';
import {
  type EmailTemplateName,
  emailTemplateNames,
  letterOf,
  type Facts,
  render,
  renderQueued,
} from './rules/email.ts';
import { pushText } from './rules/push.ts';
import {
  acceptsDocument,
  parameters,
  reminderText,
  templateFor,
  type WhatsAppEvent,
  whatsappTemplates,
  whatsappText,
} from './rules/whatsapp.ts';
import { reminderStepOf } from './templates/customer.ts';
import { samples } from './templates/testing.ts';

const MOST_SUBJECT = 200;
const MOST_HTML = 102_000 / 2;
const customers = [
  'invoiceSent',
  'invoiceReminder',
  'promiseDue',
  'receipt',
  'refundSent',
] as const satisfies EmailTemplateName[];
const byWhatsApp = [...customers, 'paymentReceived'] as const satisfies WhatsAppEvent[];

function each<L extends EmailTemplateName>(names: readonly L[], sample?: Parameters<typeof samples>[0]) {
  const all = samples(sample);
  return names.flatMap((name) => all[name].map((facts) => ({ name, ...render(name, facts) })));
}
const amounts = (text: string) => [...text.matchAll(/[₦$][\d,]+\.\d\d/g)].map(([amount]) => amount);
const shown = (html: string) =>
  html
    .replace(/<!--[\s\S]*?-->|<style>[\s\S]*?<\/style>|<title>[\s\S]*?<\/title>|<div[\s\S]*?<\/div>/g, '')
    .replace(/<[^>]*>/g, '');

test.each(languageCodes)('every letter is whole and says one amount in both bodies: %s', (language) => {
  const given = { business: 'Okafor', customer: 'Bello', title: 'Rice', language };
  const samplesByTemplate = each(emailTemplateNames(), given);
  expect(samplesByTemplate.length).toBeGreaterThan(45);
  for (const { name, subject, html, text } of samplesByTemplate) {
    expect(subject.length, name).toBeLessThanOrEqual(MOST_SUBJECT);
    expect(Buffer.byteLength(html), name).toBeLessThan(MOST_HTML);
    expect(new Set(amounts(text)), name).toEqual(new Set(amounts(shown(html))));
    expect(`${subject}${text}${shown(html)}`, name).not.toMatch(/\{\w*\}|undefined|null|NaN|Invalid/);
    expect(html, name).toContain('prefers-color-scheme:dark');
  }
  for (const { name, html } of each(customers, given))
    expect(html, name).toContain(`<html lang="${language}"`);
});

test('what users wrote turns neither into HTML nor into a header, nor a sentence around', () => {
  const cruel = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom(
      'Ada\r\nBcc: all@example.com',
      '<img src=x onerror=alert(1)>',
      '"Ọlá" \u202egnp.exe\u202c',
      '👩🏾‍🍳'.repeat(60),
      '{amount} {business} {{1}} $& $1',
      '\ud83d',
    ),
  );
  const clean = new Set(each(customers).flatMap(({ html }) => html.match(/<\/?[a-z:]+/gi) ?? []));
  fc.assert(
    fc.property(cruel, cruel, fc.constantFrom(...languageCodes), (business, customer, language) => {
      for (const { subject, html, text } of each(
        [...customers, 'paymentReceived', 'messageFailed', 'weeklySummary'],
        {
          business,
          customer,
          title: business,
          language,
        },
      )) {
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(subject.isWellFormed() && html.isWellFormed()).toBe(true);
        expect(subject.length).toBeLessThanOrEqual(MOST_SUBJECT);
        expect(`${text}${html}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069\r]/);
        for (const tag of html.match(/<\/?[a-z:]+/gi) ?? []) expect(clean).toContain(tag);
      }
      for (const name of byWhatsApp)
        for (const facts of samples({ business, customer, title: business, language })[name]) {
          expect(whatsappText(name, facts).body.length).toBeLessThan(300);
          for (const part of templateFor(name, facts).body)
            expect(part).not.toMatch(/[\p{Cc}\u2028\u202e]| {4}/u);
        }
    }),
    { numRuns: 20 },
  );
});

test('a reminder asks for what is still to pay, friendlier before than long after', () => {
  const [, , partly] = samples().invoiceReminder;
  const { text } = render('invoiceReminder', partly!);
  expect(new Set(amounts(text))).toEqual(new Set(['₦250,000.50']));
  expect(text).toContain('Still to pay: ₦250,000.50');
  expect(text).toContain('for ₦250,000.50 (still to pay) was due 3 days ago.');
  expect(amounts(whatsappText('invoiceReminder', partly!).body)).toEqual(['₦250,000.50']);
  expect(amounts(render('receipt', samples().receipt[1]!).text)).toEqual(['₦45,000.00', '₦5,000.50']);
  expect(render('receipt', samples().receipt[2]!).subject).toMatch(/^Receipt for invoices /);
  expect([-30, -1, 0, 1, 6, 7, 13, 14, 90].map(reminderStepOf)).toEqual([
    'before',
    'before',
    'today',
    'late',
    'late',
    'later',
    'later',
    'firm',
    'firm',
  ]);
});

test.each([
  [5, -1, 'Good morning Mrs Bello', 'is due tomorrow'],
  [11, -3, 'Good morning Mrs Bello', 'is due in 3 days'],
  [12, 0, 'Good afternoon Mrs Bello', 'is due today'],
  [16, 1, 'Good afternoon Mrs Bello', 'was due yesterday'],
  [17, 5, 'Good evening Mrs Bello', 'was due 5 days ago'],
  [4, 7, 'Good evening Mrs Bello', 'was due 7 days ago'],
])(
  'a reminder greets by the hour (%i) and says the due date in words (%i)',
  (hour, daysLate, hello, when) => {
    const [sample] = samples().invoiceReminder;
    const facts = { ...sample!, hour, daysLate, total: minor(4_500_000), balance: minor(4_500_000) };
    const sentence = `Your invoice from Okafor Kitchen & Events for ₦45,000.00 ${when}.`;
    const { body } = whatsappText('invoiceReminder', facts);
    expect(body).toBe(`${hello}. ${sentence} Pay here: ${facts.payUrl}`);
    expect(render('invoiceReminder', facts).text).toContain(`${hello},\n\n${sentence}`);
    expect(templateFor('invoiceReminder', facts)).toMatchObject({
      name: expect.stringMatching(hello.split(' ')[1]!),
      body: ['Mrs Bello', 'Okafor Kitchen & Events', '₦45,000.00', when.replace(/^(is|was) due /, '')],
    });
  },
);

test.each(languageCodes)(
  'WhatsApp says the lower sum of paying early in text and template: %s',
  (language) => {
    const all = samples({ business: 'Okafor Kitchen', customer: 'Mrs Bello', title: '', language });
    const net = minor(1_225_000_49);
    const offer = { percent: 200, until: '2026-12-04', amount: minor(25_000_01), net };
    for (const event of ['invoiceSent', 'invoiceReminder', 'promiseDue'] as const)
      for (const facts of all[event]) {
        const told = (state: 'open' | 'ended') => {
          const early = { ...facts, earlyPayment: { ...offer, state } } as never;
          return [whatsappText(event, early).body, templateFor(event, early).body.join('\n')];
        };
        for (const body of told('open')) {
          expect(body).toContain(formatMoney(net, 'NGN'));
          expect(body).toContain(formatLongDate(offer.until, language));
          expect(body.length).toBeLessThan(300);
        }
        expect(told('ended')).toEqual([
          whatsappText(event, facts as never).body,
          templateFor(event, facts as never).body.join('\n'),
        ]);
      }
  },
);

test.each(languageCodes)('a reminder of each stage greets and stays short in one message: %s', (language) => {
  const all = samples({ business: 'Okafor Kitchen', customer: 'Mrs Bello', title: '', language });
  for (const event of ['invoiceReminder', 'promiseDue'] as const)
    for (const facts of all[event]) {
      const { body } = whatsappText(event, facts as never);
      expect(body.length).toBeLessThan(300);
      for (const part of ['Mrs Bello', 'Okafor Kitchen', formatMoney(facts.balance, 'NGN'), facts.payUrl])
        expect(body, language).toContain(part);
      expect(body.startsWith(fill(locales[language].greetings.morning, { customer: 'Mrs Bello' }))).toBe(
        event === 'promiseDue',
      );
    }
});

test.each(languageCodes)('an invoice says what to pay after tax where it may be kept: %s', (language) => {
  const all = samples({ business: 'Okafor', customer: 'Bello Ltd', title: '', language });
  const withholding = { rate: 500, net: minor(1_192_500_48) };
  for (const name of ['invoiceSent', 'invoiceReminder', 'promiseDue'] as const) {
    const sent = render(name, { ...all[name][0]!, withholding } as never);
    for (const part of ['5%', '₦1,192,500.48', 'WHT|withholding tax'])
      expect(sent.text, name).toMatch(new RegExp(part));
  }
  const { subject, text } = letterOf('exemptionRequest', all.exemptionRequest[0]!);
  expect(subject).toContain('INV-0042');
  for (const part of ['20114477-0001', '₦2,000,000.00', 'Bello Ltd', 'Okafor']) expect(text).toContain(part);
  expect(text).not.toContain('Duewell');
});

test('an owner’s words go with amount and link of ours below, whatever they are', () => {
  const [sample] = samples().invoiceReminder;
  const facts = { ...sample!, balance: minor(2_000_000), words: 'Ada, the {amount} please.\nThank you' };
  expect(reminderText('invoiceReminder', facts).body).toBe(
    `Ada, the ₦20,000.00 please.\nThank you\nStill to pay: ₦20,000.00. Pay here: ${facts.payUrl}`,
  );
  const { text } = render('invoiceReminder', facts);
  expect(text).toContain('Still to pay: ₦20,000.00');
  expect(text).toContain('Ada, the ₦20,000.00 please.\n\nThank you');
  expect(text).toContain(facts.payUrl);
  expect(text).not.toContain('Good afternoon');
});

test('a name longer than its place is cut between characters, and no value is read for names', () => {
  expect(clip('Adaeze', 6)).toBe('Adaeze');
  expect(clip('👩🏾‍🍳👩🏾‍🍳', 10)).toBe('👩🏾‍🍳…');
  expect(fill('{a} and {b}', { a: '{b}', b: '$&' })).toBe('{b} and $&');
  expect(() => fill('{c}', {})).toThrow('{c}');
});

describe('the languages', () => {
  const leaves = (value: unknown, path = ''): [string, string][] =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(value ?? {}).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`));
  const names = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  const english = new Map(leaves(locales.en));

  test('are all there, and all but English wait for a native reader', () => {
    expect(languages.map(({ code }) => code)).toEqual(languageCodes);
    expect(languages.filter((one) => !one.needsNativeReader).map(({ code }) => code)).toEqual(['en']);
  });

  test.each(languageCodes.slice(1))('%s is whole, its own and composed', (language) => {
    const texts = leaves(locales[language]);
    expect(texts.map(([path]) => path)).toEqual([...english.keys()]);
    for (const [path, text] of texts) {
      expect(text.trim(), path).not.toBe('');
      expect(text.normalize('NFC'), path).toBe(text);
      expect(text, path).not.toMatch(/!| {2}|—/);
      // Each language may say more often whom it means, but says nothing that is not known in English.
      for (const name of names(text))
        expect(names(english.get(path) ?? '').concat('{due}'), path).toContain(name);
    }
    const same = texts.filter(([path, text]) => english.get(path) === text).length;
    expect(same / texts.length).toBeLessThan(language === 'pcm' ? 0.35 : 0.1);
  });
});

describe('the templates of WhatsApp', () => {
  const all = whatsappTemplates('https://duewell.example');

  test('can be handed in: names, parameters, lengths', () => {
    expect(new Set(all.map(({ name, language }) => `${name} ${language}`)).size).toBe(
      17 * languageCodes.length,
    );
    for (const { name, language, body, example, button } of all) {
      const label = `${name} ${language}`;
      expect(name).toMatch(/^[a-z0-9_]{1,512}$/);
      expect(['en', 'ha']).toContain(language);
      const places = [...body.matchAll(/\{\{(\d+)\}\}/g)].map(([, place]) => Number(place));
      expect(places, label).toEqual(example.map((_, at) => at + 1));
      expect(body, label).toMatch(/^\p{L}.*\p{L}\.$/su);
      expect(body.length, label).toBeLessThanOrEqual(1_024);
      expect(body.replace(/\{\{\d+\}\}/g, ''), label).not.toMatch(/[{}]/);
      expect(body, label).not.toMatch(/\n\n\n|\}\}\s*\{\{/);
      if (button) expect(button.title.length, label).toBeLessThanOrEqual(20);
    }
  });

  test('are filled as they were handed in, in every language', () => {
    for (const language of languageCodes) {
      const sample = samples({ business: 'Okafor', customer: 'Bello', title: '', language });
      for (const name of byWhatsApp)
        for (const facts of sample[name]) {
          const message = templateFor(name, facts);
          const template = all.find((one) => one.name === message.name && one.language === message.language);
          expect(message.body).toHaveLength(template?.example.length ?? -1);
          expect(message.urlSuffix !== undefined).toBe(template?.button !== null);
          expect(acceptsDocument(message.name)).toBe(template?.hasDocument);
        }
    }
    expect(Object.values(parameters).flat()).not.toContain('title');
  });

  test('say business, amount, day and link in that order, under 300 characters', () => {
    for (const language of languageCodes) {
      const [facts] = samples({ business: 'Okafor', customer: 'Bello', title: '', language }).invoiceSent;
      const { body } = whatsappText('invoiceSent', facts!);
      const places = ['Okafor', '₦1,250,000.50', '2026', facts!.payUrl].map((part) => body.indexOf(part));
      expect(
        places.every((place, at) => place > (places[at - 1] ?? -1)),
        body,
      ).toBe(true);
      expect(body.length).toBeLessThan(300);
    }
  });
});

test.each([
  ['Duewell: log in at https://evil.example/a', 'Duewell: log in at https: evil. example/a'],
  ['*Paid* _twice_ ~once~ `now`', 'Paid twice once now'],
  ['wa.me/234803', 'wa. me/234803'],
  ['evil\u200e.example or evil\uff0eexample', 'evil. example or evil. example'],
  ['A.B. Ventures, 2.5 kg, Mrs. Bello', 'A.B. Ventures, 2.5 kg, Mrs. Bello'],
])('a name in a chat leads nowhere and is not set apart: %s', (name, shown) => {
  const [facts] = samples({ business: name, customer: name, title: '' }).invoiceSent;
  const [paid] = samples({ business: name, customer: name, title: '' }).paymentReceived;
  const message = [whatsappText('invoiceSent', facts!).body, whatsappText('paymentReceived', paid!).body];
  for (const text of [...message, templateFor('invoiceSent', facts!).body[0]]) expect(text).toContain(shown);
});

test('news on a locked phone tells a name and an amount, nothing more', () => {
  const sample = samples();
  const [paid] = sample.paymentReceived;
  expect(pushText('paymentReceived', { ...paid!, testMode: false })).toEqual({
    title: '₦45,000.00 received',
    body: 'Mrs Bello paid ₦45,000.00 for invoice INV-0042. ₦44,325.00 is yours, fee ₦675.00.',
  });
  const failed = pushText('messageFailed', sample.messageFailed[0]!);
  expect(`${failed.title} ${failed.body}`).not.toMatch(/@|550/);
});

test('a business’s cloth goes along small and the same; an account’s letter has none, as had those of before', async () => {
  const [content] = each(['invoiceSent']);
  const band = content!.band!;
  const [first, second] = await Promise.all([clothBandImage(band), clothBandImage(band)]);
  expect(first.content).toEqual(second.content);
  expect(await sharp(first.content).metadata()).toMatchObject({ format: 'png', width: 1_120, height: 80 });
  expect(first.content.byteLength).toBeLessThan(12_000);
  expect(content!.html).toContain(`cid:${first.contentId}`);
  expect(each(['verification'])[0]!.band).toBeNull();
  expect(renderQueued({ subject: '', text: '', html: '' }).band).toBeNull();
});

test('a letter that waited says what it said when it was queued', () => {
  for (const [template, all] of Object.entries(samples()) as [
    EmailTemplateName,
    Facts[EmailTemplateName][],
  ][])
    for (const facts of all)
      expect(renderQueued(JSON.parse(JSON.stringify({ template, facts })))).toEqual(render(template, facts));
  expect(() => renderQueued({ template: 'toString', facts: {} })).toThrow();
});
