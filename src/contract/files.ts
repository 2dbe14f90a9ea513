import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currencyParams, recordId } from './wire.ts';

const filePurposes = ['kyc', 'logo', 'invoice', 'attachment', 'slip', 'certificate'] as const;
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

export const storedFile = z.object({
  ...recordId,
  fileUrl: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.number(),
  purpose: z.enum(filePurposes),
});

export const files = {
  upload: endpoint({
    method: 'POST',
    path: '/api/:currency/files/upload',
    summary: 'Store a file; its kind is read from its bytes',
    auth: 'session',
    owner: 'business',
    params: currencyParams,
    multipart: true,
    body: z.object({ purpose: z._default(z.enum(filePurposes), 'attachment') }),
    response: z.object({ data: z.object({ file: storedFile }) }),
    status: 201,
    limit: 'uploads',
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/files/:id',
    summary: "A stored file: logos for everybody, the rest with the owner's token or a short-lived signature",
    auth: 'none',
    owner: 'business',
    params: z.object({ id: z.string() }),
    query: z.object({ expires: z.optional(z.string()), signature: z.optional(z.string()) }),
    media: 'application/octet-stream',
  }),
};
