import { mkdtempSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTypesetter } from '#server/adapters/pdf-typst/typesetter.ts';
import { sampleInvoice, sampleItems, sampleReceipt } from '#server/adapters/pdf-typst/testing.ts';
import { isLong } from '../length.ts';
import { recordResult } from './report.ts';
import { NAUGHTY, SCRIPTS } from './strings.ts';

const CANARY = 'CANARYzqx7731';
const folder = mkdtempSync(join(tmpdir(), 'duewell-papers-'));
const secret = join(folder, 'secret.txt');
const LONG_AGO = new Date('2001-01-01T00:00:00Z');
const maker = createTypesetter();
let listener: Server;
let requestCount = 0;
let origin: string;
beforeAll(async () => {
  writeFileSync(secret, CANARY);
  // Systems note a reading where the last one is older than the last change.
  utimesSync(secret, LONG_AGO, new Date('2020-01-01T00:00:00Z'));
  listener = createServer((line) => {
    requestCount += 1;
    line.destroy();
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(() => listener.close());

/** Payloads a typesetter, a browser or an XML parser might fetch or run. */
const payloads = (): string[] => [
  `#read("${secret}")`,
  `#include "${secret}"`,
  `#import "${secret}": *`,
  `#image("${secret}")`,
  `#csv("${secret}")`,
  `#json("${secret}")`,

  `#plugin("${secret}")`,
  `#bibliography("${secret}")`,
  `#eval("read(\\"${secret}\\")")`,
  '#import "@preview/cetz:0.2.0"',
  '#sys.inputs',
  '#panic("x")',

  `#link("${origin}")[x]`,
  `#image("${origin}/x.png")`,
  `#text(font: "${secret}")[x]`,
  '#set page(width: 1cm)',
  '#pagebreak()',
  '#while true {}',
  '#let f() = f(); #f()',
  '#show: none',

  '] #read("/etc/passwd") [',
  '") #read("/etc/passwd") ("',
  '$ #read("/etc/passwd") $',
  '```typ #read("/etc/passwd") ```',
  '\\#read("/etc/passwd")',
  '<label> @label',
  '*bold* _it_ = Head',
  '// comment',
  '/* comment',
  '`raw`',

  `<img src=${origin}/a>`,
  `<link rel=stylesheet href=${origin}/b>`,
  `<iframe src=file://${secret}>`,
  `<script src=${origin}/c></script>`,
  `<style>@import "${origin}/d"</style>`,
  `@font-face{src:url(${origin}/e)}`,

  `<!DOCTYPE x [<!ENTITY y SYSTEM "file://${secret}">]>&y;`,
  `<xi:include href="${secret}"/>`,
  `\\input{${secret}}`,
  `\\write18{cat ${secret}}`,
  `url(${origin}/f)`,
  `file://${secret}`,
  `${origin}/g`,
  secret,

  '%PDF-1.7 /JS (app.alert(1))',
  ') Tj ET (',
  '(\\',
  '<< /S /URI >>',
  '\u{e0001}',
  '{{7*7}}',
  '${7*7}',
  "'; drop table x; --",
  ...SCRIPTS.slice(0, 12),
];

const svg = (inner: string): Uint8Array =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90">${inner}</svg>`,
  );
const logos = (): Uint8Array[] => [
  svg(
    `<image xlink:href="${origin}/logo.png" width="9" height="9"/><image href="file://${secret}" width="9" height="9"/>`,
  ),
  svg(
    `<style>@import url(${origin}/x.css); text { font-family: url(${origin}/x.ttf) }</style><text y="20">x</text>`,
  ),
  svg(`<foreignObject><iframe src="${origin}/y"/></foreignObject><use href="${origin}/z#a"/>`),
  new TextEncoder().encode(
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${secret}">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
  ),
];

const squeezed = (text: string) => text.replace(/[\s\u200b\u00ad]/g, '');

test('papers show what they are given as text, and neither read nor fetch anything', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect');
  const all = payloads();
  expect(all.length).toBeGreaterThanOrEqual(60);
  for (let from = 0; from < all.length; from += 20) {
    const some = all.slice(from, from + 20);
    const [first = '', second = ''] = some;
    const lines = sampleItems(some.length).map((item, at) => ({ ...item, description: some[at] ?? '' }));
    const base = sampleInvoice();
    const business = {
      ...base.business,
      name: first,
      addressLines: some.slice(0, 3),
      taxLines: some.slice(0, 1),
      logo: logos()[(from / 20) % 4] ?? null,
    };
    const facts = {
      bankDetails: { bankName: first, accountNumber: '0123456789', accountName: second },
      customerName: second,
      customerEmail: 'a@b.test',
      title: first,
      notes: second,
      paymentTerms: some[2] ?? '',
    };
    const pdf = await maker.invoice(sampleInvoice({ lines, business, facts }));
    await maker.receipt(sampleReceipt({ customer: { name: second, email: 'a@b.test' } }, { business }));
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
    expect(text).not.toContain(CANARY);
    // Payloads that were run or dropped would be missing from the text.
    const shown = some.filter((one) => /^[\x20-\x7e]+$/.test(one) && squeezed(text).includes(squeezed(one)));
    expect(shown.length, some.filter((one) => !shown.includes(one)).join('\n')).toBeGreaterThanOrEqual(
      some.length - 1,
    );
  }
  expect(connect).not.toHaveBeenCalled();
  expect(requestCount).toBe(0);
  expect(statSync(secret).atimeMs).toBe(LONG_AGO.getTime());
  recordResult(
    'O2 papers',
    all.length,
    '0 connections, 0 readings of the marked file, every payload printed as text',
  );
});

test('any text can be printed', { timeout: 600_000 }, async () => {
  const some = isLong ? [...NAUGHTY, ...SCRIPTS] : NAUGHTY.slice(0, 60);
  const texts = some.map((text) => text.slice(0, 300));
  for (let from = 0; from < texts.length; from += 60) {
    const lines = sampleItems(60).map((item, at) => ({ ...item, description: texts[from + at] ?? 'a' }));
    const pdf = await maker.invoice(
      sampleInvoice({ lines, facts: { notes: texts[from] ?? '', title: texts[from + 1] ?? '' } }),
    );
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  }
  recordResult('L7 papers', texts.length, 'texts printed');
});
