import { ApiError } from '#contract/client.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { uploadFile } from './upload.ts';

/** A photo that was refused; the rest of the form was not sent. */
export class AttachmentRefused extends Error {}

// Sent once: a form that is sent again names the same file.
const uploaded = new WeakMap<File, string>();

/** Uploads the photo or PDF beside a record and gives its id. Throws `AttachmentRefused`, and `ApiError` for one that may be sent again. */
export async function uploadAttachment(file: File, purpose: 'slip' | 'certificate'): Promise<string> {
  const known = uploaded.get(file);
  if (known) return known;
  try {
    const { id } = await uploadFile(await shrinkPhoto(file), purpose, () => undefined);
    uploaded.set(file, id);
    return id;
  } catch (error) {
    throw error instanceof ApiError && error.status >= 400 && error.status !== 401
      ? new AttachmentRefused(error.message)
      : error;
  }
}
