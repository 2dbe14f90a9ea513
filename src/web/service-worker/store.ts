declare const __SHELL__: readonly string[];
declare const __ASSETS__: readonly string[];
declare const __VERSION__: string;

/** Files with a hash in their name never change, so all builds share this. */
const ASSETS = 'assets';
/** The files of each build: `/<version>` holds its list, in build order. */
const BUILDS = 'builds';
/** This build's files without a hash. */
const SHELL = `shell-${__VERSION__}`;
/** Open tabs of the build before still ask for its parts. */
const GENERATIONS = 2;

const isAsset = (path: string) => path.startsWith('/assets/');

/** Fetches what the app needs to open offline. Fails as a whole, so that no partial build is ever used. */
export async function fillCaches(): Promise<void> {
  const [assets, shell, builds] = await Promise.all([
    caches.open(ASSETS),
    caches.open(SHELL),
    caches.open(BUILDS),
  ]);
  const files = __SHELL__;
  const missingAssets = await Promise.all(files.filter(isAsset).map((path) => missing(assets, path)));
  const shellRequests = files
    .filter((path) => !isAsset(path))
    .map((path) => new Request(path, { cache: 'no-cache' }));
  await Promise.all([assets.addAll(missingAssets.flat()), shell.addAll(shellRequests)]);
  // Written anew, the newest stands last.
  const name = `/${__VERSION__}`;
  await builds.delete(name);
  await builds.put(name, new Response(JSON.stringify(__ASSETS__)));
}

async function missing(assets: Cache, path: string): Promise<string[]> {
  return (await assets.match(path)) ? [] : [path];
}

/** Forgets the shells of other builds, and assets that neither this build nor the one before it has. */
export async function cleanUp(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('shell-') && name !== SHELL).map((name) => caches.delete(name)),
  );
  const builds = await caches.open(BUILDS);
  const all = await builds.keys();
  await Promise.all(all.slice(0, -GENERATIONS).map((old) => builds.delete(old)));
  const lists = await Promise.all(all.slice(-GENERATIONS).map((build) => listOf(builds, build)));
  const usedAssets = new Set(lists.flat());
  const assets = await caches.open(ASSETS);
  const unusedAssets = (await assets.keys()).filter(({ url }) => !usedAssets.has(new URL(url).pathname));
  await Promise.all(unusedAssets.map((request) => assets.delete(request)));
}

async function listOf(builds: Cache, build: Request): Promise<string[]> {
  const list: unknown = await (await builds.match(build))?.json();
  return Array.isArray(list) ? list.map(String) : [];
}

/** A file of this build without a hash, such as the app's document. */
export async function shellFile(path: string): Promise<Response | undefined> {
  return (await caches.open(SHELL)).match(path);
}

/**
 * A hashed file from the cache, or from the network and cached from then on. Where one of this build is gone, the service has another build:
 * the documents of this one are dropped, and the next is awaited from the network.
 */
export async function storedAsset(request: Request): Promise<Response> {
  const assets = await caches.open(ASSETS);
  // Scripts ask with other headers than the worker did; the address alone says what it is.
  const stored = await assets.match(request, { ignoreVary: true });
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.status === 200) await assets.put(request, answer.clone());
  if (answer.status === 404 && __ASSETS__.includes(new URL(request.url).pathname)) await caches.delete(SHELL);
  return answer;
}
