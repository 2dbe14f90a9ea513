/** A file to be saved under a name, which may have any letters; what no file system takes is left out of it. */
export function attachment(name: string, type: string, content: string | Uint8Array): Response {
  const bytes = Buffer.from(content);
  return new Response(bytes, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `attachment; filename="${plain(fileName(name))}"; filename*=UTF-8''${encoded(fileName(name))}`,
      'Cache-Control': 'private, no-store',
    },
  });
}

/** A name every file system takes. */
export const fileName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');

// For clients that know no other letters: accents are dropped, what is left becomes an underscore.
const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]|%/g, '_');

const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
