import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { formOf, part } from '../../../tests/fuzz/multipart.ts';
import { boundaryOf, delimiterSearch } from './form-parts.ts';
import { filePart, receiveBody } from './request-body.ts';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const MEGABYTE = 1024 * 1024;
const upload = { method: 'POST', multipart: true } as Endpoint;
const headers = new Headers({ 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` });
const text = (name: string, content: string) => part(name, null, 'text/plain', Buffer.from(content));
const file = (bytes: Uint8Array) => part('file', 'a.pdf', 'application/pdf', bytes);
const refusalOf = async (work: () => unknown) => {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return null;
};

afterEach(() => vi.restoreAllMocks());

/** A request whose body arrives in chunks of a size. */
function arriving(body: Buffer, chunkBytes: number): Request {
  const chunks = Array.from({ length: Math.ceil(body.length / chunkBytes) }, (_, at) =>
    body.subarray(at * chunkBytes, (at + 1) * chunkBytes),
  );
  const stream = ReadableStream.from(chunks);
  return new Request('http://a', { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit);
}

const read = async (body: Buffer) => filePart(headers, await receiveBody(arriving(body, 65_536), upload));

function searched(body: Buffer, chunkBytes: number) {
  const search = delimiterSearch(BOUNDARY);
  for (let at = 0; at < body.length; at += chunkBytes) search.add(body.subarray(at, at + chunkBytes));
  return search;
}

describe('a form of 150,000 parts', () => {
  const one = text('a', '');
  const body = formOf(BOUNDARY, Array<Buffer>(150_000).fill(one));

  test('is refused after twelve delimiters, some hundred bytes and no parsing', async () => {
    const search = searched(body, 65_536);
    expect(search.ends).toHaveLength(12);
    expect(search.compared).toBeLessThan(13 * (one.length + BOUNDARY.length + 8));
    const parsing = vi.spyOn(Response.prototype, 'formData');
    expect(await refusalOf(() => receiveBody(arriving(body, 65_536), upload))).toBe('bad_request');
    expect(parsing).not.toHaveBeenCalled();
  });

  test('is refused too where it fits into the room of a small body', async () => {
    const small = formOf(BOUNDARY, Array<Buffer>(1500).fill(one));
    const declared = new Headers(headers);
    declared.set('Content-Length', String(small.length));
    const request = new Request('http://a', {
      method: 'POST',
      headers: declared,
      body: new Uint8Array(small),
    });
    expect(await refusalOf(() => receiveBody(request, upload))).toBe('bad_request');
  });
});

test('delimiters are found alike in whatever pieces they arrive', () => {
  const near = Buffer.from(`\r\r\n--${BOUNDARY.slice(0, 9)}\r\n-\r\n--${BOUNDARY}`.slice(0, -1));
  const body = formOf(BOUNDARY, [text('purpose', 'kyc'), file(near), text('a', '')]);
  const whole = searched(body, body.length).ends;
  expect(whole).toHaveLength(4);
  for (const end of whole) expect(body.toString('latin1', 0, end).endsWith(`--${BOUNDARY}`)).toBe(true);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), (size) => {
      expect(searched(body, size).ends).toEqual(whole);
    }),
  );
});

test.each([
  ['line breaks', '\r'],
  ['whole ones', '\r\n'],
  ['beginnings of a delimiter', `\r\n--${BOUNDARY.slice(0, -1)}`],
  ['a line break now and then', `\r${'-'.repeat(40)}`],
])('no byte is compared twice in a file of %s', (_, filler) => {
  const body = formOf(BOUNDARY, [file(Buffer.alloc(MEGABYTE, filler))]);
  const search = searched(body, 65_536);
  expect(search.ends).toHaveLength(2);
  expect(search.compared).toBeLessThanOrEqual(body.length);
});

test('of ten parts with a file of ten megabytes among them only the headers are parsed', async () => {
  const content = Buffer.alloc(10 * MEGABYTE - 4096, '-');
  const body = formOf(BOUNDARY, [...Array(9).fill(text('purpose', 'kyc €')), file(content)]);
  const parsing = vi.spyOn(globalThis, 'Response');
  const read = await filePart(headers, await receiveBody(arriving(body, 65_536), upload));
  expect(read.file).toMatchObject({ name: 'a.pdf', bytes: { byteLength: content.length } });
  expect(read.fields).toEqual({ purpose: 'kyc €' });
  const [bare] = parsing.mock.calls[0] ?? [];
  expect(Buffer.isBuffer(bare) && bare.length).toBeLessThan(10 * 200);
});

const disposition = (more = '') => `Content-Disposition: form-data; name="file"${more}\r\n`;
test.each([
  ['headers of megabytes', [Buffer.from(`${disposition('a'.repeat(MEGABYTE))}\r\n\r\n`)]],
  ['headers without an end', [Buffer.alloc(MEGABYTE, 'a:\r\n')]],
  ['no headers', [Buffer.from('\r\n\r\n')]],
  ['a part without a name', [Buffer.from('Content-Type: text/plain\r\n\r\na\r\n')]],
  ['a text of megabytes', [text('purpose', 'a'.repeat(MEGABYTE))]],
])('%s are refused', async (_, parts) => {
  expect(await refusalOf(() => read(formOf(BOUNDARY, parts)))).toBe('bad_request');
});

test.each([
  ['nothing', ''],
  ['no delimiter', 'abc'],
  [
    'no end',
    formOf(BOUNDARY, [text('a', 'b')])
      .toString()
      .slice(0, -4),
  ],
  ['a delimiter that goes on', `--${BOUNDARY}x\r\n`],
  [
    'two letters where the line of the delimiter ends',
    formOf(BOUNDARY, [text('a', 'b')])
      .toString()
      .replace(`--${BOUNDARY}\r\n`, `--${BOUNDARY}xy`),
  ],
])('a form of %s is refused', async (_, form) => {
  expect(await refusalOf(() => read(Buffer.from(form)))).toBe('bad_request');
});

test('is read as a browser writes it: names with quotes, what comes after the end, the first file of two', async () => {
  const odd = part('file', 'Ada "1" ₦.pdf', 'application/pdf', Buffer.from('first'));
  const body = formOf(BOUNDARY, [odd, file(Buffer.from('second')), text('a', 'b\r\nc')]);
  const { file: found, fields } = await read(Buffer.concat([body, Buffer.from('and more')]));
  expect(found?.name).toBe('Ada "1" ₦.pdf');
  expect(Buffer.from(found?.bytes ?? []).toString()).toBe('first');
  expect(fields).toEqual({ a: 'b\r\nc' });
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; Boundary="a b"; x=y', 'a b'],
  ['multipart/form-data', null],
  ['multipart/form-data; boundary=', null],
  [`multipart/form-data; boundary=${'a'.repeat(71)}`, null],
  ['multipart/form-data; boundary="a\\"b"', null],
])('the boundary of %s is %s', (type, boundary) => expect(boundaryOf(type)).toBe(boundary));
