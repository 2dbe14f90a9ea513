import type { Generated, Selectable } from 'kysely';
import type { Language } from '#core/languages.ts';

export type CustomerRow = {
  business_id: string;
  id: string;
  name: string;
  email: string;
  phone: string | null;
  is_active: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
  /** Since when its owner says that it agreed to be written to by WhatsApp. */
  whatsapp_consent_at: Generated<Date | null>;
  /** What it is written to in; null for the business's own choice. */
  language: Generated<Language | null>;
  reminders_off: Generated<boolean>;
};

export type Customer = Selectable<CustomerRow>;

export type CustomerTables = { customers: CustomerRow };
