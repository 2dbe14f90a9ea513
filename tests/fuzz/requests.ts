import type { Owner } from '../harness.ts';
import type { MonitoredService } from './monitored-service.ts';
import { type Answer, formOf, part, sendRaw } from './multipart.ts';

/** A raw request, and the statuses allowed in response. */
export type RawRequest = { about: string; bytes: Buffer; allowed: (answer: Answer) => boolean };

const refused = ({ status }: Answer): boolean => status >= 400 && status < 500 && status !== 429;
const UPLOAD = '/api/ngn/files/upload';

/** A request written by hand. */
export function request(
  owner: Owner,
  line: string,
  headers: string[],
  body: Buffer | string = '',
  length = Buffer.byteLength(body),
): Buffer {
  const sized = headers.some((one) => /^(content-length|transfer-encoding):/i.test(one));
  const head = [
    `${line} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${owner.token}`,
    'Connection: close',
    ...(sized ? [] : [`Content-Length: ${length}`]),
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
}

const NOT_A_PICTURE = Buffer.from('nothing anybody keeps');
const good = () => part('file', 'a.png', 'image/png', NOT_A_PICTURE);

const bodies = (boundary: string): [string, Buffer][] => {
  const form = formOf(boundary, [good()]);
  const text = form.toString('latin1');
  const by = (change: (text: string) => string) => Buffer.from(change(text), 'latin1');
  const parts = (...headers: string[]) =>
    Buffer.from(
      headers.map((one) => `--${boundary}\r\n${one}\r\n\r\nx\r\n`).join('') + `--${boundary}--\r\n`,
    );
  return [
    ['nothing', Buffer.alloc(0)],
    ['as it should be, with no picture', form],
    ['no end', by((all) => all.replace(`--${boundary}--`, ''))],
    ['cut in its head', form.subarray(0, 30)],
    ['cut in its content', form.subarray(0, form.length - 20)],
    ['line feeds only', by((all) => all.replaceAll('\r\n', '\n'))],
    ['no blank line', by((all) => all.replace('\r\n\r\n', '\r\n'))],
    ['garbage', Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 97) & 255))],
    ['a preamble of a megabyte', Buffer.concat([Buffer.alloc(1_000_000, 65), form])],
    ['another boundary', by((all) => all.replaceAll(boundary, 'other'))],
    ['10,000 parts', formOf(boundary, Array(10_000).fill(part('a', null, 'text/plain', Buffer.from('x'))))],
    [
      'a head of 100 KB',
      parts(`Content-Disposition: form-data; name="file"; filename="${'a'.repeat(100_000)}"`),
    ],
    [
      '2,000 heads',
      parts(`Content-Disposition: form-data; name="file"\r\n${'X-A: b\r\n'.repeat(2_000)}X: y`),
    ],
    ['a name that is a number', parts('Content-Disposition: form-data; name="a[4294967294]"')],
    [
      'names of everything',
      parts(
        'Content-Disposition: form-data; name="__proto__"',
        'Content-Disposition: form-data; name="constructor"',
      ),
    ],
    ['a head without a colon', parts('Content-Disposition form-data')],
    ['no name', parts('Content-Disposition: form-data')],
    [
      'a file name in another alphabet',
      parts("Content-Disposition: form-data; name=file; filename*=x-unknown''%FF%FE"),
    ],
    [
      'a form in a form',
      formOf(boundary, [part('file', 'a', 'multipart/mixed; boundary=in', formOf('in', [good()]))]),
    ],
    ['a text where a file belongs', parts('Content-Disposition: form-data; name="file"')],
    ['two files', formOf(boundary, [good(), good()])],
    [
      'an unknown purpose',
      formOf(boundary, [part('purpose', null, 'text/plain', Buffer.from('\0')), good()]),
    ],
    ['NUL in a head', parts('Content-Disposition: form-data; name="fi\0le"; filename="a\0.png"')],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['a path for a file', Buffer.from(JSON.stringify({ file: { filepath: '/etc/passwd' } }))],
  ];
};

const TYPES = [
  'multipart/form-data; boundary=x1x',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
  'multipart/form-data; boundary="x1x',
  'multipart/form-data; boundary=x1x; boundary=y',
  'multipart/mixed; boundary=x1x',
  'MULTIPART/FORM-DATA;charset=utf-16;boundary=x1x',
];

/** 200 forms of which none can be stored. */
export const malformedForms = (owner: Owner): RawRequest[] =>
  TYPES.flatMap((type) =>
    bodies('x1x').map(([about, body]) => ({
      about: `${type.slice(0, 50)}: ${about}`,
      bytes: request(owner, `POST ${UPLOAD}`, [`Content-Type: ${type}`], body),
      allowed: refused,
    })),
  );

const JSON_TYPE = 'Content-Type: application/json';
const CUSTOMERS = 'POST /api/ngn/customers';
const INVOICES = 'POST /api/ngn/invoice/create';

