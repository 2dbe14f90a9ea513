import { MAX_LOGO_BYTES } from '#contract/files.ts';
import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Sealer } from '#server/kernel/sealing.ts';
import type { FilePurpose } from './table.ts';

export const MAX_FILES = 500;
export const MAX_TOTAL_BYTES = 500 * 1024 * 1024;
export const SIGNED_FOR_MS = 5 * 60_000;
/** Clocks of several processes differ by less. */
const CLOCK_SKEW_MS = 60_000;
const MAX_NAME = 120;

/** Stored file types. */
export type Kind = 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf';
/** Accepted upload types: phones use HEIC, which few browsers show, so it is stored as JPEG. */
type UploadKind = Kind | 'image/heic';
const extensions: Record<Kind, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

const acceptedTypes: Record<FilePurpose, { kinds: readonly UploadKind[]; message: string }> = {
  logo: {
    kinds: ['image/png', 'image/jpeg', 'image/webp'],
    message: 'The logo must be a PNG, JPG or WebP image',
  },
  kyc: {
    kinds: ['application/pdf', 'image/png', 'image/jpeg'],
    message: 'Documents must be PDF, PNG or JPG files',
  },
  invoice: {
    kinds: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic'],
    message: 'Choose a PDF, PNG, JPG, WebP or HEIC file',
  },
  slip: {
    kinds: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic'],
    message: 'Choose a photo or a PDF',
  },
  certificate: {
    kinds: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic'],
    message: 'Choose a photo or a PDF',
  },
  attachment: {
    kinds: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'],
    message: 'Choose a PDF, PNG, JPG or WebP file',
  },
};

/** Type detected from the bytes, whatever the name says; null for unsupported ones. */
export function kindOf(bytes: Uint8Array): UploadKind | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'image/webp';
  if (/^....ftyp(hei[cxms]|hev[cx]|mif1|msf1)/s.test(start)) return 'image/heic';
  return start.startsWith('%PDF-') ? 'application/pdf' : null;
}

/** The kind of an upload. Refuses what its purpose does not take: 415 for the kind, 413 for a logo that is too big. */
export function acceptedKind(purpose: FilePurpose, bytes: Uint8Array): UploadKind {
  const kind = kindOf(bytes);
  const { kinds, message } = acceptedTypes[purpose];
  if (!kind || !kinds.includes(kind))
    throw new AppError('unsupported_media', message, { errors: [{ path: 'file', message: message }] });
  if (purpose === 'logo' && bytes.byteLength > MAX_LOGO_BYTES)
    throw new AppError('too_large', 'Logo must be at most 2 MB');
  return kind;
}

/** The name to show and download under: no path, nothing invisible, the ending its bytes deserve. */
export function cleanName(name: string, kind: Kind): string {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const stem = base
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
  return `${Array.from(stem).slice(0, MAX_NAME).join('') || 'file'}.${extensions[kind]}`;
}

/** Key in the file store. Made of ids only, never of a name. */
export const storageKey = (businessId: string, fileId: string): string => `${businessId}/${fileId}`;

/** Where a file is read. */
export const fileUrl = (fileId: string): string => `/api/files/${fileId}`;

/** The id a reference names (an id, a `fileUrl`, with or without origin and signature), or null when it is no reference. */
export function fileIdOf(reference: string): string | null {
  const id = /^(?:https?:\/\/[^/]+)?\/api\/files\/([^/?#]+)/.exec(reference)?.[1] ?? reference;
  return id !== reference || isId('fil', id) ? id : null;
}

/** A link to a private file that works for five minutes, for whoever holds it. */
export function signedUrl(sealer: Sealer, fileId: string, now: Date): string {
  const expires = String(plusMs(now, SIGNED_FOR_MS).getTime());
  return `${fileUrl(fileId)}?expires=${expires}&signature=${sealer.sign(signedText(fileId, expires))}`;
}

/** Whether a link was signed by us for this file and has not run out. */
export function signatureHolds(
  sealer: Sealer,
  fileId: string,
  link: { expires?: string | undefined; signature?: string | undefined },
  now: Date,
): boolean {
  const { expires, signature } = link;
  if (!expires || !signature || !/^\d{1,16}$/.test(expires) || Number(expires) < now.getTime()) return false;
  // A link with more time left than any gets was signed before a clock was set back.
  if (Number(expires) > plusMs(now, SIGNED_FOR_MS + CLOCK_SKEW_MS).getTime()) return false;
  return sealer.verify(signedText(fileId, expires), signature);
}

const signedText = (fileId: string, expires: string) => `file ${fileId} until ${expires}`;
