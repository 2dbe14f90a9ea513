import type { Generated, Selectable } from 'kysely';
import type { Language } from '#core/languages.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';

export type CustomerRow = {
  business_id: string;
  id: string;
  name: string;
  email: string;
  /** E.164; numbers from before that may stand as they were typed. */
  phone: string | null;
  is_active: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
  /** When WhatsApp consent was recorded by the owner. */
  whatsapp_consent_at: Generated<Date | null>;
  /** Language of messages to it; null uses the business's default. */
  language: Generated<Language | null>;
  reminders_off: Generated<boolean>;
  /** The purpose it usually keeps withholding tax for; null where it keeps none. */
  withholding_kind: Generated<WithholdingKind | null>;
  /** The owner's own. */
  notes: Generated<string>;
  /** The customer this one was merged into. */
  merged_into: Generated<string | null>;
  /** False for a number that two had in common before numbers had to differ. */
  phone_unique: Generated<boolean>;
};

export type Customer = Selectable<CustomerRow>;

export type CustomerTables = { customers: CustomerRow };

declare module '#server/kernel/db.ts' {
  interface Database extends CustomerTables {}
}
