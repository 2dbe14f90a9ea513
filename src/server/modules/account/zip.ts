import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { ExportFile } from './queries.ts';
import { readmeOf } from './rules.ts';

/** The files as a ZIP, made as it is read: no more than one batch of rows is held at a time. */
export function zipOf(files: ExportFile[], madeAt: Date): ReadableStream<Uint8Array> {
  return ReadableStream.from(bytesOf(files, madeAt));
}

async function* bytesOf(files: ExportFile[], madeAt: Date): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const readme = new ZipPassThrough('README.txt');
  readme.mtime = madeAt;
  zip.add(readme);
  readme.push(Buffer.from(readmeOf(files, madeAt)), true);
  for (const file of files) {
    const entry = new ZipDeflate(file.name, { level: 6 });
    entry.mtime = madeAt;
    zip.add(entry);
    for await (const text of jsonOf(file)) {
      entry.push(Buffer.from(text));
      yield* made.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}

async function* jsonOf(file: ExportFile): AsyncGenerator<string> {
  let begun = false;
  yield '[';
  for await (const rows of file.batches()) {
    const text = rows.map((row) => JSON.stringify(row, null, 2)).join(',\n');
    yield begun ? `,\n${text}` : `\n${text}`;
    begun = true;
  }
  yield '\n]\n';
}
