import { fork } from 'node:child_process';
import { once } from 'node:events';
import { limits } from '#contract/limits.ts';
import { addDays, dateIn } from '#core/dates.ts';
import type { BenchDatabase } from '../environment.ts';
import { dearestRequests, LONG_TEXTS } from '../../tests/dearest-input.ts';
import { ms } from '../measure.ts';
import type { BusinessFixture, Dataset } from './dataset.ts';
import type { AttackOrder } from './doors-attack.ts';
import { createClient, emptyTally, type SendRequest, type TrafficRequest } from './http-client.ts';
import { startService } from './service-processes.ts';

// Does a business notice that somebody repeats the dearest allowed input of one call? Each call of the contract in turn, by
// four connections of another business (or a stranger), with the limits as they usually are.

const CONNECTIONS = 4;
const ALLOWANCE_MS = 20;
const RATIO = 2;
/** Slower than one address is let have pages. */
const PAUSE_MS = 60;
const NEIGHBOUR = { 'x-forwarded-for': '203.0.113.9' };
const STRANGER = { 'x-forwarded-for': '198.51.100.7' };

type Door = { name: string; request: TrafficRequest };
type Times = { session: number[]; page: number[] };
type Measured = { door: Door; alone: Times; beside: Times; answers: Record<string, number> };

/** Measures every call whose name matches `only`; gives the table. */
export async function measureDoors(
  place: BenchDatabase,
  { others }: Dataset,
  { seconds, only }: { seconds: number; only: RegExp },
): Promise<string> {
  const service = await startService(place, { env: { TRUST_PROXY: 'true', ...usualLimits() } });
  const [neighbour, ...hostile] = others as [BusinessFixture, ...BusinessFixture[]];
  const { ask, close } = createClient([service.url], emptyTally);
  const doors = (await freshDoors(ask, hostile)).filter(({ name }) => only.test(name));
  // Code that runs for the first time is slow.
  const first = await startAttack(
    [service.url],
    [{ kind: 'session', path: '/api/auth/session', token: neighbour.token }],
  );
  await watch(ask, neighbour, 5_000);
  await first.stop();
  const measured: Measured[] = [];
  for (const door of doors) {
    const alone = await watch(ask, neighbour, 1_000 * seconds);
    const attack = await startAttack([service.url], [door.request]);
    const beside = await watch(ask, neighbour, 2_000 * seconds);
    measured.push({ door, alone, beside, answers: await attack.stop() });
    console.error(`  ${rowOf(measured.at(-1) as Measured)}`);
  }
  await close();
  await service.stop();
  return tableOf(measured);
}

/** Each door by a business and from an address of its own: its limits are not used up by the one before. */
async function freshDoors(ask: SendRequest, businesses: BusinessFixture[]): Promise<Door[]> {
  const ofEach: Door[][] = [];
  for (const business of businesses) ofEach.push(await doorsOf(ask, business));
  return (ofEach[0] ?? []).flatMap((_, at) => {
    const door = ofEach[at % ofEach.length]?.[at];
    const headers = { 'x-forwarded-for': `198.51.100.${1 + (at % 250)}` };
    return door ? [{ ...door, request: { ...door.request, headers } }] : [];
  });
}

/** Settings of the published limits as they usually are. */
export const usualLimits = (): Record<string, string> =>
  Object.fromEntries(Object.values(limits).map(({ setting, usual }) => [setting, String(usual)]));

/** The neighbour at an ordinary pace: a signed-in call and a page for its customers, in turns. */
async function watch(ask: SendRequest, { token, links }: BusinessFixture, forMs: number): Promise<Times> {
  const times: Times = { session: [], page: [] };
  const timed = async (into: number[], request: TrafficRequest) => {
    const began = performance.now();
    await ask({ ...request, headers: NEIGHBOUR });
    into.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  };
  for (const until = performance.now() + forMs; performance.now() < until; ) {
    await timed(times.session, { kind: 'session', path: '/api/auth/session', token });
    await timed(times.page, { kind: 'page', path: `/pay/${links[0]}` });
  }
  return times;
}

export type Attack = { stop(): Promise<Record<string, number>> };

