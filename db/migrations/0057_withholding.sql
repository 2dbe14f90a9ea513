-- Tax a customer keeps of an invoice and pays to the tax office: declared first, settled by an adjustment when the rest came, proved by
-- a certificate.
create table withholdings (
  business_id text not null,
  id text not null,
  invoice_id text not null,
  kind text not null check (kind in ('goods', 'services', 'construction', 'other_construction', 'professional', 'rent', 'royalty')),
  rate_bps integer not null check (rate_bps > 0),
  -- Without VAT; as declared, then as it stood when the rest came.
  base_minor bigint not null check (base_minor > 0),
  -- As declared, then as it is settled.
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('declared', 'pending', 'received', 'used', 'refused', 'withdrawn')),
  declared_by text not null check (declared_by in ('owner', 'payer')),
  -- When the rest of the invoice came.
  kept_at timestamptz,
  certificate_no text,
  certificate_day date,
  -- The amount on it, which may be more than the invoice has room for.
  certificate_minor bigint check (certificate_minor > 0),
  tax_year integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);
create unique index withholdings_standing on withholdings (business_id, invoice_id)
  where state in ('declared', 'pending', 'received', 'used');
create index withholdings_of_invoice on withholdings (business_id, invoice_id, id);
