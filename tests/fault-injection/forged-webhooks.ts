import { createHash, createHmac } from 'node:crypto';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { serviceTime } from '../clock-ahead.ts';
import type { SimWebhook } from '../simulators/simulator.ts';

/** One webhook on the wire. `chunked` sends it without a length. */
export type ForgedWebhook = {
  name: string;
  body: Uint8Array | string;
  headers: Record<string, string | string[]>;
  chunked?: boolean;
  method?: string;
};

/** A forger's knowledge of one provider: an authentic webhook, and everything but its secret's use. */
export type Target = {
  provider: string;
  /** The header the signature stands in. */
  header: string;
  /** False where the header is the secret itself, so that it says nothing about the body. */
  coversBody: boolean;
  secret: string;
  algorithm: 'sha512' | 'sha256';
  authentic: SimWebhook;
  sign(body: string): SimWebhook;
  /** The id of a paid transaction, as in the authentic webhook. */
  transactionId: string;
  /** A reference of another business that nobody has paid. */
  otherBusinessReference: string;
};

const json = { 'content-type': 'application/json' };

/** Webhooks whose signature is missing, invented, or of something else. They must have no effect at all. */
export function unsigned(target: Target, others: readonly Target[]): ForgedWebhook[] {
  const { provider, authentic, header, secret, algorithm } = target;
  const { body } = authentic;
  const right = authentic.headers[header] ?? '';
  const as = (name: string, signature: string): ForgedWebhook => ({
    name,
    body,
    headers: { ...json, [header]: signature },
  });
  const keyed = (name: string, key: string, kind: string = algorithm): ForgedWebhook =>
    as(name, shaped(right, createHmac(kind, key).update(body).digest('hex')));
  const hash = (text: string) => createHash(algorithm).update(text).digest('hex');
  return [
    { name: 'no signature', body, headers: json },
    as('empty signature', ''),
    as('blank signature', '   '),
    as('a short signature', right.slice(0, -1)),
    as('half a signature', right.slice(0, right.length / 2)),
    as('one letter', right.slice(0, 1)),
    as('a long signature', `${right}0`),
    as('the signature backwards', [...right].reverse().join('')),
    as('upper case', upper(right)),
    as('mixed case', mixed(right)),
    as('a name before it', `sha512=${right}`),
    as('0x before it', `0x${right}`),
    as('in quotes', `"${right}"`),
    as('as a bearer', `Bearer ${right}`),
    as('in base64', Buffer.from(right).toString('base64')),
    as('zeros', shaped(right, '0'.repeat(algorithm === 'sha512' ? 128 : 64))),
    as('letters beyond hex', shaped(right, 'g'.repeat(algorithm === 'sha512' ? 128 : 64))),
    ...['null', 'undefined', 'true', '[object Object]', '*', '%00', "' or '1'='1"].map((word) =>
      as(`the word ${word}`, word),
    ),
    // Stripe sends several while a secret is replaced, any of which may be the right one.
    ...(provider === 'stripe' ? [] : duplicatedHeader(target)),
    { name: 'under another name', body, headers: { ...json, 'x-signature': right } },
    { name: 'in a cookie', body, headers: { ...json, cookie: `${header}=${right}` } },
    as('a plain hash', shaped(right, hash(body))),
    as('a hash with the secret before', shaped(right, hash(`${secret}x${body}`))),
    keyed('no key', ''),
    keyed('the key "undefined"', 'undefined'),
    keyed('the key "secret"', 'secret'),
    keyed('the key in another case', swapped(secret)),
    keyed('the key and a line feed', `${secret}\n`),
    keyed('half the key', secret.slice(0, secret.length / 2)),
    ...(target.coversBody
      ? [
          keyed('the wrong algorithm', secret, algorithm === 'sha512' ? 'sha256' : 'sha512'),
          keyed('md5', secret, 'md5'),
        ]
      : []),
    ...others.map((other) => keyed(`signed with the secret of ${other.provider}`, other.secret)),
    ...others.map((other) => ({
      name: `a notice of ${other.provider}`,
      body: other.authentic.body,
      headers: { ...json, ...other.authentic.headers, ...(other.header === header ? { [header]: 'x' } : {}) },
    })),
    ...(target.coversBody ? changedBodies(target) : []),
    ...(provider === 'stripe' ? ofStripe(target) : []),
  ];
}