/** Repeats the requests in turns, in a process of its own, so that its work is not in the neighbour's times. */
export async function startAttack(urls: string[], requests: TrafficRequest[]): Promise<Attack> {
  const child = fork(new URL('./doors-attack.ts', import.meta.url));
  await once(child, 'message');
  child.send({ urls, requests, connections: CONNECTIONS } satisfies AttackOrder);
  return {
    stop: async () => {
      child.send('stop');
      const [answers] = await once(child, 'message');
      return answers;
    },
  };
}

/** Every call of the contract with its dearest input, and the dearest documents and messages known. */
export async function doorsOf(ask: SendRequest, hostile: BusinessFixture): Promise<Door[]> {
  const link = await longestInvoice(ask, hostile);
  const as = (request: Omit<TrafficRequest, 'kind'>): TrafficRequest => ({
    kind: 'door',
    ...request,
    headers: { ...STRANGER, ...request.headers },
  });
  const public500 = ['', '/pdf'].map((end) => ({
    name: `a stranger fetches ${end === '' ? 'the page' : 'the PDF'} of 500 long lines`,
    request: as({ path: end === '' ? `/pay/${link}` : `/api/pay/${link}${end}` }),
  }));
  const messages = LONG_TEXTS.map((text) => ({
    name: `assistant: 4,000 characters of ${JSON.stringify(text)}`,
    request: as({
      method: 'POST',
      path: '/api/ngn/aiagent/conversation',
      token: hostile.token,
      json: { prompt: text.repeat(4000 / text.length) },
    }),
  }));
  return [
    ...public500,
    ...messages,
    ...contractDoors(hostile).map(({ name, request }) => ({ name, request: as(request) })),
  ];
}

// Ending the session would end the attack; a stream never ends.
const LEFT_OUT = /logout|session|delet|stream|live/i;

const contractDoors = ({ token, invoices }: BusinessFixture): Door[] =>
  dearestRequests({ invoices: invoices[0] ?? '' })
    .filter(({ name }) => !LEFT_OUT.test(name))
    .map(({ name, signedIn, ...request }) => ({
      name,
      request: { kind: 'door', ...request, token: signedIn ? token : null },
    }));

/** Makes the longest invoice there may be, sends it and gives its public link. */
async function longestInvoice(ask: SendRequest, { token }: BusinessFixture): Promise<string> {
  const line = { description: 'Ankara, six yards, '.repeat(20).slice(0, 299), quantity: 3, rate: 1_250.5 };
  const send = async (path: string, json: object) => {
    const { bytes, status } = await ask({ kind: 'prepare', method: 'POST', path, token, json });
    if (status >= 300) throw new Error(`${path}: ${status} ${bytes}`);
    return JSON.parse(bytes.toString()).data;
  };
  const invoice = await send('/api/ngn/invoice/create', {
    clientName: 'Mrs Bello',
    clientEmail: 'bello@example.test',
    dueDate: addDays(dateIn(new Date()), 7),
    title: 'Everything',
    items: Array.from({ length: 500 }, () => line),
  });
  const sent = await send('/api/ngn/invoice/send', { invoiceId: invoice.id });
  return new URL(sent.invoice.checkoutUrl).pathname.split('/').at(-1) ?? '';
}

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
const over = (alone: number, beside: number) => beside > RATIO * alone + ALLOWANCE_MS;

function rowOf({ door, alone, beside, answers }: Measured): string {
  const pairs = (['session', 'page'] as const).map((kind) => [p95(alone[kind]), p95(beside[kind])] as const);
  const verdict = pairs.some(([one, other]) => over(one, other)) ? 'no' : 'yes';
  const got = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  return `| ${door.name} | ${pairs.flat().map(ms).join(' | ')} | ${verdict} | ${got.join(', ')} |`;
}

function tableOf(measured: Measured[]): string {
  const worst = ({ alone, beside }: Measured) =>
    Math.max(p95(beside.session) - p95(alone.session), p95(beside.page) - p95(alone.page));
  const rows = measured.toSorted((a, b) => worst(b) - worst(a)).map(rowOf);
  return [
    `A neighbour's p95 while ${CONNECTIONS} connections repeat one call (at most ${RATIO} × alone + ${ALLOWANCE_MS} ms):`,
    '',
    '| repeated | session alone | beside | page alone | beside | within | answers to it |',
    '|---|--:|--:|--:|--:|---|---|',
    ...rows,
  ].join('\n');
}
