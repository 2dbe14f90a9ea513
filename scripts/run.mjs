// node scripts/run.mjs <file.ts> …: runs a TypeScript file on the pinned Node, installing what is missing first.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, ensureNode, environment, root } from './prepare.mjs';

ensureInstalled({ tools: true });
const node = ensureNode();
const done = spawnSync(node, process.argv.slice(2), { cwd: root, stdio: 'inherit', env: environment(node) });
process.exit(done.status ?? 1);
