export type WaitlistTables = { waitlist_entries: { email: string; created_at: Date } };
