import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { storedFile } from '#contract/files.ts';
import { api } from '#contract/index.ts';
import { newOwner, type Owner } from '../harness.ts';
import { isLong, rounds } from '../length.ts';
import { corpus, type FuzzFile } from './corpus.ts';
import { MARK } from './images.ts';
import { type MonitoredService, startMonitored } from './monitored-service.ts';
import { formOf, part } from './multipart.ts';
import { recordResult } from './report.ts';
import { malformedBodies, malformedForms, sendAll } from './requests.ts';

const COUNT = rounds(30, 300);
// Of the processor: other tests share the machine meanwhile.
const MOST_MS = 10_000;
const AT_ONCE_MS = 500;
const MOST_MB = 256;
/** Baseline memory of the process that renders pictures, before it has opened one. */
const RENDERER_BASELINE_MB = 110;
const PATIENCE = { timeout: 3_600_000 };
const SERVED = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'];
const purposes = ['kyc', 'invoice', 'attachment', 'logo'] as const;
type Purpose = (typeof purposes)[number];

let service: MonitoredService;
let owners: Owner[];
let files: FuzzFile[];
beforeAll(async () => {
  [service, files] = await Promise.all([startMonitored(), corpus(COUNT)]);
  owners = await Promise.all(purposes.map(() => newOwner(service)));
  service.grownBy();
});
afterAll(() => service.kill());

const uploadResponse = z.object({ data: z.optional(z.object({ file: storedFile })) });

