export type WaitlistTables = { waitlist_entries: { email: string; created_at: Date } };

declare module '#server/kernel/db.ts' {
  interface Database extends WaitlistTables {}
}
