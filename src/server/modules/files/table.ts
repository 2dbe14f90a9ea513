export type FilePurpose = 'kyc' | 'logo' | 'invoice' | 'attachment' | 'slip' | 'certificate';

export type FileRow = {
  business_id: string;
  id: string;
  purpose: FilePurpose;
  name: string;
  mime_type: string;
  size: number;
  storage_key: string;
  /** The data key its bytes are sealed with; null where they are stored as they are. */
  key_id: string | null;
  created_at: Date;
};

export type FileTables = { files: FileRow };

declare module '#server/kernel/db.ts' {
  interface Database extends FileTables {}
}