async function upload(file: FuzzFile, purpose: Purpose, owner: Owner) {
  service.processorMs();
  const body = formOf('x1x', [
    part('purpose', null, 'text/plain', Buffer.from(purpose)),
    part('file', file.name, file.mime, file.bytes),
  ]);
  const answer = await fetch(`${service.url}/api/ngn/files/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'multipart/form-data; boundary=x1x' },
    body: new Uint8Array(body),
  });
  const stored = z.parse(uploadResponse, await answer.json()).data?.file ?? null;
  return { status: answer.status, stored, ms: service.processorMs() ?? 0 };
}

/** Problems of an accepted file, as a browser gets it. */
async function problemsIn(file: FuzzFile, url: string, owner: Owner): Promise<string[]> {
  const answer = await fetch(service.url + url, { headers: { Authorization: `Bearer ${owner.token}` } });
  const content = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('Content-Type') ?? '';
  const policy = answer.headers.get('Content-Security-Policy') ?? '';
  const isImage = type.startsWith('image/');
  const format = isImage
    ? (
        await sharp(content)
          .metadata()
          .catch(() => null)
      )?.format
    : 'pdf';
  const wrong: [boolean, string][] = [
    [answer.status !== 200, `answered ${answer.status}`],
    [!SERVED.includes(type), `served as ${type}`],
    [answer.headers.get('X-Content-Type-Options') !== 'nosniff', 'without nosniff'],
    [!policy.includes('sandbox') || !policy.includes("default-src 'none'"), `policy ${policy}`],
    [isImage && content.includes(MARK), 'the mark survived'],
    [isImage && format !== type.slice('image/'.length), `${format} served as ${type}`],
    [!isImage && !content.equals(file.bytes), 'another PDF than was sent'],
  ];
  return wrong.flatMap(([is, why]) => (is ? [`${file.about}: ${why}`] : []));
}

const storedNames = () =>
  readdirSync(join(service.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test(`${COUNT} hostile files change nothing but their own place`, PATIENCE, async () => {
  const problems: string[] = [];
  let [slowest, accepted, tried, largest] = [0, 0, 0, 0];
  for (const [at, file] of files.entries()) {
    const as = isLong ? purposes : [purposes[at % purposes.length] ?? 'kyc'];
    for (const purpose of as) {
      const owner = owners[purposes.indexOf(purpose)] as Owner;
      const { status, stored, ms } = await upload(file, purpose, owner);
      [slowest, tried] = [Math.max(slowest, ms), tried + 1];
      if (![201, 413, 415, 422, 400].includes(status))
        problems.push(`${file.about} as ${purpose}: ${status}`);
      if (ms > MOST_MS) problems.push(`${file.about}: ${Math.round(ms)} ms`);
      if (stored && !/^[^\p{C}\\/:*?"<>|]{1,124}\.(png|jpg|webp|pdf)$/u.test(stored.name))
        problems.push(`${file.about}: called ${stored.name}`);
      if (stored) problems.push(...(await problemsIn(file, stored.fileUrl, owner)));
      accepted += stored ? 1 : 0;
    }
    const grown = service.grownBy() ?? 0;
    largest = Math.max(largest, grown);
    if (grown > MOST_MB) problems.push(`${file.about}: ${Math.round(grown)} MB more`);
  }
  expect(problems).toEqual([]);
  expect(accepted).toBeGreaterThan(tried / 10);
  expect(storedNames().filter((name) => !/^fil_[0-9a-z]{26}$/.test(name))).toEqual([]);
  expect(service.alive()).toBe(true);
  expect(service.leftOvers()).toEqual([]);
  const drawer = Math.round(service.drawerHad() ?? 0);
  expect(drawer).toBeLessThan(MOST_MB + RENDERER_BASELINE_MB);
  recordResult(
    'F1 uploads',
    tried,
    `${accepted} taken, 0 executed, 0 under a given name, 0 exits, slowest ${Math.round(slowest)} ms, the service at most ${Math.round(largest)} MB more, the process that draws ${drawer} MB altogether`,
  );
});

test('the chat takes none of them for more than something to read', PATIENCE, async () => {
  const [owner] = owners as [Owner];
  // Reading a picture takes seconds: ordinary test runs use only files recognised by their first bytes.
  const chosen = isLong ? files : files.filter(({ about }) => / as /.test(about)).slice(0, 8);
  const problems: string[] = [];
  let slowest = 0;
  for (const file of chosen) {
    service.processorMs();
    const answer = await fetch(`${service.url}/api/ngn/aiagent/conversation`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${owner.token}`,
        'Content-Type': 'multipart/form-data; boundary=x1x',
      },
      body: new Uint8Array(formOf('x1x', [part('file', file.name, file.mime, file.bytes)])),
    });
    const text = await answer.text();
    const ms = service.processorMs() ?? 0;
    slowest = Math.max(slowest, ms);
    if (![200, 400, 413, 415, 422].includes(answer.status))
      problems.push(`${file.about}: ${answer.status} ${text}`);
    if (ms > MOST_MS) problems.push(`${file.about}: ${Math.round(ms)} ms`);
  }
  expect(problems).toEqual([]);
  expect(service.alive()).toBe(true);
  expect(service.leftOvers()).toEqual([]);
  const { data } = await owner.call(api.invoices.list, {
    params: { currency: 'NGN' },
  });
  expect(data).toEqual([]);
  recordResult('F1 chat', chosen.length, `0 invoices made, 0 exits, slowest ${Math.round(slowest)} ms`);
});

test('200 malformed forms are refused, and nothing of them stays', PATIENCE, async () => {
  const [owner] = owners as [Owner];
  const before = storedNames().length;
  const { problems, slowest, tried } = await sendAll(service, malformedForms(owner), MOST_MS);
  expect(problems).toEqual([]);
  expect(tried).toBe(200);
  expect(storedNames()).toHaveLength(before);
  expect([service.alive(), service.leftOvers()]).toEqual([true, []]);
  recordResult('F4 forms', tried, `only 4xx, no temporary file, slowest ${Math.round(slowest)} ms`);
});

test('requests too large, too deep, or of two minds are refused at once', PATIENCE, async () => {
  const [owner] = owners as [Owner];
  service.grownBy();
  const { problems, slowest, tried } = await sendAll(service, malformedBodies(owner), AT_ONCE_MS);
  expect(problems).toEqual([]);
  const grown = Math.round(service.grownBy() ?? 0);
  expect(grown).toBeLessThan(64);
  expect(service.alive()).toBe(true);
  recordResult('L4 bodies', tried, `only 4xx, slowest ${Math.round(slowest)} ms, at most ${grown} MB more`);
});
