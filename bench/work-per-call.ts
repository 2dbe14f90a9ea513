// npm run bench:calls [-- --against <folder of another checkout>] [--rounds 7 --calls 400 --clients 8 --kinds detail,create --only embedded,postgres]: the
// processor time a signed-in call takes in the service, which is a process of its own. With another checkout both take turns, so
// that a change is measured within the same minutes as what was before it.
import { parseArgs } from 'node:util';
import { type DatabaseKind, embedded, postgres } from './databases.ts';
import { fiveItemsOnWire, ownerWithCustomer } from './environment.ts';
import { type Load, startLoad } from './load.ts';
import type { Call } from './load-worker.ts';
import { median, ms } from './measure.ts';
import { ROOT, type Service, startService, stopAll } from './traffic/service-processes.ts';
import { newOwner, type Owner } from '../tests/harness.ts';

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    calls: { type: 'string', default: '400' },
    clients: { type: 'string', default: '8' },
    kinds: { type: 'string', default: '' },
    only: { type: 'string', default: 'embedded,postgres' },
  },
});
const [rounds, calls, clients] = [values.rounds, values.calls, values.clients].map(Number) as [
  number,
  number,
  number,
];
const WARM_UP = 3;
const BUSINESSES = 16;

/** A checkout with its service, and the milliseconds of processor and of time each kind of call took it, by round. */
type Contestant = { name: string; service: Service; kinds: Kind[]; taken: Map<string, Taken[]> };
type Kind = { name: string; calls: Call[] };
type Taken = { cpuMs: number; elapsedMs: number };

async function enter(name: string, root: string, kind: DatabaseKind) {
  const place = await kind.freshPlace();
  const service = await startService(place, { root });
  const owners: Owner[] = [];
  for (let i = 0; i < BUSINESSES; i++)
    owners.push(await ownerWithCustomer({ owner: () => newOwner(service) }));
  const contestant: Contestant = { name, service, kinds: await kindsOf(service, owners), taken: new Map() };
  return { contestant, leave: place.remove };
}

async function kindsOf({ url }: Service, owners: Owner[]): Promise<Kind[]> {
  const body = fiveItemsOnWire();
  const creating = owners.map(({ token }) => ({
    url: `${url}/api/ngn/invoice/create`,
    method: 'POST',
    token,
    body,
    expect: 201,
  }));
  const made = await Promise.all(creating.map(idOfNew));
  const reading = (path: (owner: Owner, at: number) => string) =>
    owners.map((owner, at) => ({
      url: url + path(owner, at),
      method: 'GET',
      token: owner.token,
      expect: 200,
    }));
  const kinds = [
    { name: 'list', calls: reading(() => '/api/ngn/invoice/get-all-invoices?limit=25') },
    { name: 'detail', calls: reading((_owner, at) => `/api/ngn/invoice/${made[at]}`) },
    {
      name: 'dashboard',
      calls: reading(({ businessId }) => `/api/ngn/user/get-business-payment-info/${businessId}`),
    },
    { name: 'create', calls: creating },
    { name: 'create with an Idempotency-Key', calls: creating.map((call) => ({ ...call, key: true })) },
  ];
  const wanted = values.kinds.split(',').filter(Boolean);
  return kinds.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
}

async function idOfNew({ url, token, body }: Call & { token: string; body: string }): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

async function runOnce({ service, kinds, taken }: Contestant, load: Load, counts: boolean): Promise<void> {
  for (const kind of kinds) {
    await service.read();
    const elapsed = await load.run(kind.calls, calls, clients);
    const reading = await service.read();
    if (!reading) throw new Error('the service ended');
    if (!counts) continue;
    const one = { cpuMs: (reading.cpuSeconds * 1_000) / calls, elapsedMs: elapsed / calls };
    taken.set(kind.name, [...(taken.get(kind.name) ?? []), one]);
  }
}

async function measure(kind: DatabaseKind): Promise<string> {
  const entered = [await enter('this', ROOT, kind)];
  if (values.against) entered.push(await enter(values.against, values.against, kind));
  const contestants = entered.map(({ contestant }) => contestant);
  const load = startLoad();
  try {
    for (let round = -WARM_UP; round < rounds; round++)
      for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed())
        await runOnce(contestant, load, round >= 0);
    return tableOf(contestants);
  } finally {
    await load.stop();
    await stopAll();
    for (const { leave } of entered) await leave();
  }
}

function tableOf(contestants: Contestant[]): string {
  const [mine] = contestants;
  const head = contestants.flatMap(({ name }) => [`processor, ${name}`, `time, ${name}`]);
  const rows = (mine?.kinds ?? []).map(({ name }) => {
    const cells = contestants.flatMap(({ taken }) => {
      const all = taken.get(name) ?? [];
      return [ms(median(all.map(({ cpuMs }) => cpuMs))), ms(median(all.map(({ elapsedMs }) => elapsedMs)))];
    });
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  return [`| a call | ${head.join(' | ')} |`, `|---|${head.map(() => '--:').join('|')}|`, ...rows].join('\n');
}

const server = values.only.includes('postgres') ? await postgres() : null;
for (const kind of [...(server ? [server] : []), ...(values.only.includes('embedded') ? [embedded] : [])]) {
  console.log(`\n## ${kind.name} (${kind.label}), clients: ${clients}\n`);
  console.log(await measure(kind));
  await kind.stop();
}
