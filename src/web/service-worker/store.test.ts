import { expect, test, vi } from 'vitest';

const BASE = 'https://duewell.example';

/** The browser's caches, as far as the worker uses them. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const pathOf = (request: Request | string) =>
    new URL(typeof request === 'string' ? request : request.url, BASE).pathname;
  const open = async (name: string) => {
    const held = all.get(name) ?? new Map<string, Response>();
    all.set(name, held);
    return {
      match: async (request: Request | string) => held.get(pathOf(request)),
      put: async (request: Request | string, answer: Response) => void held.set(pathOf(request), answer),
    };
  };
  return { open, delete: async (name: string) => all.delete(name) };
}

test('a file of this build that is gone takes its documents along; one of another build does not', async () => {
  const gone = async () => new Response('', { status: 404 });
  const caches = fakeCaches();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', gone);
  vi.stubGlobal('__VERSION__', 'one');
  vi.stubGlobal('__ASSETS__', ['/assets/page-settings-1.js']);
  const { shellFile, storedAsset } = await import('./store.ts');
  await (await caches.open('shell-one')).put('/app.html', new Response('the document of this build'));
  await storedAsset(new Request(`${BASE}/assets/page-settings-0.js`));
  expect(await shellFile('/app.html')).toBeDefined();
  const answer = await storedAsset(new Request(`${BASE}/assets/page-settings-1.js`));
  expect(answer.status).toBe(404);
  expect(await shellFile('/app.html')).toBeUndefined();
  vi.unstubAllGlobals();
});
