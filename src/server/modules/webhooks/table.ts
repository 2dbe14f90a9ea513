export type WebhookEventRow = {
  provider: string;
  event_id: string;
  subject: 'payment' | 'payout' | 'refund' | 'other';
  subject_id: string;
  raw: string;
  state: 'received' | 'processed' | 'ignored';
  outcome: string | null;
  received_at: Date;
  processed_at: Date | null;
};

export type WebhookTables = { payment_notices: WebhookEventRow };

declare module '#server/kernel/db.ts' {
  interface Database extends WebhookTables {}
}
