export type FilePurpose = 'kyc' | 'logo' | 'invoice' | 'attachment';

export type FileRow = {
  business_id: string;
  id: string;
  purpose: FilePurpose;
  name: string;
  mime_type: string;
  size: number;
  storage_key: string;
  created_at: Date;
};

export type FileTables = { files: FileRow };
