import type { Generated, GeneratedAlways, Selectable } from 'kysely';

/** Webhook event: an incoming message, or a delivery status. */
type WhatsAppEventRow = {
  id: string;
  position: GeneratedAlways<number>;
  about: 'message' | 'status';
  contact: string | null;
  /** `answering`: the answer is worked out, and not yet all sent. */
  state: 'received' | 'answering' | 'done';
  /** The message, then the replies; empty once done. */
  sealed: string;
  question_id: string | null;
  attempts: Generated<number>;
  claimed_at: Date | null;
  said_at: Date;
  received_at: Date;
  done_at: Date | null;
};

export type InboundEvent = Selectable<WhatsAppEventRow>;

type WhatsAppCodeRow = { business_id: string; code_hash: string; expires_at: Date };

export type WhatsAppTables = { whatsapp_notices: WhatsAppEventRow; whatsapp_codes: WhatsAppCodeRow };

declare module '#server/kernel/db.ts' {
  interface Database extends WhatsAppTables {}
}
