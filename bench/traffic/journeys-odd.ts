import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Journey, one, type Trip } from './journeys.ts';
import { slowKinds } from './slow.ts';

const NGN = '/api/ngn';
const LEAST_LISTENED_MS = 5_000;
const MOST_LISTENED_MS = 90_000;
const MOST_SLOW_MS = 30_000;
const MOST_BEFORE_BREAKING_MS = 300;
const TOO_LARGE = 12 * 2 ** 20;

const place = ({ origins, chance }: Trip) => {
  const { port, host } = new URL(one(origins, chance));
  return { port: Number(port), host };
};
const head = (line: string, host: string, more: string[] = []) =>
  `${[`${line} HTTP/1.1`, `Host: ${host}`, ...more].join('\r\n')}\r\n\r\n`;

/** Writes over a connection of its own and drops it after a while, whatever has come by then. */
function writeAndDrop(port: number, text: string, afterMs: number): Promise<void> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const timer = setTimeout(() => socket.destroy(), afterMs);
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      done();
    });
  });
}

const listenedMs = ({ chance }: Trip) =>
  LEAST_LISTENED_MS + chance() * (MOST_LISTENED_MS - LEAST_LISTENED_MS);

/** An open page that hears of news, until it is closed. */
export const listen: Journey = async (trip) => {
  const { port, host } = place(trip);
  const request = head('GET /api/live', host, [
    `Authorization: Bearer ${trip.stall.token}`,
    'Accept: text/event-stream',
  ]);
  await writeAndDrop(port, request, listenedMs(trip));
};

/** A customer's open pay page. */
export const watchPayPage: Journey = async (trip) => {
  const { port, host } = place(trip);
  const path = `/api/pay/${one(trip.stall.links, trip.chance)}/live`;
  await writeAndDrop(port, head(`GET ${path}`, host, ['Accept: text/event-stream']), listenedMs(trip));
};

/** A client that goes in the midst of asking, or of being answered. */
export const breakOff: Journey = async (trip) => {
  const { port, host } = place(trip);
  const authorised = `Authorization: Bearer ${trip.stall.token}`;
  const list = `GET ${NGN}/invoice/get-all-invoices?limit=100`;
  const json = [authorised, 'Content-Type: application/json', 'Content-Length: 4000'];
  const form = [authorised, 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 400000'];
  const text = one(
    [
      () => head(list, host, [authorised]),
      () => head(`GET ${NGN}/customers/export`, host, [authorised]),
      () => head(`GET ${NGN}/invoice/${one(trip.stall.invoices, trip.chance)}/pdf`, host, [authorised]),
      () => `${head(`POST ${NGN}/invoice/create`, host, json)}{"clientName":"Mrs`,
      () =>
        `${head(`POST ${NGN}/files/upload`, host, form)}--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 ${'x'.repeat(20_000)}`,
      () => head(list, host, [authorised]).slice(0, 40),
    ],
    trip.chance,
  )();
  await writeAndDrop(port, text, trip.chance() * MOST_BEFORE_BREAKING_MS);
};

/** A client that writes or reads as slowly as it can. */
export const dawdle: Journey = async (trip) => {
  const { port } = place(trip);
  const aim = { port, path: `${NGN}/invoice/get-all-invoices?limit=25`, token: trip.stall.token };
  const socket = one(slowKinds, trip.chance)(aim, { lived: {} });
  await pause(MOST_SLOW_MS);
  socket.destroy();
};

type Nonsense = { path: string; method?: 'POST'; body?: string; signed?: boolean; expected: number[] };

const JSON_HEADERS = { 'content-type': 'application/json' };
const nonsense: Nonsense[] = [
  { path: `${NGN}/invoice/create`, method: 'POST', body: '{"clientName":', signed: true, expected: [400] },
  {
    path: `${NGN}/invoice/create`,
    method: 'POST',
    body: '{"clientName":{},"items":7}',
    signed: true,
    expected: [422],
  },
  {
    path: `${NGN}/invoice/create`,
    method: 'POST',
    body: `"${'x'.repeat(TOO_LARGE)}"`,
    signed: true,
    expected: [413],
  },
  { path: `${NGN}/invoice/inv_00000000000000000000000000`, signed: true, expected: [404] },
  { path: '/api/xyz/invoice/get-all-invoices', signed: true, expected: [404] },
  { path: `${NGN}/invoice/get-all-invoices`, expected: [401] },
  { path: '/pay/nobody-has-this', expected: [404] },
  {
    path: '/api/webhooks/paystack',
    method: 'POST',
    body: '{"event":"charge.success","data":{}}',
    expected: [400, 401, 403, 404, 422],
  },
  { path: '/api/webhooks/nobody', method: 'POST', body: '{}', expected: [404] },
  { path: `/${'%C0%AE'.repeat(20)}`, expected: [400, 404] },
];

/** What no client of ours would send; it is refused, and refused in the right words. */
export const talkNonsense: Journey = async ({ ask, chance, stall }) => {
  const { path, method, body, signed, expected } = one(nonsense, chance);
  await ask({
    kind: `nonsense that is to be ${expected[0]}`,
    path,
    ...(method ? { method, headers: JSON_HEADERS } : {}),
    ...(body === undefined ? {} : { body }),
    token: signed ? stall.token : null,
    expected,
  });
};
