import type { files } from '#contract/files.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { type Authenticate, download, upload } from './flows/upload-download.ts';
import { fileUrl } from './rules.ts';
import type { FileRow } from './table.ts';

/** File routes; `authenticate` resolves a request's token, since reading a logo needs none. */
export const fileRoutes = (authenticate: Authenticate): Handlers<typeof files> => ({
  upload: async (scope, { body }, raw) => ({
    message: 'File uploaded',
    data: { file: present(await upload(scope, raw.file, body.purpose)) },
  }),
  download: (scope, { params, query }, raw) =>
    download(scope, authenticate, params.id, { authorization: raw.headers.get('Authorization'), ...query }),
});

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
