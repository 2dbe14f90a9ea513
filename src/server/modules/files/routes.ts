import type { files } from '#contract/files.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { download, upload } from './flows/upload-download.ts';
import { fileUrl } from './rules.ts';
import type { FileRow } from './table.ts';

export const routes: Handlers<typeof files> = {
  upload: async (scope, { body }, raw) => ({
    message: 'File uploaded',
    data: { file: present(await upload(scope, raw.file, body.purpose)) },
  }),
  download: (scope, { params, query }, raw) =>
    download(scope, params.id, { authorization: raw.headers.get('Authorization'), ...query }),
};

function present(file: FileRow) {
  return {
    id: file.id,
    _id: file.id,
    fileUrl: fileUrl(file.id),
    name: file.name,
    mimeType: file.mime_type,
    size: file.size,
    purpose: file.purpose,
  };
}
