import type { Owner } from '../tests/harness.ts';
import { type BenchEnvironment, CLIENT, fiveItemsOnWire, ownerWithCustomer } from './environment.ts';
import { interleave, ms, over, type RoundCounts, type Row, rowOf, rowOfRatio, timed } from './measure.ts';
import { createInvoiceRaw } from './raw-database.ts';

const AIM = 2;
const CLIENTS = 16;

export type Effort = RoundCounts & { calls: number };

/** Creating an invoice with five items, by one client and by sixteen, against an empty handler and the bare transaction. */
export async function measureCreating(world: BenchEnvironment, effort: Effort): Promise<Row[]> {
  const owners: Owner[] = [];
  for (let i = 0; i < CLIENTS; i++) owners.push(await ownerWithCustomer(world));
  const body = fiveItemsOnWire();
  const creating = (key: boolean) =>
    owners.map(({ token }) => ({
      url: `${world.url}/api/ngn/invoice/create`,
      method: 'POST',
      token,
      body,
      expect: 201,
      key,
    }));
  const empty = [{ url: world.emptyUrl, method: 'POST', body, expect: 200 }];
  const businesses = owners.map((owner) => owner.businessId);
  const answer = await answerOf(world, owners[0]?.token ?? '', body);
  const rows: Row[] = [];
  for (const clients of [1, CLIENTS]) {
    const count = effort.calls * (clients === 1 ? 1 : 2);
    const used = clients === 1 ? 1 : CLIENTS;
    const results = await interleave(`creating, clients: ${clients}`, effort, {
      http: async () => (await world.load.run(empty, count, clients)) / count,
      bare: async () => (await rawCreating(world, businesses.slice(0, used), count, clients)) / count,
      bareKeyed: async () =>
        (await rawCreating(world, businesses.slice(0, used), count, clients, answer)) / count,
      whole: async () => (await world.load.run(creating(false).slice(0, used), count, clients)) / count,
      keyed: async () => (await world.load.run(creating(true).slice(0, used), count, clients)) / count,
    });
    const floors = {
      whole: (round: (typeof results)[number]) => round.http + round.bare,
      keyed: (round: (typeof results)[number]) => round.http + round.bareKeyed,
    };
    const name = clients === 1 ? 'one client' : `${clients} clients, time per invoice`;
    rows.push(
      rowOf(`empty HTTP handler, ${name}`, ms(over(results, (round) => round.http))),
      rowOf(`bare transaction, ${name}`, ms(over(results, (round) => round.bare))),
      rowOf(`bare transaction that keeps its answer, ${name}`, ms(over(results, (round) => round.bareKeyed))),
    );
    for (const [kind, answer] of [
      ['whole', ''],
      ['keyed', ' with an Idempotency-Key'],
    ] as const)
      rows.push(
        rowOfRatio(`create an invoice${answer}, ${name}`, results, {
          value: (round) => round[kind],
          floor: floors[kind],
          most: AIM,
        }),
      );
  }
  return rows;
}

// The product's answer, stored with the key by the raw transaction as well.
async function answerOf(world: BenchEnvironment, token: string, body: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${world.url}/api/ngn/invoice/create`, { method: 'POST', headers, body });
  return response.text();
}

let keys = 0;

function rawCreating(
  { bare }: BenchEnvironment,
  businesses: string[],
  count: number,
  clients: number,
  answer?: string,
): Promise<number> {
  let next = 0;
  const client = async () => {
    for (let at = next++; at < count; at = next++) {
      const key = answer === undefined ? undefined : { name: `bare-${++keys}`, answer };
      await createInvoiceRaw(bare, businesses[at % businesses.length] ?? '', CLIENT, key);
    }
  };
  return timed(() => Promise.all(Array.from({ length: clients }, client)));
}
