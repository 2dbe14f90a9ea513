import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { storedFile } from '#contract/files.ts';
import { newOwner, type Owner, type TestApp, testApp } from '../../../../tests/harness.ts';
import { cleanName, MAX_FILES, SIGNED_FOR_MS, signedUrl } from './rules.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const bytesOf = async (image: Sharp): Promise<Bytes> => new Uint8Array(await image.toBuffer());
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4466aa' } });
const text = (content: string): Bytes => new TextEncoder().encode(content);
const PDF = text('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
const SVG = text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const HEIC = new Uint8Array(readFileSync('src/server/adapters/documents/photo.heic'));
const HTML = text('<!doctype html><script>alert(1)</script>');

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp();
  owner = await newOwner(app, { register: false });
});
afterAll(() => app.close());

const NOTHING = { id: '', fileUrl: '', name: '' };
const uploadResponse = z.object({ message: z.string(), data: z.optional(z.object({ file: storedFile })) });
async function send(bytes: Bytes | null, name: string, purpose?: string, by = owner) {
  const form = new FormData();
  if (purpose) form.set('purpose', purpose);
  if (bytes) form.set('file', new File([bytes], name));
  const response = await fetch(`${app.url}/api/ngn/files/upload`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${by.token}` },
  });
  const { message, data } = z.parse(uploadResponse, await response.json());
  return { status: response.status, message, file: data?.file ?? NOTHING };
}
const read = (path: string, token?: string) =>
  fetch(`${app.url}${path}`, { headers: token ? { Authorization: `Bearer ${token}` } : {} });

describe('what is taken is decided by the bytes', () => {
  test('images and PDF are, under any name; the rest is not', async () => {
    const [png, jpeg, webp] = [
      await bytesOf(plain(40, 20).png()),
      await bytesOf(plain(40, 20).jpeg()),
      await bytesOf(plain(40, 20).webp()),
    ];
    const broken: Bytes = png.slice(0, 40);
    const noisy = new Uint8Array(3 * 1024 * 1024);
    noisy.set(png);
    const table: [string, Bytes | null, string, string | undefined, number, string | RegExp][] = [
      ['png logo', png, 'logo.png', 'logo', 201, 'logo.png'],
      ['jpeg logo', jpeg, 'logo.jpg', 'logo', 201, 'logo.png'],
      ['webp logo', webp, 'logo.webp', 'logo', 201, 'logo.png'],
      ['png named html', png, '../../etc/evil.html', 'kyc', 201, 'evil.png'],
      ['pdf', PDF, 'ID card.PDF', 'kyc', 201, 'ID card.pdf'],
      ['jpeg document', jpeg, 'a.jpeg', 'kyc', 201, 'a.jpg'],
      ['webp attachment', webp, 'x', undefined, 201, 'x.webp'],
      ['HEIC photo', HEIC, 'IMG_1.HEIC', 'invoice', 201, 'IMG_1.jpg'],
      ['HEIC document', HEIC, 'a.heic', 'kyc', 415, 'Documents must be PDF, PNG or JPG files'],
      ['broken HEIC', HEIC.slice(0, 600), 'a.heic', 'invoice', 422, /could not read that image/],
      ['webp document', webp, 'a.webp', 'kyc', 415, 'Documents must be PDF, PNG or JPG files'],
      ['svg', SVG, 'a.svg', 'logo', 415, /must be a PNG/],
      ['svg named png', SVG, 'a.png', 'logo', 415, /must be a PNG/],
      ['html named png', HTML, 'a.png', 'attachment', 415, /Choose a PDF/],
      ['pdf logo', PDF, 'a.png', 'logo', 415, /must be a PNG/],
      ['empty', new Uint8Array(), 'a.png', 'logo', 422, 'That file is empty'],
      ['3 MB logo', noisy, 'a.png', 'logo', 413, 'Logo must be at most 2 MB'],
      ['broken', broken, 'a.png', 'kyc', 422, /could not read that image/],
      ['no file', null, '', 'kyc', 422, 'Choose a file to upload'],
      ['unknown purpose', png, 'a.png', 'invoices', 422, /./],
    ];
    for (const [about, bytes, name, purpose, status, message] of table) {
      const answer = await send(bytes, name, purpose);
      expect(answer.status, about).toBe(status);
      expect(status === 201 ? answer.file.name : answer.message, about).toEqual(
        message instanceof RegExp ? expect.stringMatching(message) : message,
      );
    }
  });

  test('an image of too many pixels is refused unopened', async () => {
    const huge = await bytesOf(plain(8_000, 8_000).png({ compressionLevel: 9 }));
    expect(huge.byteLength).toBeLessThan(2 * 1024 * 1024);
    expect(await send(huge, 'bomb.png', 'logo')).toMatchObject({ status: 422 });
  });

  test('a picture that was given up because the machine is busy is not called damaged', async () => {
    const late = { ok: false, reason: 'timeout', retry: true } as const;
    vi.spyOn(app.system.ports.pictures, 'draw').mockResolvedValue(late);
    const logo = await bytesOf(plain(8, 8).png());
    expect(await send(logo, 'a.png', 'logo')).toMatchObject({
      status: 503,
      message: expect.stringContaining('Try again'),
    });
  });

  test('a logo comes back small, upright and without its metadata, for everybody', async () => {
    const photo = await bytesOf(
      plain(1200, 600)
        .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Secret Person' } } })
        .jpeg(),
    );
    expect(Buffer.from(photo).includes('Secret Person')).toBe(true);
    const { file } = await send(photo, 'photo.jpg', 'logo');
    const response = await read(file.fileUrl);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.includes('Secret Person')).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 512 });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
});

test('a form of more parts than any screen sends is refused', async () => {
  const form = new FormData();
  form.set('file', new File([PDF], 'a.pdf'));
  for (let at = 0; at < 10; at++) form.append('purpose', 'kyc');
  const headers = { Authorization: `Bearer ${owner.token}` };
  const answer = await fetch(`${app.url}/api/ngn/files/upload`, { method: 'POST', body: form, headers });
  expect(z.parse(uploadResponse, await answer.json()).message).toBe('The upload has too many parts');
  expect(answer.status).toBe(400);
});

describe('a private file', () => {
  test("is read with the owner's token or a link that has not run out, and is not there for others; both are noted", async () => {
    const { file } = await send(PDF, "Ada's ID.pdf", 'kyc');
    const other = await newOwner(app, { register: false });
    const mine = await read(file.fileUrl, owner.token);
    expect(mine.status).toBe(200);
    expect(new Uint8Array(await mine.arrayBuffer())).toEqual(PDF);
    expect(mine.headers.get('Content-Disposition')).toBe("attachment; filename*=UTF-8''Ada%27s%20ID.pdf");
    expect(mine.headers.get('Cache-Control')).toBe('private, no-store');
    const link = signedUrl(app.system.sealer, file.id, app.scope().now);
    const second = await send(PDF, 'b.pdf', 'kyc');
    const moved = link.replace(file.id, second.file.id);
    const table = [
      [file.fileUrl, undefined, 404],
      [file.fileUrl, other.token, 404],
      [file.fileUrl, 'nonsense', 401],
      [link, undefined, 200],
      [moved, undefined, 404],
      [link.replace(/expires=\d/, 'expires=9'), undefined, 404],
      ['/api/files/fil_none', undefined, 404],
      ['/api/files/fil_none', owner.token, 404],
    ] as const;
    for (const [path, token, status] of table) expect((await read(path, token)).status, path).toBe(status);
    const readings = await app.store.db
      .selectFrom('security_events')
      .select('detail')
      .where('event', '=', 'document_read')
      .where('business_id', '=', owner.businessId)
      .orderBy('position')
      .execute();
    expect(readings.map(({ detail }) => detail)).toEqual(["Ada's ID.pdf", "Ada's ID.pdf, by a link"]);
    app.advance(SIGNED_FOR_MS + 1_000);
    expect((await read(link)).status).toBe(404);
  });
});

test('a business keeps up to 500 files', async () => {
  const full = await newOwner(app, { register: false });
  const rows = Array.from({ length: MAX_FILES }, (_, at) => ({
    business_id: full.businessId,
    id: `fil_${full.businessId}_${at}`,
    purpose: 'kyc' as const,
    name: 'a.pdf',
    mime_type: 'application/pdf',
    size: 1,
    storage_key: `${full.businessId}/${at}`,
    created_at: app.scope().now,
  }));
  await app.store.db.insertInto('files').values(rows).execute();
  expect(await send(PDF, 'one.pdf', 'kyc', full)).toMatchObject({
    status: 413,
    message: 'You can keep up to 500 files',
  });
});

test.each([
  ['C:\\Users\\ada\\scan.jpeg', 'scan.jpg'],
  ['\u202Egpj.exe', 'gpj.jpg'],
  ['...', 'file.jpg'],
  ['', 'file.jpg'],
  ['a<b>:"|?*.tar.gz', 'ab.tar.jpg'],
  [`${'é'.repeat(300)}.png`, `${'é'.repeat(120)}.jpg`],
])('the name %j becomes %j', (fileName, storedName) => {
  expect(cleanName(fileName, 'image/jpeg')).toBe(storedName);
});
