// npm run bench [-- --quick] [-- --only embedded,postgres] [-- --parts pdf,starts] [-- --sizes 1000,100000]: measures the product against its floors. Everything is on this
// machine's loopback and in folders and databases of its own, which are removed at the end.
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureBackground } from './background.ts';
import { measureMatching } from './bank-statements.ts';
import { measureCreating } from './create-invoice.ts';
import { type DatabaseKind, embedded, postgres } from './databases.ts';
import { type BenchEnvironment, openEnvironment } from './environment.ts';
import { ms, type Row, tableOf, timed } from './measure.ts';
import { measurePdf } from './pdf.ts';
import { measurePlans } from './plans.ts';
import { measureQuotes } from './quotes.ts';
import { measureRecording } from './record-payment.ts';
import { measureListing, measureReading, seedBusinesses, sizeOf } from './reads.ts';
import { measureStartup } from './startup.ts';
import { measureStatements } from './statements.ts';
import { measureUploadMemory } from './upload-memory.ts';

const full = {
  sizes: [1_000, 10_000, 100_000],
  warmUp: 10,
  rounds: 11,
  calls: 40,
  starts: 3,
  load: 1_000,
  background: { businesses: 300, overdue: 16_650 },
  plans: { businesses: 300, due: 10_000 },
};
const quick = {
  sizes: [1_000, 5_000],
  warmUp: 1,
  rounds: 3,
  calls: 10,
  starts: 1,
  load: 100,
  background: { businesses: 20, overdue: 1_000 },
  plans: { businesses: 20, due: 500 },
};
const kinds = ['embedded', 'postgres'];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    parts: { type: 'string' },
    /** Businesses of how many invoices are read. */
    sizes: { type: 'string' },
  },
});
const length = values.quick ? quick : full;
const plan = { ...length, sizes: values.sizes?.split(',').map(Number) ?? length.sizes };

const progress = (text: string) => console.error(text);

type Part = (kind: DatabaseKind) => Promise<Row[]>;

const atWork =
  (measure: (world: BenchEnvironment, kind: DatabaseKind) => Promise<Row[]>): Part =>
  async (kind) => {
    const place = await kind.freshPlace();
    const world = await openEnvironment(place);
    try {
      return await measure(world, kind);
    } finally {
      await world.stop();
      await place.remove();
    }
  };

async function measureCalls(world: BenchEnvironment, { name }: DatabaseKind): Promise<Row[]> {
  progress(`${name}: filling businesses of ${plan.sizes.join(', ')} invoices …`);
  let businesses: Awaited<ReturnType<typeof seedBusinesses>> = [];
  const filling = await timed(async () => {
    businesses = await seedBusinesses(world, plan.sizes);
  });
  progress(`${name}: filled in ${ms(filling)}, ${await sizeOf(world)}; creating, reading …`);
  return [
    ...(await measureCreating(world, plan)),
    ...(await measureRecording(world, plan)),
    ...(await measureReading(world, businesses, plan)),
    ...(await measureListing(world, businesses, plan)),
  ];
}

const parts: Record<string, Part> = {
  starts: ({ freshPlace }) => measureStartup(freshPlace, { starts: plan.starts, calls: plan.load }),
  calls: atWork(measureCalls),
  pdf: atWork((world) => measurePdf(world, plan)),
  quotes: atWork((world) => measureQuotes(world, plan)),
  statements: atWork((world) => measureStatements(world, plan)),
  matching: () => measureMatching(plan.rounds),
  uploads: ({ freshPlace }) => measureUploadMemory(freshPlace, plan.rounds),
  // The embedded database has one process alone.
  background: async ({ name, freshPlace }) =>
    name === 'PostgreSQL' ? measureBackground(freshPlace, plan.background) : [],
  plans: async ({ name, freshPlace }) => (name === 'PostgreSQL' ? measurePlans(freshPlace, plan.plans) : []),
};

const chosenOf = (what: string, given: string | undefined, known: string[]): string[] => {
  const wanted = given?.split(',') ?? known;
  const unknown = wanted.filter((one) => !known.includes(one));
  if (unknown.length === 0) return wanted;
  console.error(`There is no ${what} ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  process.exit(2);
};
const wanted = chosenOf('database', values.only, kinds);
const wantedParts = chosenOf('part', values.parts, Object.keys(parts));

async function measure(kind: DatabaseKind): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of wantedParts) {
    progress(`${kind.name}: ${name} …`);
    rows.push(...((await parts[name]?.(kind)) ?? []));
  }
  return rows;
}

async function report(kind: DatabaseKind): Promise<boolean> {
  try {
    const rows = await measure(kind);
    console.log(`\n## ${kind.name} (${kind.label})\n\n${tableOf(rows)}`);
    return rows.every((row) => row.verdict !== 'missed');
  } finally {
    await kind.stop();
  }
}

console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
);
const server = wanted.includes('postgres') ? await postgres() : null;
const chosen = [...(wanted.includes('embedded') ? [embedded] : []), ...(server ? [server] : [])];
if (wanted.includes('postgres') && !server)
  console.log('No PostgreSQL found: set TEST_DATABASE_URL or install one.');
let met = true;
try {
  for (const kind of chosen) met = (await report(kind)) && met;
} catch (error) {
  console.error(error instanceof Error ? error.stack : error);
  process.exit(1);
}
console.log(met ? '\nEvery aim is met.' : '\nSome aims are missed.');
