-- A discount for paying an invoice early: basis points of it, the last day, and what paying in time takes off now (minor units), which
-- is nothing once it was taken. It is booked as a credit note that money made: nobody did by hand.
alter table invoices
  add column early_bps integer check (early_bps between 1 and 9999),
  add column early_until date,
  add column early_discount_minor bigint not null default 0,
  add constraint invoices_early_discount check (early_discount_minor >= 0 and early_discount_minor < total_minor) not valid,
  add constraint invoices_early_terms check ((early_bps is null) = (early_until is null)
    and (early_bps is not null or early_discount_minor = 0)) not valid;
alter table invoices validate constraint invoices_early_discount;
alter table invoices validate constraint invoices_early_terms;

alter table adjustments
  drop constraint adjustments_kind_check,
  add constraint adjustments_kind_check check (kind in ('credit_note', 'withholding', 'write_off', 'early_discount')) not valid;
alter table adjustments validate constraint adjustments_kind_check;
alter table credit_notes alter column made_by drop not null;
