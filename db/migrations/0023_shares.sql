-- What an owner handed out by their own phone or hand: that it was begun, for nobody tells whether it arrived.
create table invoice_shares (
  business_id text not null,
  id text not null,
  invoice_id text not null,
  way text not null check (way in ('whatsapp', 'link', 'qr', 'other')),
  shared_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);
create index invoice_shares_invoice on invoice_shares (business_id, invoice_id, id desc);
