// npm test: installs what is missing, then runs every step (or those named by --only) on the pinned Node.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, ensureNode, environment, root } from './prepare.mjs';

ensureInstalled({ tools: true });
const node = ensureNode();
const words = ['scripts/test-steps.ts', ...process.argv.slice(2)];
const done = spawnSync(node, words, { cwd: root, stdio: 'inherit', env: environment(node) });
process.exit(done.status ?? 1);
