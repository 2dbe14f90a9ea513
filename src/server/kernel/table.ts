import type { Wrapped } from './master-keys.ts';

/** The service's own tables: its keys, scheduled work, responses by idempotency key, and rate limit counters. */
export type KernelTables = {
  service_keys: Wrapped & { version: number; created_at: Date };
  data_keys: Wrapped & {
    id: string;
    business_id: string;
    version: number;
    created_at: Date;
    /** Null for the one in use. */
    retired_at: Date | null;
  };
  periodic_work: { name: string; due_at: Date };
  idempotency_keys: {
    actor: string;
    key: string;
    endpoint: string;
    request_hash: string;
    status: number;
    body: string;
    created_at: Date;
  };
  rate_counters: { name: string; subject: string; window_start: Date; used: number };
};

declare module './db.ts' {
  interface Database extends KernelTables {}
}
