import type { Module } from '#server/kernel/module.ts';
import { abandonedKycDocuments, abandonedProofs, chatPictures, orphanedBytes } from './flows/retention.ts';
import { routes } from './routes.ts';
import type { FileTables } from './table.ts';

export const files = {
  uses: ['identity'],
  shared: true,
  routes: { files: routes },
  tables: {
    files: {
      owner: 'business_id',
      export: {
        key: ['id'],
        about: 'a list of the files; their bytes are in files/',
        excludedColumns: { storage_key: '', key_id: null },
      },
      erase: 'command',
    },
  },
  retention: [
    { what: 'KYC documents no profile refers to', days: 30, purge: abandonedKycDocuments },
    { what: 'pictures and documents sent to the assistant', days: 30, purge: chatPictures },
    { what: 'slips and certificates no record refers to', days: 30, purge: abandonedProofs },
    { what: 'stored files no record refers to', days: 1, purge: orphanedBytes, daily: 'orphaned_bytes' },
  ],
} satisfies Module<FileTables>;
