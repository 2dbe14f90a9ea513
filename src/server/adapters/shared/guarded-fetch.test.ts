import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedFetch, type GuardedFetchOptions, isPublicAddress, RequestBlocked } from './guarded-fetch.ts';

let inside: Server;
let port: number;
let calls = 0;
beforeAll(async () => {
  inside = createServer((request, response) => {
    calls += 1;
    if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    else if (request.url === '/endless') response.end(Buffer.alloc(3_000_000));
    else if (request.url !== '/silent') response.end('{"ok":true}');
  });
  inside.on('connection', () => {
    calls += 1;
  });
  await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done));
  port = (inside.address() as AddressInfo).port;
});
afterAll(() => {
  inside.closeAllConnections();
  inside.close();
});

type Lookup = NonNullable<GuardedFetchOptions['lookup']>;

/** Names that lead wherever the test says, one answer after the other. */
const leadingTo = (...answers: string[][]): Lookup => {
  const left = [...answers];
  const lookup = (_name: string, _options: unknown, done: (...args: unknown[]) => void) => {
    const found = (left.length > 1 ? left.shift() : left[0]) ?? [];
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return lookup as unknown as Lookup;
};

const PRIVATE = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.5',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',

  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.0.8',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00:ec2::254',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  '::127.0.0.1',
  'ff02::1',
  'fec0::1',
  '2001:db8::1',
];
/** Written in the ways some readers take for something harmless. */
const DISGUISED = [
  '2130706433',
  '0x7f000001',
  '017700000001',
  '0177.0.0.1',
  '0x7f.1',
  '127.1',
  '127.0.1',
  '0',
  '0x0',
  '2852039166',
  '0xA9FEA9FE',
  '0251.0376.0251.0376',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127.0.0.1.',
  '[::ffff:7f00:1]',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:0:0:1]',
  '%31%32%37.0.0.1',
];
const OTHER = [
  'https://user:secret@example.com/',
  'https://example.com@127.0.0.1/',
  'https://127.0.0.1#@example.com/',
  'https://127.0.0.1\\@example.com/',
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'data:text/plain,x',
  'javascript:alert(1)',
  '//127.0.0.1/',
  'nonsense',
];

async function refusalOf(address: string, options: GuardedFetchOptions = {}): Promise<unknown> {
  const before = calls;
  const error = await guardedFetch(null, options)(address).catch((thrown: unknown) => thrown);
  expect(calls, `${address} was reached`).toBe(before);
  expect(error, address).toBeInstanceOf(TypeError);
  return (error as Error).cause;
}

test('no trick of writing an address reaches anything', async () => {
  const hosts = [...PRIVATE.map((one) => (one.includes(':') ? `[${one}]` : one)), ...DISGUISED];
  const tricks = [...hosts.map((host) => `https://${host}:${port}/`), ...OTHER];
  expect(tricks.length).toBeGreaterThanOrEqual(50);
  for (const trick of tricks) expect(await refusalOf(trick), trick).toBeInstanceOf(RequestBlocked);
});

test('no name leads inside, alone, among others, or at the second asking', async () => {
  for (const address of PRIVATE)
    for (const answers of [[address], ['93.184.216.34', address]])
      expect(
        await refusalOf(`https://inside.example:${port}/`, { lookup: leadingTo(answers) }),
        String(answers),
      ).toBeInstanceOf(RequestBlocked);
  const lookup = leadingTo(['2001:db8::1'], ['127.0.0.1']);
  for (let turn = 0; turn < 2; turn++)
    expect(await refusalOf(`https://rebound.example:${port}/`, { lookup })).toBeInstanceOf(RequestBlocked);
  expect(PRIVATE.filter(isPublicAddress)).toEqual([]);
  expect(['93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'].filter(isPublicAddress)).toHaveLength(3);
});

test('where the operator says so the inside is called, and nothing else of it', async () => {
  const own = `http://127.0.0.1:${port}`;
  expect(await (await guardedFetch(own)(`${own}/`)).json()).toEqual({ ok: true });
  const lookup = leadingTo(['127.0.0.1']);
  const named = guardedFetch(null, { privateHosts: ['minio.internal'], lookup });
  expect(await (await named(`http://minio.internal:${port}/`)).json()).toEqual({ ok: true });
  const before = calls;
  await expect(named(`http://other.internal:${port}/`)).rejects.toThrow();
  await expect(
    guardedFetch('http://intern.example', { lookup })(`http://intern.example:${port}/`),
  ).rejects.toThrow();
  await expect(guardedFetch('http://127.0.0.2')(`${own}/`)).rejects.toThrow();
  expect(calls).toBe(before);
});

test('a redirect is not followed, an answer has an end in size and in time, and a form arrives', async () => {
  const own = `http://127.0.0.1:${port}`;
  await expect(guardedFetch(own)(`${own}/away`)).rejects.toThrow();
  const away = await guardedFetch(own)(`${own}/away`, { redirect: 'manual' });
  expect([away.status, away.headers.get('location')]).toEqual([302, 'http://127.0.0.1:9/']);
  const endless = await guardedFetch(own, { mostBytes: 1_000_000 })(`${own}/endless`);
  await expect(endless.arrayBuffer()).rejects.toThrow('too long');
  await expect(guardedFetch(own, { mostMs: 80 })(`${own}/silent`)).rejects.toThrow(/timeout/i);
  const form = new FormData();
  form.set('file', new File(['abc'], 'a.txt'));
  expect((await guardedFetch(own)(`${own}/`, { method: 'POST', body: form })).status).toBe(200);
});
