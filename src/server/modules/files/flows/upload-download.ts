import { AppError, fieldError, notFound } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import type { UploadedFile } from '#server/http/request-body.ts';
import { type Scope, type SystemScope, turnOf } from '#server/kernel/scope.ts';
import { authenticate } from '#server/modules/identity/queries/accounts.ts';
import { enforceQuota, recordDocumentRead, recordDocumentReview, recordFile } from '../commands.ts';
import { reencode } from '../images.ts';
import { fileById, fileOfReference, usageOf } from '../queries.ts';
import { acceptedKind, cleanName, signatureHolds, storageKey } from '../rules.ts';
import type { FilePurpose, FileRow } from '../table.ts';
import { fileBytes, storeBytes } from './storage.ts';

/** Stores an uploaded file. Its type is detected from its bytes; images are re-encoded. */
export async function upload(
  scope: Scope,
  file: UploadedFile | null,
  purpose: FilePurpose,
): Promise<FileRow> {
  if (!file) throw fieldError('file', 'Choose a file to upload');
  if (file.bytes.byteLength === 0) throw fieldError('file', 'That file is empty');
  const uploadedKind = acceptedKind(purpose, file.bytes);
  const { businessId } = scope.actor;
  enforceQuota(await usageOf(scope.db, businessId), 0);
  // Browsers show no HEIC.
  const kind = uploadedKind === 'image/heic' ? 'image/jpeg' : uploadedKind;
  const bytes =
    kind === 'application/pdf'
      ? file.bytes
      : await reencode(scope.ports.pictures, file.bytes, kind, purpose, turnOf(scope));
  const mime = purpose === 'logo' ? 'image/png' : kind;
  const id = newId('fil', scope.now);
  return storeFile(scope, bytes, {
    business_id: businessId,
    id,
    purpose,
    name: cleanName(file.name, mime),
    mime_type: mime,
    size: bytes.byteLength,
    storage_key: storageKey(businessId, id),
    created_at: scope.now,
  });
}

// Bytes first: a row without bytes would be a broken file, bytes without a row are only waste.
async function storeFile(scope: Scope, bytes: Uint8Array, row: Omit<FileRow, 'key_id'>): Promise<FileRow> {
  const key_id = await storeBytes(scope, row, bytes);
  try {
    return await scope.transact((ctx) => recordFile(ctx, { ...row, key_id }));
  } catch (error) {
    await scope.ports.files.remove(row.storage_key);
    throw error;
  }
}

/** Credentials of a download request. */
type FileAccess = {
  authorization: string | null;
  expires?: string | undefined;
  signature?: string | undefined;
};

/** Serves a file. Logos are public; the rest needs the owner's token or a signature, else 404. */
export async function download(scope: SystemScope, id: string, access: FileAccess): Promise<Response> {
  const file = await fileById(scope.db, id);
  const isPublic = file?.purpose === 'logo';
  const byLink = signatureHolds(scope.sealer, id, access, scope.now);
  if (!isPublic && !byLink) await requireOwner(scope, file, access.authorization);
  if (!file) throw notFound('file');
  const bytes = await bytesOf(scope, file);
  if (bytes) {
    await scope.transactAsSystem((ctx) => recordDocumentRead(ctx, file, byLink ? 'link' : 'owner'));
    return answerOf(file, bytes);
  }
  scope.log.error({ fileId: file.id }, 'The bytes of a file are missing');
  throw notFound('file');
}

/**
 * A KYC document of a business for an operator, recorded as read; null where the reference names no such file, or its bytes are
 * gone. `operator` is empty for a command.
 */
export async function readForReview(
  scope: SystemScope,
  { businessId, reference, operator }: { businessId: string; reference: string; operator: string },
): Promise<{ file: FileRow; bytes: Uint8Array } | null> {
  const file = await fileOfReference(scope.db, businessId, reference);
  if (!file || file.purpose === 'logo') return null;
  const bytes = await bytesOf(scope, file);
  if (!bytes) return null;
  await scope.transactAsSystem((ctx) => recordDocumentReview(ctx, file, operator));
  return { file, bytes };
}

const bytesOf = async (scope: SystemScope, file: FileRow): Promise<Uint8Array | null> =>
  (await fileBytes(scope, file)) ?? (await reencryptedBytes(scope, file));

// Re-encrypted between reading the row and its bytes, the file has another storage key.
async function reencryptedBytes(scope: SystemScope, file: FileRow): Promise<Uint8Array | null> {
  const current = await fileById(scope.db, file.id);
  return current && current.storage_key !== file.storage_key ? fileBytes(scope, current) : null;
}

async function requireOwner(
  scope: SystemScope,
  file: FileRow | null,
  authorization: string | null,
): Promise<void> {
  const token = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization ?? '')?.[1];
  if (!token) throw notFound('file');
  const actor = await authenticate({ ...scope, now: () => scope.now }, token);
  if (!actor) throw new AppError('invalid_token', 'Invalid token');
  // KYC documents and bank statements are among them.
  if (actor.client === 'extension') throw new AppError('not_for_extensions', 'Do this in the app');
  if (actor.businessId !== file?.business_id) throw notFound('file');
}

/** A stored file as a response; `shown` opens pictures in the page. The CSP sandbox keeps a browser from running anything in it. */
export function answerOf(file: FileRow, bytes: Uint8Array, { shown = false } = {}): Response {
  const isPublic = file.purpose === 'logo';
  const inline = isPublic || (shown && file.mime_type.startsWith('image/'));
  return new Response(Buffer.from(bytes), {
    headers: {
      'Content-Type': file.mime_type,
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(file.name)}`,
      'Cache-Control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      // Messages to customers show the logo from other origins.
      'Cross-Origin-Resource-Policy': isPublic ? 'cross-origin' : 'same-origin',
    },
  });
}

const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
