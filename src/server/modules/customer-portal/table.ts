type PortalLinkTable = {
  business_id: string;
  token_hash: string;
  customer_id: string;
  /** By its seller: opens until it ends. Any other opens once. */
  shared: boolean;
  expires_at: Date;
  created_at: Date;
};

type PortalSessionTable = {
  business_id: string;
  token_hash: string;
  customer_id: string;
  /** The shared link it was opened with, which ends it. */
  link_hash: string | null;
  expires_at: Date;
  created_at: Date;
};

export type CustomerPortalTables = { portal_links: PortalLinkTable; portal_sessions: PortalSessionTable };

declare module '#server/kernel/db.ts' {
  interface Database extends CustomerPortalTables {}
}
