import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ignored, readDockerfile } from '../../scripts/dockerfile.ts';

type Service = {
  image?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  profiles?: string[];
  depends_on?: Record<string, object>;
  read_only?: boolean;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, null> };

const stages = readDockerfile(readFileSync('Dockerfile', 'utf8'));
const image = stages.at(-1);
const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as Compose;
const settings = new Set(
  [...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| `([A-Z0-9_]+)` /gm)].map(([, name]) => name),
);

test('everything the image is made of exists and is sent to whoever builds it, and its keys are not', () => {
  const sources = stages.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'copy' && !step.from ? step.sources : [])),
  );
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.filter((path) => !existsSync(path) || ignored(path))).toEqual([]);
  const names = [
    'data/master.key',
    'data/database/x',
    '.env',
    'src/.env',
    'node_modules/pg/package.json',
    '.git/config',
  ];
  expect(names.filter((path) => !ignored(path))).toEqual([]);
  expect(ignored('src/server/app.test.ts') && !ignored('src/server/app.ts')).toBe(true);
});

test('stages build on each other, the last runs as nobody special, with a look at its health', () => {
  const known = stages.map(({ name }) => name);
  for (const [at, { from, steps }] of stages.entries()) {
    expect(from.startsWith('node:24-') || known.slice(0, at).includes(from)).toBe(true);
    const froms = steps.flatMap((step) => (step.kind === 'copy' && step.from ? [step.from] : []));
    expect(froms.filter((name) => !known.slice(0, at).includes(name))).toEqual([]);
  }
  expect(image).toMatchObject({ user: 'node', command: ['node', 'src/server/main.ts'] });
  expect(image?.health).toContain('/livez');
  expect(existsSync(image?.command.at(-1) ?? '')).toBe(true);
  const own = ['NODE_COMPILE_CACHE'];
  expect(Object.keys(image?.env ?? {}).filter((name) => !settings.has(name) && !own.includes(name))).toEqual(
    [],
  );
  expect(readFileSync('Dockerfile', 'utf8')).not.toMatch(/KEY|SECRET|PASSWORD|TOKEN/);
});

test('every setting of the services is one of ours, every volume is named, and nothing secret stands in the file', () => {
  for (const name of ['web', 'worker']) {
    const service = compose.services[name];
    expect(service).toMatchObject({ image: 'duewell', read_only: true });
    expect(Object.keys(service?.environment ?? {}).filter((setting) => !settings.has(setting))).toEqual([]);
    expect(service?.environment).toMatchObject({
      ROLE: name,
      DATABASE_URL: expect.stringContaining('database:5432'),
    });
  }
  const volumes = Object.values(compose.services).flatMap((service) =>
    (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? ''),
  );
  expect(volumes.filter((volume) => !(volume in compose.volumes))).toEqual([]);
  const needed = Object.values(compose.services).flatMap((service) => Object.keys(service.depends_on ?? {}));
  expect(needed.filter((name) => !compose.services[name])).toEqual([]);
  const secrets = Object.values(compose.services).flatMap((service) =>
    Object.entries(service.environment ?? {}).filter(([name]) => /KEY|PASSWORD|SECRET/.test(name)),
  );
  expect(secrets.length).toBeGreaterThan(2);
  expect(secrets.filter(([, value]) => !value.startsWith('${'))).toEqual([]);
});

test('every service the runbook names is one of compose.yaml', () => {
  const pages = ['docs/runbook.md', 'docs/operations.md']
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const commands = pages.matchAll(/docker compose [^`\n]*?(?:--scale |exec |ps |--detach )([a-z]+)/g);
  const named = [...commands].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !compose.services[name])).toEqual([]);
});
