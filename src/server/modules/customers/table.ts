import type { Generated, Selectable } from 'kysely';

export type CustomerRow = {
  business_id: string;
  id: string;
  name: string;
  email: string;
  phone: string | null;
  is_active: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
};

export type Customer = Selectable<CustomerRow>;

export type CustomerTables = { customers: CustomerRow };