function duplicatedHeader({ authentic, header }: Target): ForgedWebhook[] {
  const { body } = authentic;
  const right = authentic.headers[header] ?? '';
  const as = (name: string, signature: string | string[]): ForgedWebhook => ({
    name,
    body,
    headers: { ...json, [header]: signature },
  });
  return [
    as('twice the signature', right + right),
    as('the right one second of two', ['ab', right]),
    as('the right one first of two', [right, 'ab']),
  ];
}

/** The right signature, over other bytes. Only where the signature is of the bytes is this a forgery. */
function changedBodies({ authentic, header, sign }: Target): ForgedWebhook[] {
  const { body } = authentic;
  const headers = { ...json, [header]: authentic.headers[header] ?? '' };
  const as = (
    name: string,
    changed: Uint8Array | string,
    more: Partial<ForgedWebhook> = {},
  ): ForgedWebhook => ({
    name,
    body: changed,
    headers,
    ...more,
  });
  const bom = Buffer.from([0xef, 0xbb, 0xbf]);
  const pretty = JSON.stringify(JSON.parse(body), null, 3);
  return [
    as('written anew', pretty),
    { name: 'signed as written anew', body, headers: { ...json, ...sign(pretty).headers } },
    as('a space after it', `${body} `),
    as('a line feed after it', `${body}\n`),
    as('a space before it', ` ${body}`),
    as('the last byte missing', body.slice(0, -1)),
    as('empty', ''),
    as('another object', '{}'),
    as('another amount', body.replace(/\d(?=\D*$)/, '9').replace(/"amount":\d/, '"amount":9')),
    as('a byte order mark', Buffer.concat([bom, Buffer.from(body)])),
    as('UTF-16', Buffer.from(body, 'utf16le')),
    as('packed', gzipSync(body), { headers: { ...headers, 'content-encoding': 'gzip' } }),
    as('packed, and not said', gzipSync(body)),
    as('in an array', `[${body}]`),
    as('in pieces, one too many', `${body} `, { chunked: true }),
    as('as a form', `payload=${encodeURIComponent(body)}`, {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    }),
    {
      name: 'the signature of another body',
      body,
      headers: { ...json, ...sign('{"event":"other"}').headers },
    },
    { name: 'the signature of nothing', body, headers: { ...json, ...sign('').headers } },
    as('a huge body', `${body.slice(0, -1)},"pad":"${'x'.repeat(300_000)}"}`),
  ];
}

function ofStripe({ authentic, secret, header }: Target): ForgedWebhook[] {
  const { body } = authentic;
  const now = Math.floor(serviceTime().getTime() / 1000);
  const mac = (at: number) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const right = /t=(\d+),v1=(\w+)/.exec(authentic.headers[header] ?? '');
  const [, at = '', signature = ''] = right ?? [];
  const as = (name: string, signature: string): ForgedWebhook => ({
    name,
    body,
    headers: { ...json, [header]: signature },
  });
  return [
    as('ten minutes old', `t=${now - 600},v1=${mac(now - 600)}`),
    as('a year old', `t=${now - 31_536_000},v1=${mac(now - 31_536_000)}`),
    as('a newer time on an old signature', `t=${Number(at) + 1},v1=${signature}`),
    as('no time', `v1=${signature}`),
    as('no time to read', `t=soon,v1=${signature}`),
    as('the old scheme only', `t=${at},v0=${signature}`),
    as(
      'the body signed without its time',
      `t=${at},v1=${createHmac('sha256', secret).update(body).digest('hex')}`,
    ),
  ];
}

// A signature keeps its shape: bare hex, or Stripe's pairs.
const shaped = (right: string, hex: string): string =>
  right.includes('v1=') ? right.replace(/v1=\w+/, `v1=${hex}`) : hex;
const swap = (letter: string) =>
  letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
const swapped = (text: string) => [...text].map(swap).join('');
const upper = (right: string) =>
  right.includes('v1=')
    ? right.replace(/v1=(\w+)/, (_, hex: string) => `v1=${hex.toUpperCase()}`)
    : swapped(right);
const mixed = (right: string) => {
  const at = right.search(/[a-z](?=[^=]*$)/);
  return right.slice(0, at) + swap(right[at] ?? '') + right.slice(at + 1);
};

