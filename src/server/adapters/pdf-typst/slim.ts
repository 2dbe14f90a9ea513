import { deflateSync } from 'node:zlib';

const PER_STREAM = 1000;
const STREAM_END = /endstream\s+endobj\s*$/;

type Found = { id: number; at: number; source: string };
/** Where the reader finds an object: kind 1 at a byte of the file, kind 2 inside the stream `first`. */
type XrefEntry = { id: number; kind: number; first: number; second: number };

/**
 * The same PDF with its small objects packed into compressed streams. The tags that describe each table cell
 * to a screen reader are many small objects; unpacked they are most of a long file. An unexpected layout is
 * returned unchanged.
 */
export function slim(pdf: Uint8Array): Uint8Array {
  const source = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const parts = partsOf(source);
  return parts ? Buffer.from(written(source, parts), 'latin1') : pdf;
}

type Parts = { objects: Found[]; trailer: string };

function partsOf(source: string): Parts | null {
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(source)?.[1] ?? Number.NaN);
  const table = Number.isNaN(start)
    ? null
    : /^xref\s+0 \d+\s+((?:\d{10} \d{5} [fn]\s+)+)trailer\s+<<(.*)>>\s+startxref/s.exec(source.slice(start));
  const [, rows, trailer] = table ?? [];
  if (rows === undefined || trailer === undefined || trailer.includes('/Encrypt')) return null;
  const used = Array.from(rows.matchAll(/(\d{10}) \d{5} ([fn])/g), ([, at, kind], id) => ({
    id,
    at: Number(at),
    kind,
  }))
    .filter(({ kind }) => kind === 'n')
    .sort((one, other) => one.at - other.at);
  const objects = used.map(({ id, at }, index) => ({
    id,
    at,
    source: source.slice(at, used[index + 1]?.at ?? start),
  }));
  const isExpectedLayout = objects.every(
    ({ id, source: own }) => own.startsWith(`${id} 0 obj`) && /endobj\s*$/.test(own),
  );
  return isExpectedLayout ? { objects, trailer } : null;
}

function written(source: string, { objects, trailer }: Parts): string {
  const chunks = [source.slice(0, objects[0]?.at ?? 0)];
  const xref: XrefEntry[] = [];
  let at = chunks[0]?.length ?? 0;
  let next = Math.max(0, ...objects.map(({ id }) => id)) + 1;
  const append = (id: number, text: string) => {
    xref.push({ id, kind: 1, first: at, second: 0 });
    chunks.push(text);
    at += text.length;
  };
  for (const { id, source: own } of objects.filter(isStream)) append(id, own);
  const small = objects.filter((object) => !isStream(object));
  for (let from = 0; from < small.length; from += PER_STREAM) {
    const id = next++;
    const held = small.slice(from, from + PER_STREAM);
    held.forEach((object, index) => xref.push({ id: object.id, kind: 2, first: id, second: index }));
    append(id, streamOf(id, held));
  }
  const start = at;
  append(next, tableOf(next, xref, start, trailer));
  return `${chunks.join('')}startxref\n${start}\n%%EOF\n`;
}

const isStream = ({ source }: Found) => STREAM_END.test(source);

function streamOf(id: number, held: Found[]): string {
  const bodies = held.map(({ source }) =>
    source.replace(/^\d+ 0 obj\s*/, '').replace(/(?<!\s)\s*endobj\s*$/, '\n'),
  );
  let at = 0;
  const index = bodies.map((body, order) => {
    const entry = `${held[order]?.id ?? 0} ${at}`;
    at += body.length;
    return entry;
  });
  const head = `${index.join(' ')}\n`;
  return packed(
    id,
    `/Type /ObjStm /N ${held.length} /First ${head.length}`,
    Buffer.from(head + bodies.join(''), 'latin1'),
  );
}

function tableOf(id: number, xref: XrefEntry[], start: number, trailer: string): string {
  const rows = Buffer.alloc((id + 1) * 7);
  for (const xrefEntry of [...xref, { id, kind: 1, first: start, second: 0 }]) {
    rows.writeUInt8(xrefEntry.kind, xrefEntry.id * 7);
    rows.writeUInt32BE(xrefEntry.first, xrefEntry.id * 7 + 1);
    rows.writeUInt16BE(xrefEntry.second, xrefEntry.id * 7 + 5);
  }
  const newTrailer = trailer.replace(/\/Size\s+\d+/, `/Size ${id + 1}`);
  return packed(id, `/Type /XRef /W [1 4 2]${newTrailer}`, rows);
}

function packed(id: number, entries: string, bytes: Buffer): string {
  const body = deflateSync(bytes).toString('latin1');
  return `${id} 0 obj\n<< ${entries} /Filter /FlateDecode /Length ${body.length} >>\nstream\n${body}\nendstream\nendobj\n`;
}
