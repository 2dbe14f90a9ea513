// npm start: makes everything ready, then runs the service and hands on signals, words and the exit code.
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, ensureNode, environment, root } from './prepare.mjs';

const REPEAT_MS = 1_000;
const PARENT_LOOK_MS = 250;

const words = process.argv.slice(2);
ensureInstalled({ tools: false });
const node = ensureNode();
ensureBuilt(node);

const env = environment(node);
if (words.includes('--demo')) env.DATA_DIR ??= 'data/demo';
const service = spawn(node, ['src/server/main.ts', ...words], { cwd: root, stdio: 'inherit', env });

// npm and the terminal may both tell us, and the terminal tells the service itself; the service takes a
// second signal as an order to stop at once, so each is handed on only once.
let lastAt = 0;
function handOn(signal) {
  const now = performance.now();
  const repeated = lastAt > 0 && now - lastAt < REPEAT_MS;
  lastAt = now;
  if (!repeated) service.kill(signal);
}
process.on('SIGINT', () => {
  if (!process.stdin.isTTY) handOn('SIGINT');
});
process.on('SIGTERM', () => handOn('SIGTERM'));
process.on('SIGHUP', () => handOn('SIGTERM'));

// A stopped npm takes its shell with it, but that shell does not tell us: we see it only as a new parent.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    handOn('SIGTERM');
  }, PARENT_LOOK_MS);
}

service.on('exit', (code, signal) => {
  if (!signal) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