/** Signed by the provider itself and yet not to be believed: of money, nothing may come of them. */
export function malformedSignatures(target: Target): ForgedWebhook[] {
  const { authentic, sign, transactionId, otherBusinessReference } = target;
  const { body } = authentic;
  const parsed = JSON.parse(body) as Record<string, unknown>;
  const as = (name: string, text: string, more: Partial<ForgedWebhook> = {}): ForgedWebhook => ({
    name,
    body: text,
    headers: sign(text).headers,
    ...more,
  });
  const about = (id: string) =>
    body.replaceAll(JSON.stringify(transactionId).slice(1, -1), JSON.stringify(id).slice(1, -1));
  const [firstKey = 'event'] = Object.keys(parsed);
  return [
    as('the same again', body),
    as('the same in pieces', body, { chunked: true }),
    as('the same, written anew', JSON.stringify(parsed, null, 3)),
    ...[
      'null',
      'true',
      '123',
      '"text"',
      '[]',
      '{}',
      '',
      'not JSON',
      '{"a":',
      `[${body}]`,
      `${body}${body}`,
    ].map((text) => as(`the body ${text.slice(0, 12)}`, text)),
    as('a doubled key', `{"${firstKey}":"something else",${body.slice(1)}`),
    as('a doubled key after it', `${body.slice(0, -1)},"${firstKey}":"charge.success"}`),
    as('a doubled key within', body.replace('{"id":', '{"id":1,"id":')),
    as(
      'a key of every object',
      body.replace('{', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}},'),
    ),
    as('a byte order mark', `\ufeff${body}`),
    as('a NUL within', body.replace('{', '{"nul":"\\u0000",')),
    as('half a letter', body.replace('{', '{"half":"\\ud800",')),
    as('nested deeply', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    as('huge', `${body.slice(0, -1)},"pad":"${'x'.repeat(270_000)}"}`),
    as('an unknown type', typed(parsed, 'something.unheard.of')),
    as('an empty type', typed(parsed, '')),
    ...[1, null, true, [], {}].map((odd) => as(`the type ${JSON.stringify(odd)}`, typed(parsed, odd))),
    ...[
      '0',
      'nobody',
      '../../balance',
      'a/b?c=d#e',
      'x'.repeat(5_000),
      '%2e%2e',
      "' or 1=1 --",
      '😀',
      ' ',
      otherBusinessReference,
    ].map((id) => as(`about transaction ${id.slice(0, 16)}`, about(id))),
    as('ten times the amount', multiplied(parsed, 10)),
    as('a tenth of the amount', multiplied(parsed, 0.1)),
    as('a negative amount', multiplied(parsed, -1)),
    as('in dollars', body.replaceAll('"NGN"', '"USD"').replaceAll('"ngn"', '"usd"')),
    as(
      'of the other mode',
      body.replaceAll('"domain":"test"', '"domain":"live"').replaceAll('"livemode":false', '"livemode":true'),
    ),
    as('of another business', body.replaceAll(/dw[._]\w+/g, otherBusinessReference)),
    as('failed after all', body.replaceAll(/"(success|successful|PAID|succeeded|completed)"/g, '"failed"')),
  ];
}

const typed = (parsed: Record<string, unknown>, type: unknown): string =>
  JSON.stringify({
    ...parsed,
    ...Object.fromEntries(
      ['event', 'eventType', 'type', 'event.type'].filter((key) => key in parsed).map((key) => [key, type]),
    ),
  });

const multiplied = (parsed: unknown, by: number): string =>
  JSON.stringify(parsed, (key, value: unknown) =>
    /amount/i.test(key) && typeof value === 'number' ? value * by : value,
  );

/** Posts one over plain HTTP, byte for byte; gives the status, 0 when there was no answer. */
export function postForged(
  url: string,
  { body, headers, chunked, method = 'POST' }: ForgedWebhook,
): Promise<number> {
  const bytes = Buffer.from(body);
  return new Promise((done) => {
    const call = request(
      url,
      { method, headers: { ...headers, ...(chunked ? {} : { 'content-length': bytes.byteLength }) } },
      (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode ?? 0));
      },
    );
    call.on('error', () => done(0));
    if (chunked) {
      call.write(bytes.subarray(0, 7));
      call.end(bytes.subarray(7));
    } else call.end(bytes);
  });
}
