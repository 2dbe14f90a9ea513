/** File formats of a list, detected by the bytes and not by the name. */
type FileKind = 'text' | 'xlsx' | 'xls' | 'locked' | 'other';

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/** Name of the stream that holds a workbook with a password, as a compound file writes it. */
const LOCKED_STREAM = [...'EncryptedPackage'].join('\0');

/** Whether a text of single bytes stands anywhere in a file. */
export const includesText = (bytes: Uint8Array, text: string): boolean =>
  new TextDecoder('latin1').decode(bytes).includes(text);

/**
 * Reads the kind from the bytes: ZIP is XLSX, the old compound file is XLS or holds a workbook under a password, PDF and pictures
 * are neither.
 */
export function kindOf(bytes: Uint8Array): FileKind {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'xlsx';
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return includesText(bytes, LOCKED_STREAM) ? 'locked' : 'xls';
  const others = [
    [0x25, 0x50, 0x44, 0x46],
    [0x89, 0x50, 0x4e, 0x47],
    [0xff, 0xd8, 0xff],
    [0x1f, 0x8b],
  ];
  if (others.some((start) => startsWith(bytes, ...start))) return 'other';
  return 'text';
}

const SAMPLE_BYTES = 2000;

/**
 * Text in whichever encoding spreadsheets save: UTF-16 by its mark or its zero bytes, UTF-8 where it is valid, else
 * Windows-1252, which holds every Latin-1 letter.
 */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return decode(bytes, 'utf-16le');
  if (startsWith(bytes, 0xfe, 0xff)) return decode(bytes, 'utf-16be');
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (from: number) => sample.filter((byte, at) => at % 2 === from && byte === 0).length;
  const many = sample.length / 5;
  if (zeros(1) > many) return decode(bytes, 'utf-16le');
  if (zeros(0) > many) return decode(bytes, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decode(bytes, 'windows-1252');
  }
}

const decode = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes);
