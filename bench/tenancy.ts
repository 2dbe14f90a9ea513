// node bench/tenancy.ts [--invoices 100000] [--rounds 11]: what the database's own lock between businesses costs. The same
// service answers the same calls in turns, with handles bound to their business and with the service's own.
import { parseArgs } from 'node:util';
import { type DatabaseKind, embedded, postgres } from './databases.ts';
import { type BenchEnvironment, fiveItemsOnWire, openEnvironment, ownerWithCustomer } from './environment.ts';
import type { Call } from './load-worker.ts';
import { interleave, ms, over, type Row, tableOf, times } from './measure.ts';
import { callsOf, readViews, seedBusinesses } from './reads.ts';
import { customerName } from './seed.ts';

const { values } = parseArgs({
  options: {
    invoices: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '11' },
    clients: { type: 'string', default: '1' },
    only: { type: 'string', default: 'embedded,postgres' },
  },
});
const [rounds, clients] = [Number(values.rounds), Number(values.clients)];
const effort = { rounds, warmUp: 4 };
const CALLS = 40;

type Part = { what: string; calls: Call[] };

async function partsOf(world: BenchEnvironment): Promise<Part[]> {
  const [business] = await seedBusinesses(world, [Number(values.invoices)]);
  if (!business) throw new Error('no business was made');
  const { token } = await ownerWithCustomer(world);
  const { owner } = business;
  const listed = (query: string): Call => ({
    url: `${world.url}/api/ngn/invoice/get-all-invoices?limit=25&${query}`,
    method: 'GET',
    token: owner.token,
    expect: 200,
  });
  return [
    {
      what: 'create an invoice',
      calls: [
        {
          url: `${world.url}/api/ngn/invoice/create`,
          method: 'POST',
          token,
          body: fiveItemsOnWire(),
          expect: 201,
        },
      ],
    },
    ...readViews.map((look) => ({ what: look.what, calls: callsOf(world, business, look) })),
    { what: 'a page of invoices by amount', calls: [listed('sort=-amount')] },
    {
      what: 'customers by search',
      calls: [1, 20, 400].map((n) => ({
        url: `${world.url}/api/ngn/customers?limit=25&search=${encodeURIComponent(customerName(n))}`,
        method: 'GET',
        token: owner.token,
        expect: 200,
      })),
    },
  ];
}

async function measure(kind: DatabaseKind): Promise<Row[]> {
  const place = await kind.freshPlace();
  const world = await openEnvironment(place);
  const { system } = world.service;
  const bound = system.dbOf;
  try {
    const rows: Row[] = [];
    for (const { what, calls } of await partsOf(world)) {
      const run = (dbOf: typeof bound) => async () => {
        system.dbOf = dbOf;
        return (await world.load.run(calls, CALLS, clients)) / CALLS;
      };
      const results = await interleave(what, effort, { with: run(bound), without: run(() => system.db) });
      const ratio = over(results, (round) => round.with / round.without);
      rows.push({
        what,
        median: ms(over(results, (round) => round.with)),
        floor: ms(over(results, (round) => round.without)),
        ratio: times(ratio),
        aim: '',
        verdict: '',
      });
    }
    return rows;
  } finally {
    await world.stop();
    await place.remove();
  }
}

const server = values.only.includes('postgres') ? await postgres() : null;
for (const kind of [...(server ? [server] : []), ...(values.only.includes('embedded') ? [embedded] : [])]) {
  console.log(
    `\n## ${kind.name}, ${values.invoices} invoices, clients: ${clients} (floor: without the lock)\n`,
  );
  console.log(tableOf(await measure(kind)));
  await kind.stop();
}
