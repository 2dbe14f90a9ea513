import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WORTH_IT = /\.(?:js|css|svg)$/;

/**
 * Writes `.br` and `.gz` next to every hashed file that gets smaller, so that the server never compresses
 * them.
 */
export async function compressAssets(folder: string): Promise<void> {
  const files = readdirSync(folder).filter((name) => WORTH_IT.test(name));
  await Promise.all(files.map((name) => compressFile(join(folder, name))));
}

async function compressFile(file: string): Promise<void> {
  const bytes = readFileSync(file);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) writeFileSync(`${file}.br`, br);
  if (zipped.length < bytes.length) writeFileSync(`${file}.gz`, zipped);
}
