/** A download response; characters file systems reject are removed from the name. */
export function attachment(name: string, type: string, content: string | Uint8Array): Response {
  const bytes = Buffer.from(content);
  return new Response(bytes, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `attachment; filename="${asciiName(fileName(name))}"; filename*=UTF-8''${percentEncoded(fileName(name))}`,
      'Cache-Control': 'private, no-store',
    },
  });
}

/** A PDF that opens in the browser, under a name of ours. */
export const shownPdf = ({ bytes, name }: { bytes: Uint8Array; name: string }): Response =>
  new Response(Buffer.from(bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  });

/** A file name that is valid on every file system. */
export const fileName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');

// ASCII fallback for old clients: accents are dropped, the rest becomes an underscore.
const asciiName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]|%/g, '_');

const percentEncoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
