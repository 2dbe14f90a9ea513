import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ADA, adapter, staged, TOKEN } from './testing.ts';

const MEGABYTE = 1024 * 1024;

type MediaMetadata = { url?: string; mime_type?: string; sha256?: string; file_size?: unknown };

/** The adapter before a Meta that tells this of a file, and has these answers at each address. */
function before(metadata: MediaMetadata, answers: Record<string, () => Response> = {}) {
  const requests: { url: string; authorization: string | null }[] = [];
  const whatsapp = adapter({
    downloadTimeoutMs: 200,
    fetch: async (input, init) => {
      const url = String(input);
      if (url.startsWith('https://graph.facebook.com/v25.0/'))
        return Response.json({ url: 'https://lookaside.fbsbx.com/a', mime_type: 'image/jpeg', ...metadata });
      requests.push({ url, authorization: new Headers(init?.headers).get('authorization') });
      init?.signal?.throwIfAborted();
      return (answers[url] ?? (() => new Response('bytes')))();
    },
  });
  return { whatsapp, asked: requests };
}

const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } });

test('a photo somebody sends arrives whole, also after its address became too old', async () => {
  const { whatsapp, there, pass } = await staged();
  const bytes = new Uint8Array(randomBytes(300_000));
  await there.phone(ADA).sends({ mime: 'image/jpeg', bytes }, 'My shop');
  const [notice] = there.takeNotices();
  const [news] = whatsapp.parseWebhook(Buffer.from(notice?.body ?? ''), new Headers(notice?.headers)) ?? [];
  if (news?.about !== 'message' || news.content.kind !== 'image') throw new Error('no picture');
  expect(news.content).toMatchObject({ mime: 'image/jpeg', caption: 'My shop', name: null });
  const { mediaId } = news.content;
  expect(await whatsapp.media(mediaId)).toEqual({ ok: true, content: bytes, mime: 'image/jpeg' });
  // The clock moves on between the two steps.
  there.setFaults(({ path }) => (path.includes('attachments') ? (pass(300_000), null) : null));
  expect(await whatsapp.media(mediaId)).toMatchObject({ ok: false, retry: true });
  there.setFaults(({ path }) => (path.includes('attachments') ? 'redirect' : null));
  expect(await whatsapp.media(mediaId)).toMatchObject({ ok: false, reason: 'the file is not with Meta' });
  there.setFaults(null);
  expect(await whatsapp.media(mediaId)).toMatchObject({ ok: true });
});

test.each([
  ['http://lookaside.fbsbx.com/a'],
  ['https://lookaside.fbsbx.com.evil.example/a'],
  ['https://evilfbsbx.com/a'],
  ['https://lookaside.fbsbx.com@evil.example/a'],
  ['https://lookaside.fbsbx.com:8443/a'],
  ['https://169.254.169.254/latest'],
  ['https://evil.example/?x=.fbsbx.com'],
  ['file:///etc/passwd'],
  ['//evil.example/a'],
  ['data:image/png;base64,AAAA'],
])('the token is not shown to %s', async (url) => {
  const direct = before({ url });
  expect(await direct.whatsapp.media('1')).toMatchObject({ ok: false, retry: false });
  expect(direct.asked).toEqual([]);
  const later = before({}, { 'https://lookaside.fbsbx.com/a': redirect(url) });
  expect(await later.whatsapp.media('1')).toMatchObject({ ok: false, retry: false });
  expect(later.asked.length).toBe(1);
});

test('a redirect among hosts of Meta is followed, one without end is not', async () => {
  const moved = before({}, { 'https://lookaside.fbsbx.com/a': redirect('https://scontent.whatsapp.net/b') });
  expect(await moved.whatsapp.media('1')).toMatchObject({
    ok: true,
    content: new Uint8Array(Buffer.from('bytes')),
  });
  expect(moved.asked).toEqual([
    { url: 'https://lookaside.fbsbx.com/a', authorization: `Bearer ${TOKEN}` },
    { url: 'https://scontent.whatsapp.net/b', authorization: `Bearer ${TOKEN}` },
  ]);
  const round = before({}, { 'https://lookaside.fbsbx.com/a': redirect('/a') });
  expect(await round.whatsapp.media('1')).toMatchObject({ ok: false });
  expect(round.asked.length).toBe(4);
});

const endless = () => {
  let given = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      given += MEGABYTE;
      if (given > 40 * MEGABYTE) controller.error(new Error('it was read to its end'));
      else controller.enqueue(new Uint8Array(MEGABYTE));
    },
  });
  return new Response(stream);
};
test.each<[string, MediaMetadata, (() => Response) | null, object]>([
  [
    'said to be too large',
    { file_size: 17 * MEGABYTE },
    null,
    { ok: false, reason: 'the file is over 16 MB' },
  ],
  ['too large without saying so', { file_size: 5 }, endless, { ok: false, reason: 'the file is over 16 MB' }],
  ['with another sum', { sha256: 'a'.repeat(64) }, null, { ok: false, retry: true }],
  ['with a sum we cannot read', { sha256: 'MDLkCg7SZ8G2x5mc' }, null, { ok: true }],
  ['with its kind in odd writing', { mime_type: 'IMAGE/JPEG; q=1' }, null, { ok: true, mime: 'image/jpeg' }],
  ['that is gone', {}, () => new Response(null, { status: 404 }), { ok: false, retry: true }],
  ['that is forbidden', {}, () => new Response(null, { status: 403 }), { ok: false, retry: false }],
  [
    'that breaks off',
    {},
    () => new Response(new ReadableStream({ start: (c) => c.error(new Error('cut')) })),
    { ok: false, retry: true },
  ],
])('a file %s', async (_, metadata, answer, meant) => {
  const { whatsapp } = before(metadata, answer ? { 'https://lookaside.fbsbx.com/a': answer } : {});
  expect(await whatsapp.media('1')).toMatchObject(meant);
});

test.each(['../me', '', '1/../2', '1?x', 'a b', '%2e%2e'])('no file is called %j', async (id) => {
  const { whatsapp, asked } = before({});
  expect(await whatsapp.media(id)).toMatchObject({ ok: false, retry: false });
  expect(asked).toEqual([]);
});

test('a file that never ends to come is given up', async () => {
  const { whatsapp, there } = await staged();
  await there.phone(ADA).sends({ mime: 'image/jpeg', bytes: new Uint8Array(10) });
  there.setFaults(({ path }) => (path.includes('attachments') ? 'hang' : null));
  const hasty = adapter({ baseUrl: there.url, downloadTimeoutMs: 100 });
  const [notice] = there.takeNotices();
  const [news] = whatsapp.parseWebhook(Buffer.from(notice?.body ?? ''), new Headers(notice?.headers)) ?? [];
  if (news?.about !== 'message' || news.content.kind !== 'image') throw new Error('no picture');
  expect(await hasty.media(news.content.mediaId)).toMatchObject({ ok: false, retry: true });
});
