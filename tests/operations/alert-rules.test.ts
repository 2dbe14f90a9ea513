import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

// Prometheus' own judgement of ops/alerts.yml; each rule against a fault of ours is in src/server/observability/metrics.
const promtool = (...words: string[]) => spawnSync('promtool', words, { encoding: 'utf8' });
const isMissing = promtool('--version').error !== undefined;

test.skipIf(isMissing)('Prometheus takes the rules, and they fire when they should', () => {
  for (const [kind, file] of [
    ['check', 'ops/alerts.yml'],
    ['test', 'tests/operations/alerts.yml'],
  ] as const) {
    const { status, stdout, stderr } = promtool(kind, 'rules', file);
    expect(`${status} ${stdout}${stderr}`).toMatch(/^0 [^]*SUCCESS/);
  }
});
