// npm run bench [-- --quick] [-- --only embedded,postgres]: measures the product against its floors. Everything is on this
// machine's loopback and in folders and databases of its own, which are removed at the end.
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureMatching } from './bank-statements.ts';
import { measureCreating } from './create-invoice.ts';
import { type DatabaseKind, embedded, postgres } from './databases.ts';
import { openEnvironment } from './environment.ts';
import { ms, type Row, tableOf, timed } from './measure.ts';
import { measurePdf } from './pdf.ts';
import { measureRecording } from './record-payment.ts';
import { measureListing, measureReading, seedBusinesses, sizeOf } from './reads.ts';
import { measureStartup } from './startup.ts';
import { measureUploadMemory } from './upload-memory.ts';

const full = { sizes: [1_000, 10_000, 100_000], warmUp: 10, rounds: 11, calls: 40, starts: 3, load: 1_000 };
const quick = { sizes: [1_000, 5_000], warmUp: 1, rounds: 3, calls: 10, starts: 1, load: 100 };
const kinds = ['embedded', 'postgres'];

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const wanted = values.only?.split(',') ?? kinds;
const unknown = wanted.filter((kind) => !kinds.includes(kind));
if (unknown.length > 0) {
  console.error(`There is no database ${unknown.join(', ')}; there are ${kinds.join(', ')}.`);
  process.exit(2);
}
const plan = values.quick ? quick : full;

const progress = (text: string) => console.error(text);

async function measure(kind: DatabaseKind): Promise<Row[]> {
  progress(`${kind.name}: starts and memory …`);
  const starts = await measureStartup(kind.freshPlace, { starts: plan.starts, calls: plan.load });
  const place = await kind.freshPlace();
  const world = await openEnvironment(place);
  try {
    progress(`${kind.name}: filling businesses of ${plan.sizes.join(', ')} invoices …`);
    let businesses: Awaited<ReturnType<typeof seedBusinesses>> = [];
    const filling = await timed(async () => {
      businesses = await seedBusinesses(world, plan.sizes);
    });
    progress(`${kind.name}: filled in ${ms(filling)}, ${await sizeOf(world)}; creating, reading, printing …`);
    return [
      ...(await measureCreating(world, plan)),
      ...(await measureRecording(world, plan)),
      ...(await measureReading(world, businesses, plan)),
      ...(await measureListing(world, businesses, plan)),
      ...(await measurePdf(world, plan)),
      ...(await measureMatching(plan.rounds)),
      ...starts,
      ...(await measureUploadMemory(kind.freshPlace, plan.rounds)),
    ];
  } finally {
    await world.stop();
    await place.remove();
  }
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
