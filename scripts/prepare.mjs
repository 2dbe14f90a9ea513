// Makes a fresh copy able to run: packages, the pinned Node, the built web app. Plain JavaScript, because
// it may be started by a Node too old to read TypeScript. Does nothing, quickly, when nothing is missing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const modules = join(root, 'node_modules');
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const oldestNode = 24;
const webFolder = join(root, 'dist', 'web');
const webSources = [
  'src/web',
  'src/core',
  'src/contract',
  'scripts/web-build',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

/** Installs packages when any that is wanted is missing or has another version than the lock file says. */
export function ensureInstalled({ tools }) {
  if (!packagesMissing(tools)) return;
  console.log('Installing packages (about a minute, only the first time) …');
  const done = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (done !== 0) fail('The packages could not be installed: see the messages above.');
}

/** The Node the service runs on: the pinned one, or the present one when that is new enough. */
export function ensureNode() {
  if (worksAsNode(pinnedNode)) return pinnedNode;
  // The package `node` fetches its binary in an install script, which npm may have been told not to run.
  console.log(`Fetching Node ${oldestNode} …`);
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: join(modules, 'node'),
    stdio: 'inherit',
    env: {
      ...process.env,
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_loglevel: 'error',
    },
  });
  if (worksAsNode(pinnedNode)) return pinnedNode;
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath;
  return fail(
    `Node ${oldestNode} could not be fetched. Install Node ${oldestNode} or newer yourself and start again.`,
  );
}

/** Builds the web app unless the build at hand was made from exactly these sources. */
export function ensureBuilt(node) {
  const made = sourcesPrint();
  const mark = join(webFolder, '.vite', 'sources');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === made) return false;
  ensureInstalled({ tools: true });
  console.log('Building the web app …');
  const fresh = join(root, 'dist', `building-${process.pid}`);
  const built = spawnSync(
    node,
    [join(modules, 'vite', 'bin', 'vite.js'), 'build', '--outDir', fresh, '--logLevel', 'warn'],
    { cwd: root, stdio: 'inherit', env: { ...environment(node), NODE_ENV: 'production' } },
  );
  if (built.status !== 0) fail('The web app could not be built: see the messages above.', fresh);
  mkdirSync(join(fresh, '.vite'), { recursive: true });
  writeFileSync(join(fresh, '.vite', 'sources'), made);
  putInPlace(fresh);
  return true;
}

/** The present environment, with the pinned Node and the packages' commands found first. */
export function environment(node) {
  const path = [dirname(node), join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled') };
}

// npm keeps a list of what it has put into node_modules, and writes it last: an install cut short has none.
function packagesMissing(tools) {
  const installed = readPackages(join(modules, '.package-lock.json'));
  const wanted = Object.entries(readPackages(join(root, 'package-lock.json')));
  return wanted.some(
    ([path, { version, optional, dev }]) =>
      path !== '' && !optional && (tools || !dev) && installed[path]?.version !== version,
  );
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

function npm(words) {
  const given = process.env.npm_execpath;
  // A script run by npm knows where that npm is; otherwise the one on the path (a .cmd on Windows).
  const [command, first, shell] = given?.endsWith('.js')
    ? [process.execPath, [given], false]
    : ['npm', [], process.platform === 'win32'];
  return spawnSync(command, [...first, ...words], { cwd: root, stdio: 'inherit', shell }).status;
}

function worksAsNode(file) {
  if (!existsSync(file)) return false;
  if (file === process.execPath) return true;
  const asked = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return asked.status === 0 && Number(asked.stdout.slice(1).split('.')[0]) >= oldestNode;
}

function sourcesPrint() {
  const print = createHash('sha256');
  for (const file of webSources.flatMap(filesUnder).sort()) {
    print.update(`${file.split(sep).join('/')}\n`).update(readFileSync(join(root, file)));
  }
  return print.digest('hex');
}

function filesUnder(path) {
  const found = statSync(join(root, path));
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(join(path, name)));
}

// The finished build takes the old one's place in one step, so a service already running never serves half of each.
function putInPlace(fresh) {
  const old = join(root, 'dist', `old-${process.pid}`);
  if (existsSync(webFolder)) renameSync(webFolder, old);
  renameSync(fresh, webFolder);
  rmSync(old, { recursive: true, force: true });
}

function fail(message, leftover) {
  if (leftover) rmSync(leftover, { recursive: true, force: true });
  console.error(message);
  process.exit(1);
}
