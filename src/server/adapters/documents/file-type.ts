const HEIC = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'];

/** A document's type by its first bytes; null when unsupported. */
export function documentMimeType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'image/webp';
  if (start.slice(4, 8) === 'ftyp' && HEIC.includes(start.slice(8))) return 'image/heic';
  // Some producers put bytes before the magic number; readers look for it in the first kilobyte.
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-') ? 'application/pdf' : null;
}
