// npm run disk-full: puts a PostgreSQL and the uploads of a running service on small disks of their own (as root, with tmpfs),
// fills each up under work, makes room again, and says how the service fared. Exits with 1 when anything was lost.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '#contract/index.ts';
import { openServer } from '#server/kernel/db.ts';
import { allHold, checkLedger } from '#server/ops/ledger-checks/check.ts';
import { sharedSettings, startChild } from '../tests/fault-injection/service-process.ts';
import { pause } from '../tests/fault-injection/webhook-courier.ts';
import { newOwner, type Owner, sampleInvoice } from '../tests/harness.ts';
import { findPostgres, startPostgres } from '../tests/postgres.ts';

const params = { currency: 'NGN' } as const;
const DATABASE_MB = 160;
const UPLOADS_MB = 8;
const PDF_BYTES = 900_000;
const RECOVERED_WITHIN_MS = 60_000;

const root = mkdtempSync(join(tmpdir(), 'duewell-full-'));
// PostgreSQL runs as somebody else.
chmodSync(root, 0o755);
const mountPoints: string[] = [];
function mount(name: string, megabytes: number): string {
  const folder = join(root, name);
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder]);
  mountPoints.push(folder);
  return folder;
}
const fill = (folder: string): void => {
  const free = Number(execFileSync('df', ['--output=avail', '-k', folder]).toString().split('\n')[1]);
  execFileSync('fallocate', ['-l', `${Math.max(free - 4, 1)}K`, join(folder, 'ballast')]);
};
const free = (folder: string): void => rmSync(join(folder, 'ballast'));

type ResponseCounts = { accepted: number; statuses: Record<string, number> };
async function repeat(times: number, work: () => Promise<number>): Promise<ResponseCounts> {
  const counts: ResponseCounts = { accepted: 0, statuses: {} };
  for (let at = 0; at < times; at++) {
    const status = await work().catch(() => 0);
    counts.statuses[status] = (counts.statuses[status] ?? 0) + 1;
    if (status === 201) counts.accepted += 1;
  }
  return counts;
}

const headersOf = (owner: Owner) => ({ authorization: `Bearer ${owner.token}` });

async function create(url: string, owner: Owner): Promise<number> {
  const body = {
    ...sampleInvoice(),
    taxRate: 0,
    items: [{ description: 'x'.repeat(100), quantity: 1, rate: 10 }],
  };
  const headers = { ...headersOf(owner), 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/ngn/invoice/create`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function upload(url: string, owner: Owner): Promise<number> {
  const body = new FormData();
  body.set('purpose', 'attachment');
  body.set('file', new Blob(['%PDF-1.4\n', Buffer.alloc(PDF_BYTES, 'x'), '\n%%EOF']), 'a.pdf');
  const answer = await fetch(`${url}/api/ngn/files/upload`, {
    method: 'POST',
    headers: headersOf(owner),
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function read(url: string, owner: Owner): Promise<number> {
  const answer = await fetch(`${url}/api/ngn/invoice/get-all-invoices?limit=1`, {
    headers: headersOf(owner),
  });
  await answer.arrayBuffer();
  return answer.status === 200 ? 201 : answer.status;
}

const programs = findPostgres();
if (!programs || process.getuid?.() !== 0)
  throw new Error('This needs root, to mount small disks, and a PostgreSQL');
process.env.TMPDIR = mount('database', DATABASE_MB);
const database = process.env.TMPDIR;
const server = await startPostgres(programs);
process.env.TMPDIR = root;
const settings = sharedSettings({ DATABASE_URL: server.url });
const uploads = mount('uploads', UPLOADS_MB);
execFileSync('ln', ['-s', uploads, join(settings.DATA_DIR ?? '', 'files')]);
const problems: string[] = [];
const expect = (holds: boolean, what: string): void => {
  if (!holds) problems.push(what);
};
const child = await startChild(settings);
const { url } = child;
try {
  const owner = await newOwner({ url });
  const drafts = () =>
    readdirSync(uploads, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))
      .length;
  const files = () => readdirSync(join(uploads, owner.businessId)).length;

  const stored = await repeat(20, () => upload(url, owner));
  console.log(
    `uploads until and beyond the end of their disk: ${JSON.stringify(stored.statuses)}, ${drafts()} half files`,
  );
  expect(stored.accepted > 0 && stored.accepted < 20, 'the disk of uploads did not fill up');
  expect(
    Object.keys(stored.statuses).every((s) => ['201', '503'].includes(s)),
    'another answer than 503',
  );
  expect(drafts() === 0 && files() === stored.accepted, 'half files, or not those that were accepted');
  execFileSync('mount', ['-o', `remount,size=${UPLOADS_MB * 4}m`, uploads]);
  const later = await repeat(3, () => upload(url, owner));
  console.log(`uploads once there is room: ${JSON.stringify(later.statuses)}`);
  expect(later.accepted === 3, 'uploads did not recover');

  const before = await repeat(20, () => create(url, owner));
  fill(database);
  const during = await repeat(60, () => create(url, owner));
  const reads = await repeat(20, () => read(url, owner));
  console.log(
    `invoices with the database's disk full: ${JSON.stringify(during.statuses)}; reads: ${JSON.stringify(reads.statuses)} (201 is good)`,
  );
  free(database);
  const from = performance.now();
  let first = 0;
  while (first !== 201 && performance.now() - from < RECOVERED_WITHIN_MS) {
    first = await create(url, owner).catch(() => 0);
    if (first !== 201) await pause(200);
  }
  const after = await repeat(10, () => create(url, owner));
  console.log(
    `invoices once there is room: first after ${Math.round(performance.now() - from)} ms, then ${JSON.stringify(after.statuses)}; the process ${child.alive() ? 'lived on' : 'ended'}`,
  );
  expect(child.alive(), 'the service ended');
  expect((during.statuses[503] ?? 0) > 0 && !(500 in during.statuses), 'a full disk was not answered 503');
  expect(first === 201 && after.accepted === 10, 'invoices did not recover');
  const acknowledged = before.accepted + during.accepted + 1 + after.accepted;
  const store = openServer(server.url, 1);
  const { invoices } = await store.db
    .selectFrom('invoices')
    .select((eb) => eb.fn.countAll<string>().as('invoices'))
    .executeTakeFirstOrThrow();
  const sound = allHold(await checkLedger(store.db));
  await store.close();
  console.log(
    `${acknowledged} invoices acknowledged, ${invoices} there; the books ${sound ? 'hold' : 'DO NOT HOLD'}`,
  );
  expect(Number(invoices) >= acknowledged && sound, 'something acknowledged is lost');
  await owner.call(api.invoices.list, { params, query: {} });
} finally {
  await child.kill();
  await server.stop();
  for (const folder of mountPoints) execFileSync('umount', ['-l', folder]);
  rmSync(root, { recursive: true, force: true });
}
console.log(problems.length === 0 ? 'Nothing was lost.' : `FAIL: ${problems.join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
