import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Journey, type JourneyContext, pickOne } from './journeys.ts';
import { slowKinds } from './slow-clients.ts';

const NGN = '/api/ngn';
const MIN_LISTEN_MS = 5_000;
const MAX_LISTEN_MS = 90_000;
const MAX_SLOW_MS = 30_000;
const MAX_BEFORE_ABORT_MS = 300;
const TOO_LARGE = 12 * 2 ** 20;

const pickOrigin = ({ origins, rng: chance }: JourneyContext) => {
  const { port, host } = new URL(pickOne(origins, chance));
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

const listenDurationMs = ({ rng: chance }: JourneyContext) =>
  MIN_LISTEN_MS + chance() * (MAX_LISTEN_MS - MIN_LISTEN_MS);

/** An open page that receives live events, until it is closed. */
export const listenToLiveEvents: Journey = async (trip) => {
  const { port, host } = pickOrigin(trip);
  const request = head('GET /api/live', host, [
    `Authorization: Bearer ${trip.stall.token}`,
    'Accept: text/event-stream',
  ]);
  await writeAndDrop(port, request, listenDurationMs(trip));
};

/** A customer's open pay page. */
export const watchPayPage: Journey = async (trip) => {
  const { port, host } = pickOrigin(trip);
  const path = `/api/pay/${pickOne(trip.stall.links, trip.rng)}/live`;
  await writeAndDrop(port, head(`GET ${path}`, host, ['Accept: text/event-stream']), listenDurationMs(trip));
};

/** A client that goes in the midst of asking, or of being answered. */
export const abortRequest: Journey = async (trip) => {
  const { port, host } = pickOrigin(trip);
  const authorised = `Authorization: Bearer ${trip.stall.token}`;
  const list = `GET ${NGN}/invoice/get-all-invoices?limit=100`;
  const json = [authorised, 'Content-Type: application/json', 'Content-Length: 4000'];
  const form = [authorised, 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 400000'];
  const text = pickOne(
    [
      () => head(list, host, [authorised]),
      () => head(`GET ${NGN}/customers/export`, host, [authorised]),
      () => head(`GET ${NGN}/invoice/${pickOne(trip.stall.invoices, trip.rng)}/pdf`, host, [authorised]),
      () => `${head(`POST ${NGN}/invoice/create`, host, json)}{"clientName":"Mrs`,
      () =>
        `${head(`POST ${NGN}/files/upload`, host, form)}--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 ${'x'.repeat(20_000)}`,
      () => head(list, host, [authorised]).slice(0, 40),
    ],
    trip.rng,
  )();
  await writeAndDrop(port, text, trip.rng() * MAX_BEFORE_ABORT_MS);
};

/** A client that writes or reads as slowly as it can. */
export const sendSlowly: Journey = async (trip) => {
  const { port } = pickOrigin(trip);
  const aim = { port, path: `${NGN}/invoice/get-all-invoices?limit=25`, token: trip.stall.token };
  const socket = pickOne(slowKinds, trip.rng)(aim, { lived: {} });
  await pause(MAX_SLOW_MS);
  socket.destroy();
};

type InvalidRequest = { path: string; method?: 'POST'; body?: string; signed?: boolean; expected: number[] };

const JSON_HEADERS = { 'content-type': 'application/json' };
const invalidRequests: InvalidRequest[] = [
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

/** Requests our clients never send; each must be refused with the expected status. */
export const sendInvalidRequest: Journey = async ({ ask, rng: chance, stall }) => {
  const { path, method, body, signed, expected } = pickOne(invalidRequests, chance);
  await ask({
    kind: `nonsense that is to be ${expected[0]}`,
    path,
    ...(method ? { method, headers: JSON_HEADERS } : {}),
    ...(body === undefined ? {} : { body }),
    token: signed ? stall.token : null,
    expected,
  });
};
