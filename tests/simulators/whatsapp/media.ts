import { createHash } from 'node:crypto';
import type { Call, Reply } from '../serve.ts';
import { refuse } from './errors.ts';
import { type File, keys, type SimulatorState } from './state.ts';

const FIVE_MINUTES_MS = 300_000;
const MEGABYTE = 1024 * 1024;

const sizes: Record<string, number> = {
  'image/jpeg': 5,
  'image/png': 5,
  'application/pdf': 100,
  'text/plain': 100,
};

export function storeFile(world: SimulatorState, file: File): string {
  const id = String(700_000_000_000 + world.next());
  world.media.set(id, file);
  return id;
}

export async function upload(world: SimulatorState, { raw, headers }: Call): Promise<Reply> {
  const type = headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) return refuse(100, 'A form is expected');
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData();
  const file = form.get('file');
  if (form.get('messaging_product') !== 'whatsapp') return refuse(100, 'messaging_product');
  if (!(file instanceof Blob) || file.type !== form.get('type')) return refuse(100, 'file or type');
  const most = sizes[file.type];
  if (!most || file.size === 0 || file.size > most * MEGABYTE) return refuse(131053, 'kind or size');
  const name = 'name' in file ? String(file.name) : '';
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { status: 200, body: { id: storeFile(world, { name, mime: file.type, bytes }) } };
}

export function mediaUrl(world: SimulatorState, { query }: Call, id: string): Reply {
  const file = world.media.get(id);
  if (!file || (query.get('phone_number_id') ?? keys.phoneId) !== keys.phoneId)
    return refuse(100, 'There is no such media', 400, 33);
  const hash = createHash('sha256').update(`${id}/${world.next()}`).digest('hex').slice(0, 32);
  world.addresses.set(hash, { mediaId: id, until: new Date(world.now().getTime() + FIVE_MINUTES_MS) });
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      url: `${world.url()}/whatsapp_business/attachments/?mid=${id}&hash=${hash}`,
      mime_type: file.mime,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      file_size: String(file.bytes.byteLength),
      id,
    },
  };
}

export function download(world: SimulatorState, { query }: Call): Reply {
  const address = world.addresses.get(query.get('hash') ?? '');
  const file = address && world.media.get(address.mediaId);
  if (!address || !file || world.now() >= address.until) return { status: 404, body: '<h1>Not found</h1>' };
  return { status: 200, body: file.bytes, headers: { 'content-type': file.mime } };
}

/** An upload of a sample: opened, then filled. */
export function openUpload(world: SimulatorState, { query }: Call): Reply {
  const length = Number(query.get('file_length'));
  const type = query.get('file_type') ?? '';
  if (!(length > 0) || !query.get('file_name') || !sizes[type])
    return refuse(100, 'file_length, file_type, file_name');
  const id = `upload:MTphdHRhY2htZW50${world.next()}?sig=ARZq${world.next()}`;
  world.uploads.set(id, { length, type });
  return { status: 200, body: { id } };
}

export function fillUpload(world: SimulatorState, { path, query, raw, headers }: Call): Reply {
  const id = `${path.split('/').at(-1)}?sig=${query.get('sig')}`;
  const opened = world.uploads.get(id);
  if (!opened || headers.get('file_offset') !== '0' || raw.byteLength !== opened.length)
    return refuse(100, 'offset or length');
  if (opened.type === 'application/pdf' && !raw.subarray(0, 5).equals(Buffer.from('%PDF-')))
    return refuse(100, 'not what it was said to be');
  const handle = `4::${Buffer.from(id).toString('base64')}`;
  world.handles.add(handle);
  return { status: 200, body: { h: handle } };
}