/** Requests that are too large, too deep, or say two things at once. */
export function malformedBodies(owner: Owner): RawRequest[] {
  const items = Array.from({ length: 501 }, () => ({ description: 'a', quantity: 1, rate: 1 }));
  const invoice = {
    clientName: 'a',
    clientEmail: 'a@b.test',
    dueDate: '2100-01-01',
    title: 'a',
    taxRate: 0,
    items,
  };
  const small = '{"name":"a","email":"a@b.test"}';
  const raw = (about: string, bytes: Buffer, allowed = refused): RawRequest => ({ about, bytes, allowed });
  const json = (body: string, ...headers: string[]) =>
    request(owner, CUSTOMERS, [JSON_TYPE, ...headers], body);
  return [
    raw('300 KB of JSON', json(JSON.stringify({ name: 'a'.repeat(300_000) }))),
    raw('33 levels', json(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)),
    raw('100,000 levels', json(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
    raw('501 lines', request(owner, INVOICES, [JSON_TYPE], JSON.stringify(invoice))),
    raw('100,000 keys', json(`{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join()}}`)),
    raw('no JSON', json('{"name":')),
    raw('not UTF-8', request(owner, CUSTOMERS, [JSON_TYPE], Buffer.from([0x22, 0xff, 0xfe, 0x22]))),
    raw('text as text', request(owner, CUSTOMERS, ['Content-Type: text/plain'], small)),
    raw(
      'a form',
      request(owner, CUSTOMERS, ['Content-Type: application/x-www-form-urlencoded'], 'name=a&email=a@b.test'),
    ),
    raw('no type', request(owner, CUSTOMERS, [], small)),
    raw('headers of 16 KB', json(small, `X-A: ${'a'.repeat(17_000)}`)),
    raw('2,000 headers', json(small, ...Array.from({ length: 2_500 }, (_, at) => `X-${at}: a`))),
    raw('10,000 keys in the address', request(owner, `GET /api/ngn/customers?${'a=1&'.repeat(10_000)}`, [])),
    raw('an address of 20 KB', request(owner, `GET /${'a'.repeat(20_000)}`, [])),
    raw('shorter than it says, then closed', json(small, 'Content-Length: 9').subarray(0, -4)),
    raw('a length and pieces', json(small, 'Content-Length: 30', 'Transfer-Encoding: chunked')),
    raw(
      'pieces and a length',
      json(`5\r\n{"a":\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked', 'Content-Length: 4'),
    ),
    raw('two lengths', json(small, 'Content-Length: 30', 'Content-Length: 31')),
    raw('a negative length', json(small, 'Content-Length: -1')),
    raw('a length in words', json(small, 'Content-Length: all')),
    raw('a length with a plus', json(small, 'Content-Length: +30')),
    raw('an unknown packing', json(small, 'Transfer-Encoding: xchunked')),
    raw('pieces twice', json(`0\r\n\r\n`, 'Transfer-Encoding: chunked, identity')),
    raw('a piece of no number', json(`zz\r\n{}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked')),
    raw('a piece of endless size', json(`ffffffffffffffffff\r\n{}`, 'Transfer-Encoding: chunked')),
    raw('a space before the colon', json(small, 'Transfer-Encoding : chunked')),
    raw('a folded header', json(small, 'X-A: a\r\n b')),
    raw('NUL in a header', json(small, 'X-A: a\0b')),
    raw('a bare line feed', json(small, 'X-A: a\nTransfer-Encoding: chunked')),
    raw('no host', Buffer.from(`POST /api/ngn/customers HTTP/1.1\r\nConnection: close\r\n\r\n`)),
    raw('two hosts', json(small, 'Host: evil.example')),
    raw('no method', Buffer.from('/ HTTP/1.1\r\n\r\n')),
    raw(
      'garbage',
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x0d, 0x0a, 0x0d, 0x0a]),
    ),
  ];
}

export type Outcome = { problems: string[]; slowest: number; tried: number };

/** Sends each; a problem is another answer than a refusal, or one that costs more of the processor than `mostMs`. */
export async function sendAll(
  { port, processorMs }: MonitoredService,
  requests: RawRequest[],
  mostMs: number,
): Promise<Outcome> {
  const problems: string[] = [];
  let slowest = 0;
  for (const { about, bytes, allowed } of requests) {
    processorMs();
    const answer = await sendRaw(port, bytes);
    const first = processorMs() ?? 0;
    // A scheduled job or a collection of garbage may have fallen into it: what is dear twice is dear.
    if (first > mostMs) await sendRaw(port, bytes);
    const ms = first > mostMs ? Math.min(first, processorMs() ?? 0) : first;
    slowest = Math.max(slowest, ms);
    if (!allowed(answer)) problems.push(`${about}: ${answer.status} ${answer.text.slice(-200)}`);
    if (ms > mostMs) problems.push(`${about}: ${Math.round(ms)} ms of the processor`);
  }
  return { problems, slowest, tried: requests.length };
}
