import { sql } from 'kysely';
import { api } from '#contract/index.ts';
import { eventually } from '../tests/harness.ts';
import type { Effort } from './create-invoice.ts';
import {
  type BenchEnvironment,
  fiveItems,
  fiveItemsOnWire,
  maintain,
  ownerWithCustomer,
} from './environment.ts';
import type { Call } from './load-worker.ts';
import { interleave, type Row, rowOfRatio } from './measure.ts';

const AIM = 1.5;
const params = { currency: 'NGN' } as const;

/** Sending a quote and accepting it on its public page, each against creating an invoice in the same round. */
export async function measureQuotes(world: BenchEnvironment, effort: Effort): Promise<Row[]> {
  const { call, token } = await ownerWithCustomer(world);
  const { calls } = effort;
  const each = async <T>(work: () => Promise<T>): Promise<T[]> => {
    const made: T[] = [];
    while (made.length < calls) made.push(await work());
    return made;
  };
  const creating = {
    url: `${world.url}/api/ngn/invoice/create`,
    method: 'POST',
    token,
    expect: 201,
    body: fiveItemsOnWire(),
  };
  const { dueDate: _none, ...items } = fiveItems();
  const contents = { ...items, kind: 'quote', validDays: 14, dueDays: 7 } as const;
  const draft = async () => (await call(api.quotes.create, { params, body: contents })).data.id;
  const send = (id: string) => ({
    url: `${world.url}/api/ngn/quotes/${id}/send`,
    method: 'POST',
    token,
    expect: 200,
  });
  const accept = async () => {
    const { pageUrl } = (await call(api.quotes.send, { params: { ...params, id: await draft() } })).data;
    const publicId = new URL(pageUrl ?? '').pathname.split('/').at(-1) ?? '';
    const { revisionHash } = (await call(api.quotes.publicRead, { params: { publicId } })).data;
    const body = JSON.stringify({ name: 'Ngozi Bello', mayAccept: true, orderNumber: '', revisionHash });
    return { url: `${world.url}/api/quote/${publicId}/accept`, method: 'POST', expect: 200, body };
  };
  // A letter is work of a job, and a service takes half as long again for whatever comes after one: each call is followed by a
  // creation of the same moment, and both wait for the letters before them.
  const compare = async (prepared: Call[]) => {
    const taken = { call: 0, creating: 0 };
    for (const one of prepared) {
      taken.call += await afterLetters(world, one);
      taken.creating += await afterLetters(world, creating);
    }
    return { call: taken.call / prepared.length, creating: taken.creating / prepared.length };
  };
  const steps = {
    send: async () => compare((await each(draft)).map(send)),
    accept: async () => compare(await each(accept)),
  };
  for (const step of Object.values(steps)) await step();
  await maintain(world);
  const results = await interleave('quotes', effort, steps);
  return (['send', 'accept'] as const).map((step) =>
    rowOfRatio(`${step} a quote, against creating an invoice`, results, {
      value: (round) => round[step].call,
      floor: (round) => round[step].creating,
      most: AIM,
    }),
  );
}

async function afterLetters(world: BenchEnvironment, call: Call): Promise<number> {
  await eventually(async () => (await lettersToSend(world)) === 0 || undefined);
  return world.load.run([call], 1);
}

async function lettersToSend({ service }: BenchEnvironment): Promise<number> {
  const { rows } = await sql<{ left: number }>`select count(*) as left from pgboss.job
    where name = 'quotes.letter' and state < 'completed'`.execute(service.store.db);
  return Number(rows[0]?.left);
}
