-- Lines with a discount and a tax code of their own, and prices that include the tax. What is there already is `standard`,
-- without a discount, beside its tax.
alter table invoice_items
  add column discount_minor bigint not null default 0 check (discount_minor >= 0),
  -- Where it was entered in percent.
  add column discount_bps integer check (discount_bps between 0 and 10000),
  add column tax_code text not null default 'standard' check (tax_code in ('standard', 'zero', 'exempt', 'outside'));
alter table invoices
  add column prices_include_tax boolean not null default false,
  drop constraint invoices_check,
  add constraint invoices_total check (
    total_minor = subtotal_minor - discount_minor + case when prices_include_tax then 0 else tax_minor end);
